"""Play the games of a ladder, and store their results."""

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

SCHEMA: Final = 2  # version of the lines in games.jsonl


class LadderGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result of a game; bots and totals are by seat, the first player first.

    In a game that the cap on turns ended (R7.7), the leader has won, and a tie has no winner.
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
            raise ValueError("there must be a total for each bot, and winners must be seats")

    @property
    def fixture(self) -> Fixture:
        return Fixture(self.seed, self.bots)

    def shares(self) -> dict[str, float]:
        """Return each bot's share of the win; without a winner all shares are 0."""
        shares = dict.fromkeys(self.bots, 0.0)
        for seat in self.winners:
            shares[self.bots[seat]] += 1 / len(self.winners)
        return shares


def _first_mismatch(
    settings: LadderSettings, games: Sequence[LadderGame]
) -> tuple[int, str] | None:
    fixtures = settings.fixtures(len(games) + 1)
    for index, (game, fixture) in enumerate(zip(games, fixtures, strict=False)):
        if game.fixture != fixture or game.side != fixture.side:
            return index, f"{', '.join(fixture.bots)} with seed {fixture.seed}, {fixture.side}"
    return None


LADDER_FORMAT: Final = games_file.GamesFileFormat(
    LadderSettings, LadderGame, SCHEMA, _first_mismatch
)


def repeatable_games(games: Iterable[LadderGame], settings: LadderSettings) -> list[LadderGame]:
    """Return the games that give the same result again: no bot in them has a time limit."""
    timed = {bot for bot, spec in settings.bots.items() if is_timed(spec)}
    return [game for game in games if timed.isdisjoint(game.bots)]


def sample_indices(games: Sequence[LadderGame], settings: LadderSettings) -> Iterator[int]:
    """Yield the indices of a few repeatable games; together they include every bot."""
    sampled_bots: set[str] = set()
    for game in repeatable_games(games, settings):
        if not sampled_bots.issuperset(game.bots):
            sampled_bots.update(game.bots)
            yield games.index(game)


def make_ladder_worker(
    specs: Mapping[str, str], make: BotFactory
) -> Callable[[tuple[int, Fixture]], PlayedFixture[LadderGame]]:
    """Return a function that plays one numbered game; ``specs`` has the spec of each bot."""
    components = components_of()

    def play(numbered_fixture: tuple[int, Fixture]) -> PlayedFixture[LadderGame]:
        number, fixture = numbered_fixture
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
