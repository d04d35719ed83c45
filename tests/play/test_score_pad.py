"""The score pad: the examples of the rulebooks, and what cannot be."""

from __future__ import annotations

import pytest

from redcathedral.box import load_edition
from redcathedral.engine.components import Components
from redcathedral.engine.rng import DICE, Rng
from redcathedral.engine.scoring import scores
from redcathedral.engine.setup import new_setting
from redcathedral.play.game import Game
from redcathedral.play.score_pad import (
    MAX_PRESTIGE,
    PadFault,
    PadSeat,
    find_faults,
    scored_position,
)

COMPONENTS = Components(load_edition())
FOUR = new_setting(COMPONENTS, [0, 1, 2, 3])
TWO = new_setting(COMPONENTS, [0, 1])
PLAN = (3, 4, 5, 5, 4, 3)


def test_r9_11_four_players() -> None:
    """R9.11: red, blue, green, yellow; the towers from left to right."""
    pad = [
        PadSeat(10, 0, 0, [1, 0, 1, 1, 1, 2], [0, 0, 0, 1, 0, 1]),
        PadSeat(11, 4, 1, [0, 1, 2, 0, 1, 0], [0, 1, 1, 0, 1, 1]),
        PadSeat(12, 9, 0, [1, 0, 1, 2, 1, 1], [1, 0, 0, 1, 0, 1]),
        PadSeat(50, 0, 14, [1, 1, 1, 1, 1, 0], [0, 0, 1, 0, 0, 0]),
    ]
    assert find_faults(pad, FOUR, PLAN) == []
    red, blue, green, yellow = scores(scored_position(pad, FOUR, PLAN))
    assert red.by_tower == [2, 0, 2, 5, 2, 9]
    assert blue.by_tower == [0, 5, 12, 0, 9, 2]
    assert green.by_tower == [7, 0, 2, 10, 2, 4]
    assert yellow.by_tower == [2, 2, 6, 2, 2, 0]
    assert [each.track for each in (red, blue, green, yellow)] == [10, 11, 12, 50]
    assert [each.goods for each in (red, blue, green, yellow)] == [0, 1, 1, 2]
    assert (red.cards, red.ornaments) == (6, 2)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_scores_like_the_game(players: int) -> None:
    """Random games to the end, entered on the score pad."""
    for seed in range(4):
        game = Game(players, solo=players == 1, seed=seed)
        lot = Rng(seed, DICE)
        while not game.is_over and len(game.history) < 3000:
            legal = game.legal_ids
            game.play(legal[lot.below(len(legal))])
        state = game.state
        plan = tuple(height for height in state.setting.heights if height)
        pad = []
        for seat, score in enumerate(game.scores()):
            own = range(len(plan))
            at = [[6 * tower + level for level in range(6)] for tower in own]
            cards = [sum(state.owner(p) == seat and state.is_built(p) for p in ps) for ps in at]
            ornaments = [sum(state.decorator(place) == seat for place in places) for places in at]
            stored = 0 if state.is_ivan(seat) else int(state.stored(seat))
            pad.append(PadSeat(score.track, stored, int(state.rubles(seat)), cards, ornaments))
        setting = new_setting(
            COMPONENTS, list(state.setting.colours), solo=bool(state.setting.solo)
        )
        assert find_faults(pad, setting, plan) == []
        again = scores(scored_position(pad, setting, plan))
        assert [repr(one) for one in again] == [repr(one) for one in game.scores()]


def test_what_cannot_be() -> None:
    pad = [
        PadSeat(-1, 11, MAX_PRESTIGE + 1, [4, 1, 1, 1], [0, 2, 0, 0]),
        PadSeat(3, 0, 0, [0, 0, 0], [5, -1, 0, 0]),
    ]
    number = {"least": 0, "most": MAX_PRESTIGE}
    assert find_faults(pad, TWO, (3, 3, 3, 3)) == [
        PadFault("seats[0].prestige", "number", number),
        PadFault("seats[0].rubles", "number", number),
        PadFault("seats[0].materials", "slots", {"seat": 0, "n": 11, "of": 10}),
        PadFault("seats[0].cards", "pad-cards", {"seat": 0, "n": 7, "of": 6}),
        PadFault("seats[1].cards", "number", {"least": 0, "most": 6}),
        PadFault("seats[1].ornaments", "number", {"least": 0, "most": 4}),
        PadFault("towers[0]", "pad-height", {"tower": 1, "n": 4, "of": 3}),
    ]
    bare = [PadSeat(0, 0, 0, [0, 1, 0, 0], [0, 2, 0, 0]), PadSeat(0, 0, 0, [0] * 4, [3, 2, 0, 0])]
    assert find_faults(bare, TWO, (3, 3, 3, 3)) == [
        PadFault("seats[1].ornaments", "pad-ornaments", {"seat": 1, "n": 5, "of": 4}),
        PadFault("towers[0]", "pad-bare", {"tower": 1, "n": 3, "of": 0}),
        PadFault("towers[1]", "pad-bare", {"tower": 2, "n": 4, "of": 1}),
    ]
