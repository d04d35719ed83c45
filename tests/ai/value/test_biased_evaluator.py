"""Likes and dislikes on top of what the network says."""

from __future__ import annotations

from redcathedral.ai.value.biased_evaluator import FADE_END, FADE_START, BiasedEvaluator
from redcathedral.ai.value.fields import FIELDS_OF_SEAT, RUBLES
from redcathedral.ai.value.network import NetworkEvaluator
from redcathedral.ai.value.standings import WHOLE_SHARE, is_decided
from redcathedral.engine import arrange
from tests.ai.bots.networks import weights
from tests.ai.bots.positions import chosen, sample
from tests.engine.table import Table
from tests.properties.modes import EIGHT


def taste(strength: int, seed: int = 1) -> BiasedEvaluator:
    return BiasedEvaluator(NetworkEvaluator(weights(7).network()), strength, seed)


def test_without_strength_there_is_no_bias() -> None:
    plain, mild = NetworkEvaluator(weights(7).network()), taste(0)
    for state in sample(EIGHT[2], 4, chosen(9, 90), 600):
        for seat in range(3):
            assert mild.worth(state, seat) == plain.worth(state, seat)


def test_a_bias_counts_for_each_thing() -> None:
    table = Table("red", "blue").has("red", rubles=1).turn("red")
    plain = NetworkEvaluator(weights(7).network())
    for seed in range(5):
        liking = taste(20, seed)
        more = []
        for rubles in (1, 2, 3):
            arrange.set_rubles(table.state, 0, rubles)
            more.append(liking.worth(table.state, 0) - plain.worth(table.state, 0))
        assert more[1] - more[0] == more[2] - more[1] == liking.biases[RUBLES]


def test_it_fades_in_a_game_that_takes_long() -> None:
    """Two who like to hoard would never end it; what is left is the network."""
    plain, liking = NetworkEvaluator(weights(7).network()), taste(200)
    table = Table("red", "blue").has("red", rubles=3).turn("red")
    left: dict[int, int] = {}
    for turn in range(0, 100, 2):
        table.state.turn = turn
        left[turn] = int(liking.worth(table.state, 0)) - int(plain.worth(table.state, 0))
    assert len({left[turn] for turn in range(0, 2 * FADE_START + 2, 2)}) == 1
    assert left[0] != 0
    fading = [abs(left[turn]) for turn in range(2 * FADE_START, 2 * FADE_END + 2, 2)]
    assert fading == sorted(fading, reverse=True)
    assert len(set(fading)) == FADE_END - FADE_START + 1
    assert {left[turn] for turn in range(2 * FADE_END, 100, 2)} == {0}


def test_a_lot_draws_it_for_a_game() -> None:
    """Others in another game; great ones are rare, and none is above the strength."""
    most = 20 * WHOLE_SHARE // 1000
    drawn = [list(map(int, taste(20, seed).biases)) for seed in range(40)]
    assert drawn[3] == list(map(int, taste(20, 3).biases))
    assert len({tuple(numbers) for numbers in drawn}) == 40
    numbers = [number for row in drawn for number in row]
    assert len(numbers) == 40 * FIELDS_OF_SEAT
    assert max(map(abs, numbers)) <= most
    assert sum(abs(number) > most / 2 for number in numbers) < len(numbers) / 5
    assert min(numbers) < -most / 4 < most / 4 < max(numbers)


def test_a_result_is_seen_as_it_is() -> None:
    state = next(state for state in sample(EIGHT[0], 5, 1) if is_decided(state))
    plain = NetworkEvaluator(weights(7).network())
    for seat in range(2):
        assert taste(500).worth(state, seat) == plain.worth(state, seat)
