"""Many games between the same bots in the same seats, each from its own seed."""

import hashlib
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from time import perf_counter

from redcathedral.box import Edition, load_edition
from redcathedral.box.options import Options
from redcathedral.box.vocabulary import COLOURS
from redcathedral.engine.components import Components
from redcathedral.engine.playout import TURNS_PER_SEAT, playout
from redcathedral.engine.rng import DICE, POLICY, Rng
from redcathedral.engine.setup import new_state
from redcathedral.files import write_text
from redcathedral.play.bot import Bot
from redcathedral.play.match import Match, seeded_match
from redcathedral.play.process_pool import work
from redcathedral.play.seating import header_of
from redcathedral.record.game_record import Ending, Record
from redcathedral.record.header import BOT, Header

SEED_LIMIT = 1 << 62


@dataclass(frozen=True)
class Series:
    """What is played: seats and their bots, options, seeds.

    Game ``i``, from 0, has the seed ``seed + i``: its dice and each seat's bot draw from streams
    of that seed.  ``edition`` is an id of the package or the path of a file.  With ``out`` every
    game is recorded there as ``00001.rcg`` and so on.
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
        """The header of every game: red begins, in a solo game Ivan is blue."""
        taken = range(len(self.bots) + self.solo)
        return header_of(edition, taken, self.solo, [BOT + bot for bot in self.bots], self.options)

    @property
    def is_inside(self) -> bool:
        """Whether whole games run inside the compiled code."""
        return self.out is None and set(self.bots) == {"random"}

    def path(self, game: int) -> Path:
        """Where a game is recorded."""
        assert self.out is not None
        return self.out / f"{game + 1:05}.rcg"


@dataclass(frozen=True)
class GameResult:
    """What one game came to; ``totals`` and ``winners`` by seat, Ivan's last.

    A game that the cap ended has no winners; its totals are those of the position reached.
    ``seconds`` is the time it took to play, recording left out.  ``record`` is the text on its
    way to a file.
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
    record: str | None = None


Maker = Callable[[str, int, int], Bot]


class GamePlayer:
    """Plays games of a series; ``make`` makes the bots from spec, seed and seat."""

    def __init__(self, series: Series, make: Maker) -> None:
        self.series = series
        self.make = make
        edition = load_edition(series.edition)
        self.header = series.header(edition)
        self.components = Components(edition)
        self.setting = self.header.setting(self.components)

    def __call__(self, games: range) -> list[GameResult]:
        """Some games of the series."""
        return [self.play(game) for game in games]

    def play(self, game: int) -> GameResult:
        """One game of the series, by its number from 0."""
        series = self.series
        began = perf_counter()
        match = self._inside(series.seed + game) if series.is_inside else self._match(game)
        seconds = perf_counter() - began
        record: str | None = None
        if series.out is not None:
            ending = Ending.CAPPED if match.capped else Ending.FINISHED
            played = Record(self.header, self.components, steps=match.steps, ending=ending)
            record = played.text(series.states, series.legal)
        return GameResult(
            game,
            match.decisions,
            match.forced,
            match.turns,
            match.capped,
            match.checksum,
            match.totals,
            match.winners,
            seconds,
            record,
        )

    def _inside(self, seed: int) -> Match:
        """A game of random bots inside the compiled code, which keeps no steps."""
        state = new_state(self.setting)
        seats = len(self.header.colours)
        policies = [Rng(seed, POLICY + seat) for seat in range(seats)]
        played = playout(state, Rng(seed, DICE), policies, TURNS_PER_SEAT * seats)
        return Match(state, [], played.decisions, played.forced, played.capped, played.checksum)

    def _match(self, game: int) -> Match:
        specs = self.series.bots
        seed = self.series.seed + game
        bots = [self.make(spec, seed, seat) for seat, spec in enumerate(specs)]
        return seeded_match(self.setting, seed, bots, specs, f"seed {seed}, {', '.join(specs)}")


def play_series(series: Series, make: Maker, jobs: int = 1) -> Generator[GameResult]:
    """Play a series in so many processes; each game comes when it is done and recorded.

    The games do not depend on the number of processes; their order does.  Closed early, as by
    Ctrl-C, it ends the processes at once: no record is half written, none comes later.
    """
    size = max(1, min(series.games // (jobs * 8), 250)) if series.is_inside and jobs > 1 else 1
    pieces = (
        range(first, min(first + size, series.games)) for first in range(0, series.games, size)
    )
    with closing(work(partial(GamePlayer, series, make), pieces, jobs)) as playing:
        for results in playing:
            for result in results:
                if result.record is not None:
                    write_text(series.path(result.game), result.record)
                yield replace(result, record=None)


def fingerprint(results: Sequence[GameResult]) -> str:
    """A sha256 over the games' checksums in order: equal for equal games."""
    digest = hashlib.sha256()
    for result in sorted(results, key=lambda result: result.game):
        digest.update(result.checksum.to_bytes(4, "big"))
    return digest.hexdigest()


def seat_names(series: Series) -> list[str]:
    """The colours in turn order, with the bot that has the seat."""
    names = [f"{COLOURS[colour]} {bot}" for colour, bot in enumerate(series.bots)]
    return [*names, f"{COLOURS[1]} Ivan"] if series.solo else names
