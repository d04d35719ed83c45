"""Rollouts from a position: the dice, the horizon, and the results."""

from __future__ import annotations

from collections import Counter

import pytest

from redcathedral.ai.search.replies import roll_evenly
from redcathedral.ai.search.rollouts import Rollouts
from redcathedral.ai.value.network import NetworkEvaluator, Prediction
from redcathedral.ai.value.standings import is_decided
from redcathedral.ai.weights.file import packaged
from redcathedral.engine import rules
from redcathedral.engine.phases import ROLL, TURN
from redcathedral.engine.state import State
from tests.ai.bots.networks import weights
from tests.ai.bots.positions import chosen, sample
from tests.engine.table import Table
from tests.properties.fields import fields
from tests.properties.modes import EIGHT, Mode

eight = pytest.mark.parametrize("mode", EIGHT, ids=lambda mode: mode.name)


def rollouts(horizon: int, nodes: int = 20, seed: int = 0) -> Rollouts:
    return Rollouts(NetworkEvaluator(weights(7).network()), nodes, horizon, seed)


def starts(mode: Mode, every: int) -> list[State]:
    found = sample(mode, 5, 1, 900)
    return [state for state in found if state.phase == TURN][every::every]


def as_tuples(predictions: list[Prediction]) -> list[tuple[float, float]]:
    return [(prediction.share, prediction.margin) for prediction in predictions]


@eight
def test_the_same_number_is_the_same_game(mode: Mode) -> None:
    """Other numbers and other seeds are other games; the position stays as it is."""
    state = starts(mode, 20)[0]
    before = fields(state)
    playing = rollouts(chosen(9, 6))
    once = [as_tuples(playing.run(state, number)) for number in range(3)]
    assert [as_tuples(playing.run(state.copy(), number)) for number in (2, 1, 0)] == once[::-1]
    assert fields(state) == before
    for outlooks in once:
        assert sum(share for share, _ in outlooks) == pytest.approx(1)
    others = [as_tuples(rollouts(chosen(9, 6), seed=1).run(state, number)) for number in range(3)]
    assert others != once
    assert playing.search.nodes > 0


@pytest.mark.skipif(not chosen(1, 0), reason="enough nodes for a full table take long interpreted")
@pytest.mark.parametrize("mode", EIGHT[2:4], ids=lambda mode: mode.name)
def test_earlier_rollouts_do_not_change_the_result(mode: Mode) -> None:
    """The number of earlier rollouts does not either, so all processes give the same result."""
    first, other = starts(mode, 6)[:2]
    playing, afresh = (rollouts(600, 2000) for _ in range(2))
    playing.run(other, 0)
    assert as_tuples(playing.run(first, 3)) == as_tuples(afresh.run(first, 3))


@pytest.mark.skipif(not chosen(1, 0), reason="whole games take long interpreted")
@eight
def test_with_a_far_horizon_the_result_counts(mode: Mode) -> None:
    """By weights that have learned; others hardly come to an end."""
    state = starts(mode, 20)[0]
    learned = NetworkEvaluator(packaged().network())
    shares = [as_tuples(Rollouts(learned, 60, 600).run(state, number)) for number in range(4)]
    parts = {0, 1, 0.5, 1 / 3, 0.25}
    assert {round(share, 3) for seats in shares for share, _ in seats} <= {
        round(part, 3) for part in parts
    }


def test_a_decided_game_needs_no_rollout() -> None:
    state = next(state for state in sample(EIGHT[0], 5, 1) if is_decided(state))
    playing = rollouts(9)
    (share, _), (other, _) = as_tuples(playing.run(state, 0))
    assert share + other == 1
    assert playing.search.nodes == 0


def test_in_six_rollouts_every_face_comes_once() -> None:
    """Of each die that is rolled first; which of two go together changes from six to six."""
    table = Table("red", "blue", dice="white=3@1 red=2@4 blue=1@8 green=1@6 yellow=1@7")
    rolled = table.turn("red").play("die white +0", "end").state  # onto the red die's space
    assert rolled.phase == ROLL
    pairs: Counter[tuple[int, int]] = Counter()
    for number in range(36):
        state = rolled.copy()
        roll_evenly(state, 3, number)
        pairs[int(state.die_face(0)), int(state.die_face(1))] += 1
        if number % 6 == 5:
            for die in range(2):
                faces = [pair[die] for pair in pairs.elements()]
                assert Counter(faces) == dict.fromkeys(range(1, 7), (number + 1) // 6)
    assert len(pairs) > 12


def test_at_first_sight_the_turn_is_played_that_a_rollout_begins_with() -> None:
    state = starts(EIGHT[2], 9)[0]
    playing = rollouts(6)
    end = playing.play_quick_turn(state)
    assert end.turn == state.turn + 1 or end.phase == ROLL
    assert [as_tuples(playing.run(state, n)) for n in range(4)] == [
        as_tuples(playing.run(end, n)) for n in range(4)
    ]
    assert rules.legal(state)
