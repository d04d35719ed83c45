"""Entries of a task: an entrant plays all its games; a written entry is played again."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Annotated, Final, TypeAlias

import msgspec

from redcathedral import __version__
from redcathedral.ai.bots import make, remarks
from redcathedral.ai.bots.levels import bot_spec
from redcathedral.ai.weights.file import fingerprint, packaged
from redcathedral.box import load_edition
from redcathedral.box.options import Options
from redcathedral.engine.setup import new_setting
from redcathedral.envs.tasks import Task, TaskError, TaskFixture, TaskGame, read_game, task_named
from redcathedral.files import json_text, write_text
from redcathedral.lab.arena.estimate import Estimate
from redcathedral.lab.arena.thinking_time import ThinkingTime, TimedBot, is_timed
from redcathedral.play.bot import Bot
from redcathedral.play.match import play_seeded_match
from redcathedral.play.process_pool import in_order
from redcathedral.record.components import components_of

EntrantMaker: TypeAlias = Callable[[int, int], Bot]  # makes the entrant's bot of seed and seat
TaskJob: TypeAlias = tuple[int, TaskFixture]
NumberedTaskGame: TypeAlias = tuple[int, tuple[TaskGame, ThinkingTime]]
TaskExecutor: TypeAlias = Callable[
    [Callable[[], Callable[[TaskJob], NumberedTaskGame]], Iterable[TaskJob]],
    Generator[NumberedTaskGame],
]
TaskProgress: TypeAlias = Callable[
    [Iterator[tuple[TaskGame, ThinkingTime]], int], Iterable[tuple[TaskGame, ThinkingTime]]
]

SCHEMA: Final = 1
EXACT: Final = 1e-9  # how far figures made of the same games may be apart


class TaskEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an entrant came to in a task.

    ``bot`` is the spec of a bot, ``learner`` a function ``module:name`` (see ``envs.step_budget``);
    one of them is "".  ``spec`` is what the bot's name stands for.  ``weights`` is the fingerprint
    of the package's.  ``is_repeatable`` is false where a bot thinks by the clock.  ``ms`` is the
    mean time a turn here, which is no part of what is compared.  ``games`` has a line each: seed,
    seat, prestige of the entrant and of the best other seat, the share won, a sum over the steps.
    """

    schema: int
    task: str
    bot: str
    learner: str
    spec: str
    note: Annotated[str, msgspec.Meta(max_length=200)]
    program: str
    weights: str
    steps: int
    is_repeatable: bool
    value: float
    low: float
    high: float
    ms: float
    games: tuple[str, ...]

    @property
    def entrant(self) -> str:
        """Who played."""
        return self.bot or self.learner

    @property
    def estimate(self) -> Estimate:
        """The figure, with its interval."""
        return Estimate(self.value, self.low, self.high, len(self.games))


def save_entry(entry: TaskEntry, path: Path) -> None:
    """Write an entry to a file, whole or not at all."""
    write_text(path, json_text(entry))


def load_entry(path: Path) -> TaskEntry:
    """The entry in a file, whose figures are those of its games.  Raises TaskError."""
    try:
        entry = msgspec.json.decode(path.read_bytes(), type=TaskEntry)
    except OSError as error:
        reason = error.strerror
        raise TaskError(f"{path} cannot be read: {reason}; name an entry's file") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise TaskError(f"{path} is no entry: {error}; `task play` writes one") from None
    if entry.schema != SCHEMA:
        forms = f"{entry.schema}, this program reads {SCHEMA}"
        raise TaskError(f"{path} is of form {forms}: take the program that wrote it")
    task = task_named(entry.task, load_edition())
    try:
        games = [read_game(text) for text in entry.games]
    except ValueError as error:
        raise TaskError(f"{path}: {error}") from None
    if [game.fixture for game in games] != list(task.fixtures):
        raise TaskError(f"{path} has other games than {task.name}; play it anew")
    found = task.figure(games)
    told = entry.estimate
    if any(
        abs(getattr(found, name) - getattr(told, name)) > EXACT for name in ("value", "low", "high")
    ):
        raise TaskError(f"{path} tells {told.value}, its games come to {found.value}")
    return entry


def play_task(
    task: Task,
    bot: str,
    learner: str,
    note: str,
    executor: TaskExecutor,
    watch: TaskProgress,
    report: Callable[[int], None] = lambda _: None,
) -> TaskEntry:
    """Let an entrant play a task: a bot by its spec, or where it asks for one a learner.

    ``watch`` gets the games as they come, ``report`` the steps a learner has made.  The entry does
    not depend on the executor.  Raises TaskError and BotSpecError.
    """
    edition = load_edition()
    spec = bot_spec(bot) if bot else ""
    if task.steps:
        if not learner:
            raise TaskError(f"{task.name} is for learners: name a function as module:name")
        entrant, steps = _learned(learner, task, report)
    else:
        if not bot:
            raise TaskError(f"{task.name} is for bots: name one")
        remarks([spec], edition)
        entrant, steps = partial(make, spec), 0
    games: list[TaskGame] = []
    thinking_time = ThinkingTime()
    hire = partial(make_task_worker, task, entrant, bot or learner)
    with closing(executor(hire, enumerate(task.fixtures))) as playing:
        for game, thinking_time in watch(in_order(playing), len(task.fixtures)):
            games.append(game)
            thinking_time += thinking_time
    figure = task.figure(games)
    return TaskEntry(
        schema=SCHEMA,
        task=task.full_name(edition),
        bot=bot,
        learner=learner,
        spec=spec,
        note=note,
        program=__version__,
        weights=fingerprint(packaged()),
        steps=steps,
        is_repeatable=not is_timed(spec),
        value=figure.value,
        low=figure.low,
        high=figure.high,
        ms=round(1000 * thinking_time.seconds / max(thinking_time.turns, 1), 3),
        games=tuple(game.text for game in games),
    )


def _learned(learner: str, task: Task, report: Callable[[int], None]) -> tuple[EntrantMaker, int]:
    try:
        from redcathedral.envs.step_budget import learn
    except ImportError as error:
        raise TaskError(f"{task.name} needs NumPy: {error}") from None
    return learn(learner, task, report)


def make_task_worker(
    task: Task, entrant: EntrantMaker, name: str
) -> Callable[[TaskJob], NumberedTaskGame]:
    """What plays games of a task; a piece is a game with its number."""
    components = components_of()
    seats = 2
    opponent = None if task.opponent is None else partial(make, bot_spec(task.opponent))

    def play(piece: TaskJob) -> NumberedTaskGame:
        number, fixture = piece
        seed, own = fixture
        options = Options(workshop_side=fixture.side)
        setting = new_setting(components, list(range(seats)), options, task.is_solo)
        timed = TimedBot(entrant(seed, own))
        bots: list[Bot] = [timed]
        names = [name]
        if opponent is not None and task.opponent is not None:
            bots.insert(1 - own, opponent(seed, 1 - own))
            names.insert(1 - own, task.opponent)
        match = play_seeded_match(setting, seed, bots, names, f"{task.name}, {fixture}")
        winners = match.winners or range(seats)
        won = 1 / len(winners) if own in winners else 0.0
        totals = match.totals
        game = TaskGame(fixture, totals[own], totals[1 - own], won, match.checksum)
        return number, (game, timed.thinking_time)

    return play


def differences(entry: TaskEntry, again: TaskEntry) -> list[str]:
    """The differences from an entry played again; for a timed bot only the intervals count."""
    found = []
    for name in ("task", "spec", "weights", "steps"):
        old, new = getattr(entry, name), getattr(again, name)
        if old != new:
            found.append(f"{name} was {old}, is {new}")
    if entry.is_repeatable:
        found += [
            f"was {old}, is {new}"
            for old, new in zip(entry.games, again.games, strict=True)
            if old != new
        ]
    elif entry.low > again.high or again.low > entry.high:
        told = f"{entry.low} to {entry.high}"
        found.append(f"the figure lay from {told}, now from {again.low} to {again.high}")
    return found


def ranked(entries: Sequence[TaskEntry]) -> list[TaskEntry]:
    """Entries of one task, the best first."""
    return sorted(entries, key=lambda entry: (-entry.value, entry.entrant))
