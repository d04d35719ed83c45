"""The network says in packed whole numbers what the same sums come to the plain way."""

from __future__ import annotations

import math
from itertools import zip_longest
from random import Random

import pytest

from redcathedral.ai.value.fields import field_count
from redcathedral.ai.value.network import (
    HASTE,
    HIDDEN_MAX,
    HIDDEN_UNIT,
    LANE_HALF,
    LONG_GAME,
    MARGIN_LIMIT,
    MARGIN_WORTH,
    MAX_LOGIT,
    OUTPUT_UNIT,
    PER_PRESTIGE,
    SAFE_MARGIN,
    SAFE_SHARE,
    STEPS_PER_LOGIT,
    SURPLUS_DIVISOR,
    WORK_WORTH,
    NetworkEvaluator,
    sigmoid,
)
from redcathedral.ai.value.standings import MAX_SEATS, WHOLE_SHARE, is_decided, work_left
from redcathedral.ai.weights.file import Weights
from redcathedral.engine import arrange
from redcathedral.engine.components import Components
from redcathedral.engine.phases import OVER
from redcathedral.engine.scoring import scores, winners
from redcathedral.envs.random_edition import random_edition
from tests.ai.bots.networks import HIDDEN, expected, filled, said, weights
from tests.ai.bots.positions import chosen, course, sample
from tests.properties.modes import ALL, EIGHT, Mode

modes = pytest.mark.parametrize("mode", ALL, ids=lambda mode: mode.name)
MOST = (LANE_HALF - 1 - 2 * HIDDEN_MAX) // int(
    field_count(MAX_SEATS)
)  # rows so large that four seats just fit a lane


@modes
def test_share_and_margin_are_the_plain_sums(mode: Mode) -> None:
    numbers = weights(2)
    valuer = NetworkEvaluator(numbers.network())
    shares = set()
    for state in sample(mode, 5, chosen(40, 200)):
        if is_decided(state):
            continue
        for seat in range(len(mode.advanced)):
            share, margin = said(valuer, state, seat)
            assert (share, margin) == expected(numbers, state, seat)
            counted = min(margin, SAFE_MARGIN + (margin - SAFE_MARGIN) // SURPLUS_DIVISOR)
            worth = share + counted * MARGIN_WORTH
            turns = min(state.turn // len(mode.advanced) - LONG_GAME, LONG_GAME)
            safety = max(0, share - SAFE_SHARE)
            haste = WORK_WORTH * safety // (WHOLE_SHARE - SAFE_SHARE)
            haste += HASTE * max(0, turns) * (share > WHOLE_SHARE // 2)
            worth -= work_left(state, seat) * haste
            assert valuer.worth(state, seat) == worth
            shares.add(share)
    assert len(shares) > 2


@pytest.mark.parametrize(
    "numbers",
    [
        filled(MOST, 2 * HIDDEN_MAX, 32767, -32768),
        filled(-MOST, -2 * HIDDEN_MAX, 32767, 32767),
        filled(-1, 300, -32768, 32767),
        filled(0, HIDDEN_MAX, -32768, -32768),
        filled(0, HIDDEN_MAX + 1, 32767, 32767),
        filled(0, 0, 5, 7),
        weights(3, spread=MOST, out=32767),
    ],
    ids=["high", "low", "middle", "ceiling", "above it", "nothing", "all over"],
)
def test_extremes(numbers: Weights) -> None:
    """Every hidden unit far above its ceiling or far below 0, outputs as large as they can be."""
    valuer = NetworkEvaluator(numbers.network())
    for mode in (EIGHT[0], EIGHT[5], EIGHT[7]):
        for state in sample(mode, 6, chosen(30, 150), limit=600):
            for seat in range(len(mode.advanced)):
                if not is_decided(state):
                    assert said(valuer, state, seat) == expected(numbers, state, seat)


def test_the_hidden_layer_is_cut_off_on_both_sides() -> None:
    state = next(sample(EIGHT[0], 1, 1))
    for bias, hidden in (
        (-5, 0),
        (0, 0),
        (1, 1),
        (HIDDEN_MAX, HIDDEN_MAX),
        (HIDDEN_MAX + 1, HIDDEN_MAX),
    ):
        margin = said(NetworkEvaluator(filled(0, bias, 0, 3).network()), state, 0)[1]
        assert (
            margin
            == (HIDDEN * hidden + HIDDEN_UNIT) * 3 * 8 * PER_PRESTIGE // HIDDEN_UNIT // OUTPUT_UNIT
        )
    assert (
        said(NetworkEvaluator(filled(0, HIDDEN_MAX, 0, 32767).network()), state, 0)[1]
        == MARGIN_LIMIT
    )
    assert (
        said(NetworkEvaluator(filled(0, HIDDEN_MAX, 0, -32768).network()), state, 0)[1]
        == -MARGIN_LIMIT
    )


def test_games_that_take_turns_do_not_disturb_each_other() -> None:
    """One valuer follows games with 2, 3 and 4 seats and solo at once; each time as if fresh."""
    network = weights(4).network()
    rolling = NetworkEvaluator(network)
    seen = 0
    games = [sample(EIGHT[number], 7, chosen(15, 60), chosen(900, 400)) for number in (0, 4, 6, 3)]
    for states in zip_longest(*games):
        for state in filter(None, states):
            for seat in range(int(state.setting.seat_count)):
                assert said(rolling, state, seat) == said(NetworkEvaluator(network), state, seat)
                seen += 1
    assert seen > chosen(500, 50)


def test_one_game_followed_step_by_step() -> None:
    network = weights(5).network()
    rolling = NetworkEvaluator(network)
    for number, state in enumerate(course(EIGHT[2], 3)):
        if number > chosen(1500, 150):
            break
        for seat in range(3):
            assert said(rolling, state, seat) == said(NetworkEvaluator(network), state, seat)


@modes
def test_earlier_positions_do_not_matter(mode: Mode) -> None:
    """Seats see positions of a game in any order, mostly near ones, and each as if it were new."""
    network = weights(6).network()
    rolling = NetworkEvaluator(network)
    random = Random(mode.name)
    for seed in range(chosen(6, 1)):
        components = Components(random_edition(seed // 2))
        states = list(sample(mode, seed, 1, 900, components))
        at = 0
        for _ in range(chosen(900, 60)):
            at = (at + random.choice((-1, 1, 1, 2, 2, 30))) % len(states)
            seat = random.randrange(len(mode.advanced))
            fresh = NetworkEvaluator(network)
            assert said(rolling, states[at], seat) == said(fresh, states[at], seat)


@modes
def test_of_a_finished_game_the_result(mode: Mode) -> None:
    """The win and its margin, not an opinion, once nothing can change (R7.6)."""
    valuer = NetworkEvaluator(filled(0, HIDDEN_MAX, 32767, 32767).network())
    *_, end = (state for state in course(mode, 3))
    if not end.is_over:
        return
    totals = [score.total for score in scores(end)]
    best = winners(scores(end))
    for seat, total in enumerate(totals):
        margin = total - max(totals[:seat] + totals[seat + 1 :])
        share = WHOLE_SHARE // len(best) if seat in best else 0
        assert said(valuer, end, seat) == (share, margin * PER_PRESTIGE)


def test_a_shared_victory_counts_in_parts() -> None:
    state = next(sample(EIGHT[4], 1, 1))
    state.phase = OVER
    for seat in range(MAX_SEATS):
        arrange.set_rubles(state, seat, 5 if seat < 3 else 0)
    valuer = NetworkEvaluator(weights(1).network())
    found = [said(valuer, state, seat) for seat in range(MAX_SEATS)]
    assert found == [(WHOLE_SHARE // 3, 0)] * 3 + [(0, -PER_PRESTIGE)]


def test_the_sigmoid() -> None:
    unit = HIDDEN_UNIT * OUTPUT_UNIT
    step = unit // STEPS_PER_LOGIT
    logits = [*range(-9 * unit, 9 * unit, step // 3), -MAX_LOGIT * unit, MAX_LOGIT * unit, 0]
    before = -1
    for logit in sorted(logits):
        share = int(sigmoid(logit))
        assert before <= share <= WHOLE_SHARE
        assert abs(share / WHOLE_SHARE - 1 / (1 + math.exp(-logit / unit))) < 1e-3
        before = share
    assert sigmoid(0) == WHOLE_SHARE // 2
    assert sigmoid(50 * unit) == sigmoid(MAX_LOGIT * unit) < WHOLE_SHARE
    assert sigmoid(-50 * unit) == sigmoid(-MAX_LOGIT * unit) > 0
