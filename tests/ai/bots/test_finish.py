"""Bots finish what they have won, also against opponents that avoid the end of the game (R7.1)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from redcathedral.ai.bots import make
from redcathedral.box.options import SIDES, Options
from redcathedral.engine.setup import new_setting
from redcathedral.play.bot import Bot
from redcathedral.play.match import Match, play_seeded_match
from redcathedral.record.components import components_of
from tests.ai.bots.opponents import LateBuilder, Staller
from tests.ai.bots.positions import chosen


def games(level: str, opponent: Callable[[int, int], Bot], count: int) -> list[tuple[int, Match]]:
    """Play pairs of games with exchanged seats; return the seat of the level with each."""
    result = []
    for number in range(count):
        seed, seat = 940_000 + number // 2, number % 2
        bots: list[Bot] = [opponent(seed, index) for index in range(2)]
        bots[seat] = make(level, seed, seat)
        setting = new_setting(components_of(), [0, 1], Options(workshop_side=SIDES[seed % 2]))
        result.append((seat, play_seeded_match(setting, seed, bots, ["", ""], f"seed {seed}")))
    return result


@pytest.mark.parametrize("opponent", [Staller, LateBuilder])
@pytest.mark.parametrize(
    "level",
    ["apprentice", "journeyman", "craftsman", pytest.param("architect", marks=pytest.mark.slow)],
)
def test_wins_against_opponents_that_never_finish(
    level: str, opponent: Callable[[int, int], Bot]
) -> None:
    least = 0.99 if level == "architect" else 0.95
    played = games(level, opponent, count := chosen(20, 4))
    assert not any(match.capped for _, match in played)
    assert sum(match.winners == (seat,) for seat, match in played) >= least * count
