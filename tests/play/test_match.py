"""Matches: the result of a game that the cap on turns has ended (R7.7)."""

from __future__ import annotations

import pytest

from redcathedral.ai.bots import make
from redcathedral.play.dice import Dice
from redcathedral.play.match import Match, play_match
from tests.engine.table import Table


@pytest.mark.parametrize(
    ("scores", "winners_at_cap"), [((40, 20, 20), (0,)), ((0, 20, 40), (2,)), ((40, 0, 40), ())]
)
def test_the_leader_wins_at_the_cap(
    scores: tuple[int, ...], winners_at_cap: tuple[int, ...]
) -> None:
    """A shared lead is no victory."""
    table = Table("red", "blue", "green")
    for colour, score in zip(table.colours, scores, strict=True):
        table.has(colour, "", rubles=0, score=score)
    bots = [make("random", 1, seat) for seat in range(3)]
    match = play_match(table.state, bots, Dice(1), turns_per_seat=0)
    assert (match.capped, match.turns, match.winners) == (True, 0, winners_at_cap)
    assert [match.share(seat) for seat in range(3)] == [
        float(seat in winners_at_cap) for seat in range(3)
    ]


def test_a_shared_victory_is_divided() -> None:
    table = Table("red", "blue", "green")
    for colour, score in zip(table.colours, (40, 0, 40), strict=True):
        table.has(colour, "", rubles=0, score=score)
    match = Match(table.state, [])
    assert match.winners == (0, 2)
    assert [match.share(seat) for seat in range(3)] == [0.5, 0.0, 0.5]
