"""Define the tasks for agents: games with fixed seeds, and a metric.

The full name of a task contains everything that affects its results.  For example
``beat-greedy/1/ed-1a2b3c4d/dec-1/obs-2`` is version 1 of the task, with the first digits of the
edition's hash, and the versions of the decision ids and of the observation.  Only results with the
same full name can be compared.
"""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from redcathedral.box.edition import Edition
from redcathedral.box.options import SIDES, BoardSide
from redcathedral.envs import DECISIONS_VERSION, VERSION
from redcathedral.envs.random_edition import BOXES_VERSION
from redcathedral.lab.arena.estimate import Estimate, mean, share

Metric: TypeAlias = Literal["won", "margin"]
HELD_OUT: Final = 16_500_000  # the first random box of a task; learners use lower numbers
HASH_LENGTH: Final = 8  # digits of the edition's hash in a full name


class TaskError(ValueError):
    """A task or an entry cannot be played; the message says why and what to do."""


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
    """The result of a game: prestige of the entrant and of the best other seat, and a checksum."""

    fixture: TaskFixture
    own: int
    other: int
    won: float
    checksum: int

    @property
    def text(self) -> str:
        """The line of an entry for this game."""
        seed, seat = self.fixture
        return f"{seed} {seat} {self.own}:{self.other} {self.won:g} {self.checksum:08x}"


def read_game(text: str) -> TaskGame:
    """Parse a line that ``TaskGame.text`` wrote.  Raises ValueError."""
    seed, seat, totals, won, checksum = text.split(" ")
    own, other = totals.split(":")
    fixture = TaskFixture(int(seed), int(seat))
    game = TaskGame(fixture, int(own), int(other), float(won), int(checksum, 16))
    if game.text != text:
        raise ValueError(f"{text!r} is not a game; it would be {game.text!r}")
    return game


@dataclass(frozen=True)
class Task:
    """A task: ``seeds`` seeds from ``first``, each played with the entrant in every seat.

    ``opponent`` has the other seats; without one the games are against Ivan (R8).  The metric
    ``won`` is the share of games won, with shared victories as fractions and Wilson's interval (at
    the cap on turns, the leader has won, and a tie has no winner);
    ``margin`` is the mean prestige ahead of the best other seat, with a normal interval.
    With ``steps`` the entrant is a learner that may make this many decisions first.  With
    ``random_boxes`` each seed has the edition ``random_edition(seed)``.
    """

    name: str
    version: int
    what: str
    opponent: str | None
    first: int
    seeds: int
    metric: Metric
    steps: int = 0
    random_boxes: bool = False

    def full_name(self, edition: Edition) -> str:
        """Return the name with everything that the results depend on."""
        digits = edition.hash.rpartition(":")[2][:HASH_LENGTH]
        origin = f"boxes-{BOXES_VERSION}" if self.random_boxes else f"ed-{digits}"
        versions = f"{origin}/dec-{DECISIONS_VERSION}/obs-{VERSION}"
        return f"{self.name}/{self.version}/{versions}"

    @property
    def is_solo(self) -> bool:
        """Whether the games are against Ivan."""
        return self.opponent is None

    @property
    def fixtures(self) -> tuple[TaskFixture, ...]:
        """All games, in order."""
        seats = range(1 if self.is_solo else 2)
        seeds = range(self.first, self.first + self.seeds)
        return tuple(TaskFixture(seed, seat) for seed in seeds for seat in seats)

    def estimate(self, games: list[TaskGame]) -> Estimate:
        """Return the metric of games, with the 95 % interval."""
        if self.metric == "won":
            return share(sum(game.won for game in games), len(games))
        estimate = mean([game.own - game.other for game in games])
        if estimate is None:
            raise TaskError(f"{len(games)} games of {self.name} are too few for a mean")
        return estimate


_LEARNED: Final = "what was learned from nothing in one million steps"
_MARGIN: Final = f"Two players: the mean prestige ahead of `greedy` by {_LEARNED}."
_BOXES: Final = (
    "Two players, each seed with another random box: the share of games won against `greedy`."
)
_IVAN: Final = "Alone against Ivan: the mean prestige ahead of him."


def _share(opponent: str) -> str:
    return f"Two players: the share of games won against `{opponent}`."


_TASKS: Final = (
    Task("beat-greedy", 2, _share("greedy"), "greedy", 16_000_000, 200, "won"),
    Task("beat-architect", 2, _share("architect"), "architect", 16_100_000, 200, "won"),
    Task("margin-over-ivan", 2, _IVAN, None, 16_200_000, 400, "margin"),
    Task("sample-efficiency", 2, _MARGIN, "greedy", 16_300_000, 200, "margin", steps=1_000_000),
    Task("held-out-boxes", 1, _BOXES, "greedy", HELD_OUT, 200, "won", random_boxes=True),
)
TASKS: Final = MappingProxyType({task.name: task for task in _TASKS})


def task_named(name: str, edition: Edition) -> Task:
    """Return the task with a name or a full name.  Raises TaskError."""
    short_name = name.partition("/")[0]
    if short_name not in TASKS:
        raise TaskError(f"there is no task {name!r}; the tasks are {', '.join(TASKS)}")
    task = TASKS[short_name]
    full_name = task.full_name(edition)
    if name not in (short_name, full_name):
        fix = "use the program and the edition of that name, or play this task again"
        raise TaskError(f"{name} is not {full_name}, the task of this program: {fix}")
    return task
