"""Which games are played: seats balanced, and every seed by both bots of a pair.

A pair meets in *blocks*.  A block has one seed, and in it the two bots exchange their seats in
all ways, so that neither going first, nor the neighbour, nor the dice of a seed favour one:

====  =======================================================  =====
      seatings of a block                                      games
====  =======================================================  =====
2     AB BA                                                    2
3     AAB ABA BAA, BBA BAB ABB                                 6
4     AABB ABAB ABBA BAAB BABA BBAA                            6
====  =======================================================  =====

With three and four players a game between two bots is the plainest question about the two: who of
them wins more; a third bot would answer another one.  Among equals each wins half the games of a
block.  *Alone*, one bot has a single seat, each in turn, against the other bot in all others:
among equals it wins one game in two, three or four.

The side of the workshops goes by the seed: basic for an even one, advanced for an odd one.
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
    """A block of two bots: every seating with as many of one as of the other, or one more."""
    sizes = sorted({(players + 1) // 2, players // 2}, reverse=True)
    return [
        tuple(first if seat in taken else second for seat in range(players))
        for size in sizes
        for taken in combinations(range(players), size)
    ]


def one_against_all(bot: str, others: str, players: int) -> list[tuple[str, ...]]:
    """A block of one bot against the other in all seats but one."""
    return [
        tuple(bot if seat == own else others for seat in range(players)) for own in range(players)
    ]


class LadderSettings(games_file.CommonSettings, frozen=True, forbid_unknown_fields=True):
    """A round robin of some bots, or each against the next, or one alone against each other one.

    ``bots`` has the spec of each name; a level's spec is that of its bot.  It goes by rounds, in
    which all pairs play equally many games, so that the games of a shorter plan are the first of a
    longer one.  Seeds begin anew with each number of players.
    """

    bots: dict[str, str]
    players: tuple[int, ...]
    seed: int
    alone: str | None = None
    neighbours: bool = False  # the bots stand in order, and each meets the next alone

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
        """How many games a pair plays in a round: whole blocks, as many on either side."""
        return len(SIDES) * lcm(*(len(self.block("", " ", players)) for players in self.players))

    def rounds(self, games: int) -> int:
        return -(-games // self.round_games)

    def fixtures(self, games: int) -> Iterator[Fixture]:
        """At least so many games of each pair, at each number of players."""
        for number in range(self.rounds(games)):
            for players in self.players:
                size = self.round_games // len(self.block("", " ", players))
                for seed in range(self.seed + number * size, self.seed + (number + 1) * size):
                    for pair in self.pairs:
                        for seating in self.block(*pair, players):
                            yield Fixture(seed, seating)
