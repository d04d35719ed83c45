"""The games of a ladder: what each came to."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec

from redcathedral.box.options import Options
from redcathedral.engine.setup import new_setting
from redcathedral.lab.arena import games_file
from redcathedral.lab.arena.pairing import Fixture, LadderSettings
from redcathedral.lab.arena.thinking_time import TimedBot, is_timed
from redcathedral.lab.arena.tournament import PlayedFixture
from redcathedral.play.match import play_seeded_match
from redcathedral.play.series import BotFactory
from redcathedral.record.components import components_of

SCHEMA: Final = 1  # of the lines, and of what is made from them


class LadderGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One game: bots and totals by seat, the first player first.

    A game that the cap ended has no winners (R7.7).
    """

    seed: int
    side: str
    bots: tuple[str, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: int
    turns: int
    checksum: int

    def __post_init__(self) -> None:
        seats = range(len(self.bots))
        if len(self.totals) != len(seats) or not set(self.winners) <= set(seats):
            raise ValueError("a total for each bot, and winners among the seats, are wanted")

    @property
    def fixture(self) -> Fixture:
        return Fixture(self.seed, self.bots)

    def shares(self) -> dict[str, float]:
        """What each bot won of the game: a shared win is split, one without winners by all."""
        winners = self.winners or range(len(self.bots))
        shares = dict.fromkeys(self.bots, 0.0)
        for seat in winners:
            shares[self.bots[seat]] += 1 / len(winners)
        return shares


def _first_mismatch(
    settings: LadderSettings, games: Sequence[LadderGame]
) -> tuple[int, str] | None:
    fixtures = settings.fixtures(len(games) + 1)
    for place, (game, fixture) in enumerate(zip(games, fixtures, strict=False)):
        if game.fixture != fixture or game.side != fixture.side:
            return place, f"{', '.join(fixture.bots)} with seed {fixture.seed}, {fixture.side}"
    return None


LADDER_FORMAT: Final = games_file.GamesFileFormat(
    LadderSettings, LadderGame, SCHEMA, _first_mismatch
)


def repeatable(games: Iterable[LadderGame], settings: LadderSettings) -> list[LadderGame]:
    """The games that come out the same again: no bot in them thinks by the clock."""
    timed = {bot for bot, spec in settings.bots.items() if is_timed(spec)}
    return [game for game in games if timed.isdisjoint(game.bots)]


def sample(games: Sequence[LadderGame], settings: LadderSettings) -> Iterator[int]:
    """The places of a few games that come out the same again, each of their bots once at least."""
    seen: set[str] = set()
    for game in repeatable(games, settings):
        if not seen.issuperset(game.bots):
            seen.update(game.bots)
            yield games.index(game)


def make_ladder_worker(
    specs: Mapping[str, str], make: BotFactory
) -> Callable[[tuple[int, Fixture]], PlayedFixture[LadderGame]]:
    components = components_of()

    def play(piece: tuple[int, Fixture]) -> PlayedFixture[LadderGame]:
        number, fixture = piece
        seed, names, side = fixture.seed, fixture.bots, fixture.side
        setting = new_setting(components, list(range(len(names))), Options(workshop_side=side))
        bots = [TimedBot(make(specs[bot], seed, seat)) for seat, bot in enumerate(names)]
        match = play_seeded_match(setting, seed, bots, names, f"{fixture}, {side}")
        game = LadderGame(
            seed=seed,
            side=side,
            bots=names,
            totals=match.totals,
            winners=match.winners,
            decisions=match.decisions,
            turns=match.turns,
            checksum=match.checksum,
        )
        return PlayedFixture(number, game, tuple(bot.thinking_time for bot in bots))

    return play
