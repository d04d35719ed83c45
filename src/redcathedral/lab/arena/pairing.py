"""Plan the games of a ladder: the seed, and the bot in each seat.

A pair of bots plays *blocks* of games.  All games of a block have the same seed, and the block has
every way to share the seats.  So the turn order, the neighbors and the dice favor neither bot:

====  =======================================================  =====
      seatings of a block                                      games
====  =======================================================  =====
2     AB BA                                                    2
3     AAB ABA BAA, BBA BAB ABB                                 6
4     AABB ABAB ABBA BAAB BABA BBAA                            6
====  =======================================================  =====

Games of three and four players also have only two bots, to measure directly which of them wins
more.  Equal bots each win half of the games of a block.  In the mode *alone*, one bot has a single
seat in each game, and the other bot has the other seats; equal bots then win one game in two,
three or four.

The side of the workshops is basic for even seeds, and advanced for odd seeds.
"""

from collections.abc import Iterator
from itertools import combinations, pairwise
from math import lcm
from typing import NamedTuple

from redcathedral.box.options import SIDES, BoardSide
from redcathedral.lab.arena import games_file


class Fixture(NamedTuple):
    """One game: its seed and the bot in each seat, the first player first."""

    seed: int
    bots: tuple[str, ...]

    def __str__(self) -> str:
        return f"seed {self.seed}, {', '.join(self.bots)}"

    @property
    def side(self) -> BoardSide:
        return SIDES[self.seed % len(SIDES)]


def seatings(first: str, second: str, players: int) -> list[tuple[str, ...]]:
    """Return the block of two bots: all seatings that share the seats as equally as possible."""
    return [
        tuple(first if seat in first_seats else second for seat in range(players))
        for size in sorted({(players + 1) // 2, players // 2}, reverse=True)
        for first_seats in combinations(range(players), size)
    ]


def one_against_all(bot: str, opponent: str, players: int) -> list[tuple[str, ...]]:
    """Return the block of one bot in a single seat against another bot in all other seats."""
    return [
        tuple(bot if seat == bot_seat else opponent for seat in range(players))
        for bot_seat in range(players)
    ]


class LadderSettings(games_file.CommonSettings, frozen=True, forbid_unknown_fields=True):
    """Settings of a round robin, of each bot against the next, or of one bot alone against others.

    ``bots`` has the spec of each bot by name.  The plan consists of rounds, in which all pairs play
    the same number of games, so that a longer plan begins with the games of a shorter one.  The
    seeds are the same for each number of players.
    """

    bots: dict[str, str]
    players: tuple[int, ...]
    seed: int
    alone: str | None = None
    neighbours: bool = False  # each bot plays only against the next one

    @property
    def pairs(self) -> list[tuple[str, str]]:
        if self.neighbours:
            return list(pairwise(self.bots))
        if self.alone is None:
            return list(combinations(self.bots, 2))
        return [(self.alone, bot) for bot in self.bots if bot != self.alone]

    def block(self, first: str, second: str, players: int) -> list[tuple[str, ...]]:
        return (seatings if self.alone is None else one_against_all)(first, second, players)

    @property
    def round_games(self) -> int:
        """The games of a pair in a round: complete blocks, equally many on each workshop side."""
        return len(SIDES) * lcm(*(len(self.block("", " ", players)) for players in self.players))

    def rounds(self, games: int) -> int:
        return -(-games // self.round_games)

    def fixtures(self, games: int) -> Iterator[Fixture]:
        """Yield at least ``games`` games of each pair with each number of players."""
        for number in range(self.rounds(games)):
            for players in self.players:
                size = self.round_games // len(self.block("", " ", players))
                for seed in range(self.seed + number * size, self.seed + (number + 1) * size):
                    for pair in self.pairs:
                        for seating in self.block(*pair, players):
                            yield Fixture(seed, seating)
