"""The games of a ladder: what is played, and what each came to."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

import msgspec

from redcathedral.arena import log
from redcathedral.arena.pairing import Fixture, Schedule

SCHEMA: Final = 1  # of the lines, and of what is made from them


class LadderSettings(log.Common, frozen=True, forbid_unknown_fields=True):
    """What the games of a ladder have in common, apart from their number.

    ``bots`` has the spec of each name; a level's spec is that of its bot.
    """

    bots: dict[str, str]
    players: tuple[int, ...]
    seed: int
    alone: str | None = None

    @property
    def plan(self) -> Schedule:
        """The games to play."""
        return Schedule(tuple(self.bots), self.players, self.seed, self.alone)


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
        """What was to be played."""
        return Fixture(self.seed, self.bots)

    def shares(self) -> dict[str, float]:
        """What each bot won of the game: a shared win is split, one without winners by all."""
        winners = self.winners or range(len(self.bots))
        shares = dict.fromkeys(self.bots, 0.0)
        for seat in winners:
            shares[self.bots[seat]] += 1 / len(winners)
        return shares


def _stray(settings: LadderSettings, games: Sequence[LadderGame]) -> tuple[int, str] | None:
    """The first game that is not that of the plan at its place."""
    fixtures = islice(settings.plan.fixtures(len(games) + 1), len(games))
    for place, (game, fixture) in enumerate(zip(games, fixtures, strict=True)):
        if game.fixture != fixture or game.side != fixture.side:
            return place, f"{', '.join(fixture.bots)} with seed {fixture.seed}, {fixture.side}"
    return None


FORM: Final = log.Form(LadderSettings, LadderGame, SCHEMA, _stray)


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


def is_timed(spec: str) -> bool:
    """Whether a bot thinks by the clock."""
    return re.search(r"[:,]\s*ms\s*=", spec) is not None
