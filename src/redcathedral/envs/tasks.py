"""Tasks for agents, with fixed seeds: what is played, how many games, and what is measured.

A task's full name says all that its figures depend on: ``beat-greedy/1/ed-1a2b3c4d/dec-1/obs-1`` is
version 1 of the task, the beginning of the edition's hash, the versions of the table of decisions
and of the observation.  Figures under different full names are not to be compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from redcathedral.box.edition import Edition
from redcathedral.box.options import SIDES, BoardSide
from redcathedral.envs import DECISIONS, VERSION
from redcathedral.lab.arena.estimate import Estimate, mean, share

Metric: TypeAlias = Literal["won", "margin"]
HASH_SIGNS: Final = 8  # of the edition's hash in a full name


class TaskError(ValueError):
    """A task or an entry that cannot be played: which, why, and the way out."""


class TaskFixture(NamedTuple):
    """One game of a task: its seed, and the seat of the entrant."""

    seed: int
    seat: int

    def __str__(self) -> str:
        return f"seed {self.seed}, seat {self.seat + 1}"

    @property
    def side(self) -> BoardSide:
        """The side of the workshops: basic for an even seed, advanced for an odd one."""
        return SIDES[self.seed % len(SIDES)]


class TaskGame(NamedTuple):
    """What a game of a task came to: for the entrant, for the best other seat, and by its steps."""

    fixture: TaskFixture
    own: int
    other: int
    won: float
    checksum: int

    @property
    def text(self) -> str:
        """The game in a line of an entry."""
        seed, seat = self.fixture
        return f"{seed} {seat} {self.own}:{self.other} {self.won:g} {self.checksum:08x}"


def read_game(text: str) -> TaskGame:
    """The game that ``TaskGame.text`` wrote.  Raises ValueError."""
    seed, seat, totals, won, checksum = text.split(" ")
    own, other = totals.split(":")
    fixture = TaskFixture(int(seed), int(seat))
    game = TaskGame(fixture, int(own), int(other), float(won), int(checksum, 16))
    if game.text != text:
        raise ValueError(f"{text!r} is no game; it would be {game.text!r}")
    return game


@dataclass(frozen=True)
class Task:
    """What is asked: ``seeds`` from ``first`` on, each played from every seat of the entrant.

    The other seats are those of ``opponent``; without one the game is against Ivan (R8).  ``won``
    is the share of games won, a shared victory counting in parts, with Wilson's interval;
    ``margin`` the mean of the prestige ahead of the best other seat, with that of a normal mean.
    With ``steps`` the entrant is a learner that may make so many decisions before.
    """

    name: str
    version: int
    what: str
    opponent: str | None
    first: int
    seeds: int
    metric: Metric
    steps: int = 0

    def full_name(self, edition: Edition) -> str:
        """The name with all that the figures depend on."""
        of = edition.hash.rpartition(":")[2][:HASH_SIGNS]
        return f"{self.name}/{self.version}/ed-{of}/dec-{DECISIONS}/obs-{VERSION}"

    @property
    def is_solo(self) -> bool:
        """Whether it is played against Ivan."""
        return self.opponent is None

    @property
    def fixtures(self) -> tuple[TaskFixture, ...]:
        """All games, in their order."""
        seats = range(1 if self.is_solo else 2)
        seeds = range(self.first, self.first + self.seeds)
        return tuple(TaskFixture(seed, seat) for seed in seeds for seat in seats)

    def figure(self, games: list[TaskGame]) -> Estimate:
        """What games come to, with the 95 % interval."""
        if self.metric == "won":
            return share(sum(game.won for game in games), len(games))
        found = mean([game.own - game.other for game in games])
        if found is None:
            raise TaskError(f"{len(games)} games of {self.name} are too few to tell a mean")
        return found


_TASKS: Final = (
    Task(
        "beat-greedy",
        1,
        "Two players: the share of games won against `greedy`.",
        opponent="greedy",
        first=16_000_000,
        seeds=200,
        metric="won",
    ),
    Task(
        "beat-architect",
        1,
        "Two players: the share of games won against `architect`.",
        opponent="architect",
        first=16_100_000,
        seeds=200,
        metric="won",
    ),
    Task(
        "margin-over-ivan",
        1,
        "Alone against Ivan: the mean prestige ahead of him.",
        opponent=None,
        first=16_200_000,
        seeds=400,
        metric="margin",
    ),
    Task(
        "sample-efficiency",
        1,
        "Two players: the mean prestige ahead of `greedy` by what was learned from nothing "
        "in one million steps.",
        opponent="greedy",
        first=16_300_000,
        seeds=200,
        metric="margin",
        steps=1_000_000,
    ),
)
TASKS: Final = MappingProxyType({task.name: task for task in _TASKS})


def task_named(name: str, edition: Edition) -> Task:
    """The task of a name or a full name.  Raises TaskError."""
    short = name.partition("/")[0]
    if short not in TASKS:
        raise TaskError(f"there is no task {name!r}; the tasks are {', '.join(TASKS)}")
    task = TASKS[short]
    ours = task.full_name(edition)
    if name not in (short, ours):
        fix = "take the program and the edition of that name, or play this one anew"
        raise TaskError(f"{name} is another task than {ours}, which is played here: {fix}")
    return task
