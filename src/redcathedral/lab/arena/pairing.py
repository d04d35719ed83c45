"""The plan of a ladder: which bots play in which seats, with which seed.

A pair of bots plays *blocks* of games.  All games of a block have the same seed, and the bots
exchange their seats in all ways.  So the turn order, the neighbors and the dice favor no bot:

====  =======================================================  =====
      seatings of a block                                      games
====  =======================================================  =====
2     AB BA                                                    2
3     AAB ABA BAA, BBA BAB ABB                                 6
4     AABB ABAB ABBA BAAB BABA BBAA                            6
====  =======================================================  =====

With three and four players too, only two bots play in a game, because that measures directly which
of the two wins more.  Equal bots each win half of the games of a block.  In the mode *alone*, one
bot has a single seat, each in turn, and the other bot has all other seats: equal bots win one game
in two, three or four.

The seed decides the side of the workshops: basic if it is even, advanced if it is odd.
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
    sizes = sorted({(players + 1) // 2, players // 2}, reverse=True)
    return [
        tuple(first if seat in first_seats else second for seat in range(players))
        for size in sizes
        for first_seats in combinations(range(players), size)
    ]


def one_against_all(bot: str, others: str, players: int) -> list[tuple[str, ...]]:
    """Return the block of one bot in a single seat against another bot in all other seats."""
    return [
        tuple(bot if seat == bot_seat else others for seat in range(players))
        for bot_seat in range(players)
    ]


class LadderSettings(games_file.CommonSettings, frozen=True, forbid_unknown_fields=True):
    """A round robin, or each bot against the next, or one bot alone against each other.

    ``bots`` has the spec of each bot by its name.  In a round all pairs play the same number of
    games, so that a longer plan begins with the games of a shorter one.  Each number of players
    uses the same seeds.
    """

    bots: dict[str, str]
    players: tuple[int, ...]
    seed: int
    alone: str | None = None
    neighbours: bool = False  # the bots are in order, and each plays only against the next

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
        """The games of a pair in a round: complete blocks, the same number on each side."""
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
