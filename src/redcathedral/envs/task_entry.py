"""Play a task, and store the results as an entry that can be checked by playing again."""

from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Annotated, Final, TypeAlias

import msgspec

from redcathedral import __version__
from redcathedral.ai.bots import make
from redcathedral.ai.bots.levels import bot_spec
from redcathedral.ai.weights.file import fingerprint, packaged
from redcathedral.box import load_edition
from redcathedral.box.options import Options
from redcathedral.engine.setup import new_setting
from redcathedral.envs.random_edition import random_edition
from redcathedral.envs.tasks import Task, TaskError, TaskFixture, TaskGame, read_game, task_named
from redcathedral.files import json_text, write_text
from redcathedral.lab.arena.estimate import Estimate
from redcathedral.lab.arena.thinking_time import ThinkingTime, TimedBot, is_timed
from redcathedral.play.bot import Bot
from redcathedral.play.match import play_seeded_match
from redcathedral.play.process_pool import Executor, Tracker, in_order
from redcathedral.record.components import components_of

# Makes the entrant's bot from a seed and a seat.
EntrantMaker: TypeAlias = Callable[[int, int], Bot]
TaskJob: TypeAlias = tuple[int, TaskFixture]
NumberedTaskGame: TypeAlias = tuple[int, tuple[TaskGame, ThinkingTime]]

SCHEMA: Final = 1
TOLERANCE: Final = 1e-9  # of a result that is calculated again from the same games


class TaskEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result of an entrant in a task.

    ``bot`` is the name or spec of a bot, ``learner`` a function ``module:name`` (see
    ``envs.step_budget``); one of them is "".  ``spec`` is the full spec of the bot.  ``weights`` is
    the fingerprint of the packaged weights.  ``is_repeatable`` is false if the bot has a time
    limit.  ``ms`` is the mean time for a turn in milliseconds; a check does not compare it.
    ``games`` has a line for each game, see ``TaskGame.text``.
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
        """The bot or learner that played."""
        return self.bot or self.learner

    @property
    def estimate(self) -> Estimate:
        """The estimate, with its interval."""
        return Estimate(self.value, self.low, self.high, len(self.games))


def save_entry(entry: TaskEntry, path: Path) -> None:
    """Write an entry to a file atomically."""
    write_text(path, json_text(entry))


def load_entry(path: Path) -> TaskEntry:
    """Read an entry, and check its result against its games.  Raises TaskError."""
    try:
        entry = msgspec.json.decode(path.read_bytes(), type=TaskEntry)
    except OSError as error:
        reason = f"{path} cannot be read: {error.strerror}"
        raise TaskError(f"{reason}; name the file of an entry") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise TaskError(f"{path} is not an entry: {error}; `task play` writes one") from None
    if entry.schema != SCHEMA:
        versions = f"{entry.schema}, this program reads {SCHEMA}"
        raise TaskError(f"{path} has format version {versions}: use the program that wrote it")
    task = task_named(entry.task, load_edition())
    try:
        games = [read_game(text) for text in entry.games]
    except ValueError as error:
        raise TaskError(f"{path}: {error}") from None
    if [game.fixture for game in games] != list(task.fixtures):
        raise TaskError(f"{path} has other games than {task.name}; play it again")
    calculated = task.estimate(games)
    stored = entry.estimate
    if any(
        abs(getattr(calculated, name) - getattr(stored, name)) > TOLERANCE
        for name in ("value", "low", "high")
    ):
        raise TaskError(f"{path} says {stored.value}, but its games give {calculated.value}")
    return entry


def play_task(
    task: Task,
    bot: str,
    learner: str,
    note: str,
    executor: Executor,
    progress: Tracker,
    report: Callable[[int], None] = lambda _: None,
) -> TaskEntry:
    """Let an entrant play a task: a bot, or a learner if the task has a budget of steps.

    ``progress`` wraps the iterator of games, and gets their number; ``report`` gets the steps of a
    learner.  Raises TaskError and BotSpecError.
    """
    edition = load_edition()
    spec = bot_spec(bot) if bot else ""
    if task.steps:
        if not learner:
            raise TaskError(f"{task.name} is for learners: name a function as module:name")
        entrant, steps = _run_learner(learner, task, report)
    else:
        if not bot:
            raise TaskError(f"{task.name} is for bots: name one")
        entrant, steps = partial(make, spec), 0
    games: list[TaskGame] = []
    thinking_time = ThinkingTime()
    make_worker = partial(make_task_worker, task, entrant, bot or learner)
    with closing(executor(make_worker, enumerate(task.fixtures))) as playing:
        for game, game_time in progress(in_order(playing), len(task.fixtures)):
            games.append(game)
            thinking_time += game_time
    estimate = task.estimate(games)
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
        value=estimate.value,
        low=estimate.low,
        high=estimate.high,
        ms=round(1000 * thinking_time.seconds / max(thinking_time.turns, 1), 3),
        games=tuple(game.text for game in games),
    )


def _run_learner(
    learner: str, task: Task, report: Callable[[int], None]
) -> tuple[EntrantMaker, int]:
    try:
        from redcathedral.envs.step_budget import learn
    except ImportError as error:
        raise TaskError(f"{task.name} needs NumPy: {error}") from None
    return learn(learner, task, report)


def make_task_worker(
    task: Task, entrant: EntrantMaker, name: str
) -> Callable[[TaskJob], NumberedTaskGame]:
    """Return a function that plays a numbered game of a task."""
    seats = 2
    opponent = None if task.opponent is None else partial(make, bot_spec(task.opponent))

    def play(job: TaskJob) -> NumberedTaskGame:
        number, fixture = job
        seed, entrant_seat = fixture
        options = Options(workshop_side=fixture.side)
        components = components_of(random_edition(seed) if task.random_boxes else None)
        setting = new_setting(components, list(range(seats)), options, task.is_solo)
        entrant_bot = TimedBot(entrant(seed, entrant_seat))
        bots: list[Bot] = [entrant_bot]
        names = [name]
        if opponent is not None and task.opponent is not None:
            bots.insert(1 - entrant_seat, opponent(seed, 1 - entrant_seat))
            names.insert(1 - entrant_seat, task.opponent)
        match = play_seeded_match(setting, seed, bots, names, f"{task.name}, {fixture}")
        own, other = match.totals[entrant_seat], match.totals[1 - entrant_seat]
        game = TaskGame(fixture, own, other, match.share(entrant_seat), match.checksum)
        return number, (game, entrant_bot.thinking_time)

    return play


def differences(entry: TaskEntry, second_entry: TaskEntry) -> list[str]:
    """Compare an entry with one played again; for a bot with a time limit, only the intervals."""
    differences = []
    for name in ("task", "spec", "weights", "steps"):
        old, new = getattr(entry, name), getattr(second_entry, name)
        if old != new:
            differences.append(f"{name} was {old}, is {new}")
    if entry.is_repeatable:
        differences += [
            f"was {old}, is {new}"
            for old, new in zip(entry.games, second_entry.games, strict=True)
            if old != new
        ]
    elif entry.low > second_entry.high or second_entry.low > entry.high:
        old, new = (f"{result.low} to {result.high}" for result in (entry, second_entry))
        differences.append(f"the result was {old}, is {new}")
    return differences
