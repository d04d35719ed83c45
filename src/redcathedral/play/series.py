"""Play many games between the same bots in the same seats, each from its own seed."""

import hashlib
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import perf_counter

from redcathedral.box import Edition, load_edition
from redcathedral.box.options import Options
from redcathedral.box.vocabulary import COLOURS
from redcathedral.engine.playout import TURNS_PER_SEAT, playout
from redcathedral.engine.rng import DICE, POLICY, Rng
from redcathedral.engine.setting import Setting
from redcathedral.engine.setup import new_state
from redcathedral.files import write_text
from redcathedral.play.bot import Bot
from redcathedral.play.match import Match, play_seeded_match
from redcathedral.play.process_pool import run_jobs
from redcathedral.play.seating import make_header
from redcathedral.record.components import components_of
from redcathedral.record.game_record import Ending, Record
from redcathedral.record.header import BOT, Header

SEED_LIMIT = 1 << 62
MAX_GAMES_PER_JOB = 250
MIN_JOBS_PER_PROCESS = 8  # so that all processes finish at about the same time


@dataclass(frozen=True)
class Series:
    """The settings of a series: bots, number of games, seeds, options.

    Game ``i``, counted from 0, has the seed ``seed + i`` for its dice and its bots.  ``edition`` is
    the id of a packaged edition, or the path of a file.  ``out`` is the folder for the records
    ``00001.rcg`` and so on, or None; ``states`` and ``legal`` add positions and legal decisions to
    them.
    """

    bots: tuple[str, ...]
    games: int
    seed: int
    solo: bool = False
    options: Options = field(default_factory=Options)
    edition: str | None = None
    out: Path | None = None
    states: bool = False
    legal: bool = False

    def header(self, edition: Edition) -> Header:
        """Return the header of every game: red begins, and in a solo game Ivan is blue."""
        seats = range(len(self.bots) + self.solo)
        return make_header(
            edition, seats, self.solo, [BOT + bot for bot in self.bots], self.options
        )

    @property
    def is_fully_compiled(self) -> bool:
        """Whether whole games run in compiled code: random bots, and no records to write."""
        return self.out is None and set(self.bots) == {"random"}

    def path(self, game: int) -> Path:
        """Return the path of a game's record."""
        assert self.out is not None
        return self.out / f"{game + 1:05}.rcg"


@dataclass(frozen=True)
class GameResult:
    """The result of one game; ``totals`` has the total of each seat, ``winners`` has seats.

    A game that the cap on turns ended (R7.7) has the totals of its last position; the leader has
    won, and a tie has no winner.
    ``seconds`` is the time for playing, without writing the record.
    """

    game: int
    decisions: int
    forced: int
    turns: int
    capped: bool
    checksum: int
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    seconds: float


BotFactory = Callable[[str, int, int], Bot]


def make_series_worker(
    series: Series, make: BotFactory
) -> Callable[[range], list[tuple[GameResult, str]]]:
    """Return a function that plays a range of games with bots of ``make(spec, seed, seat)``."""
    edition = load_edition(series.edition)
    header = series.header(edition)
    components = components_of(edition)
    setting = header.setting(components)
    specs = series.bots

    def play(game: int) -> tuple[GameResult, str]:
        seed = series.seed + game
        start = perf_counter()
        if series.is_fully_compiled:
            match = _random_match(setting, seed)
        else:
            bots = [make(spec, seed, seat) for seat, spec in enumerate(specs)]
            match = play_seeded_match(
                setting, seed, bots, specs, f"seed {seed}, {', '.join(specs)}"
            )
        seconds = perf_counter() - start
        record_text = ""
        if series.out is not None:
            ending = Ending.CAPPED if match.capped else Ending.FINISHED
            record = Record(header, components, steps=match.steps, ending=ending)
            record_text = record.text(series.states, series.legal)
        result = GameResult(
            game,
            match.decisions,
            match.forced,
            match.turns,
            match.capped,
            match.checksum,
            match.totals,
            match.winners,
            seconds,
        )
        return result, record_text

    return lambda games: [play(game) for game in games]


def _random_match(setting: Setting, seed: int) -> Match:
    """Play a game between random bots in compiled code, which does not record the steps."""
    state = new_state(setting)
    seats = int(setting.seat_count)
    policies = [Rng(seed, POLICY + seat) for seat in range(seats)]
    result = playout(state, Rng(seed, DICE), policies, TURNS_PER_SEAT * seats)
    return Match(state, [], result.decisions, result.forced, result.capped, result.checksum)


def play_series(series: Series, make: BotFactory, jobs: int = 1) -> Generator[GameResult]:
    """Play a series in a number of processes (``jobs``); yield each result after its record.

    The number of processes affects the order of the results, but not the games.  Closing the
    generator early, for example by Ctrl-C, ends the processes immediately; records are complete.
    """
    size = 1
    if series.is_fully_compiled and jobs > 1:
        size = max(1, min(series.games // (jobs * MIN_JOBS_PER_PROCESS), MAX_GAMES_PER_JOB))
    ranges = (
        range(first, min(first + size, series.games)) for first in range(0, series.games, size)
    )
    with closing(run_jobs(partial(make_series_worker, series, make), ranges, jobs)) as playing:
        for results in playing:
            for result, record_text in results:
                if record_text:
                    write_text(series.path(result.game), record_text)
                yield result


def fingerprint(results: Sequence[GameResult]) -> str:
    """Return a sha256 of the checksums of all games in order."""
    digest = hashlib.sha256()
    for result in sorted(results, key=lambda result: result.game):
        digest.update(result.checksum.to_bytes(4, "big"))
    return digest.hexdigest()


def seat_names(series: Series) -> list[str]:
    """Return each seat's colour and bot, in turn order."""
    names = [f"{COLOURS[colour]} {bot}" for colour, bot in enumerate(series.bots)]
    return [*names, f"{COLOURS[1]} Ivan"] if series.solo else names
