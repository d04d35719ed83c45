"""The network in PyTorch: what it learns, its way into whole numbers, and what is kept of it."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest

from tests.tools.training.extra import REASON

torch = pytest.importorskip("torch", reason=REASON)

from redcathedral.ai.value.field_reader import read_all_seats  # noqa: E402
from redcathedral.ai.value.fields import ROW_COUNT, field_count  # noqa: E402
from redcathedral.ai.value.network import (  # noqa: E402
    HIDDEN_UNIT,
    MARGIN_UNIT,
    OUTPUT_UNIT,
    PER_PRESTIGE,
    NetworkEvaluator,
)
from redcathedral.ai.value.standings import WHOLE_SHARE, is_decided  # noqa: E402
from redcathedral.ai.weights.file import SHAPE, Weights  # noqa: E402
from redcathedral.engine.state import State  # noqa: E402
from tests.ai.bots.networks import of, said  # noqa: E402
from tests.ai.bots.positions import sample  # noqa: E402
from tests.properties.modes import EIGHT  # noqa: E402
from tests.tools.training.made_up import arranged, game_examples  # noqa: E402
from tools.training import learner as learning  # noqa: E402
from tools.training.learner import INITIAL_WEIGHT_STD, Learner, hidden_units  # noqa: E402

BATCH = 64
HIDDEN = 64
COUNT = (ROW_COUNT + 3) * HIDDEN + 2


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning, "BATCH_SIZE", BATCH)


def taught(steps: int, seed: int = 1) -> Learner:
    learner = Learner(seed, HIDDEN)
    learner.learn(arranged(game_examples(2, 40), game_examples(4, 24)), steps * BATCH, 1e-2)
    return learner


def asked(learner: Learner, state: State, seat: int) -> tuple[float, float]:
    """Return share and margin as PyTorch calculates them."""
    fields = int(field_count(state.setting.seat_count))
    rows = list(map(int, read_all_seats(state)))[seat * fields : (seat + 1) * fields]
    with torch.no_grad():
        logit, margin = learner.average.module(torch.tensor([rows]))[0].double()
    return float(torch.sigmoid(logit)), float(margin) * MARGIN_UNIT


def grown(seed: int) -> Learner:
    """Set random weights, as large as those of a trained network."""
    learner = Learner(seed, HIDDEN)
    with torch.no_grad():
        learner.average.module.rows.weight.mul_(0.15 / INITIAL_WEIGHT_STD)
        learner.average.module.out.weight.mul_(3)
    return learner


def put_on_the_grid(learner: Learner) -> None:
    """Round the weights as they are rounded on their way into whole numbers."""
    with torch.no_grad():
        for part in (learner.average.module.rows.weight, learner.average.module.bias):
            part.copy_(torch.round(part * HIDDEN_UNIT) / HIDDEN_UNIT)
        for part in learner.average.module.out.parameters():
            part.copy_(torch.round(part * OUTPUT_UNIT) / OUTPUT_UNIT)


@pytest.mark.parametrize(
    ("rounded", "share_off", "margin_off"), [(True, 1e-3, 0.01), (False, 0.03, 1.0)]
)
def test_integer_weights_match_pytorch(rounded: bool, share_off: float, margin_off: float) -> None:
    """Of rounded weights exactly, but for the table of the sigmoid; of others nearly."""
    seen = set()
    for seed in (1, 2):
        learner = grown(seed)
        if rounded:
            put_on_the_grid(learner)
        valuer = NetworkEvaluator(of(learner.numbers()).network())
        for mode in EIGHT:
            for state in sample(mode, seed, 97, 900):
                for seat in range(len(mode.advanced)):
                    if is_decided(state):
                        continue
                    share, margin = said(valuer, state, seat)
                    wanted = asked(learner, state, seat)
                    assert abs(share / WHOLE_SHARE - wanted[0]) <= share_off
                    assert abs(margin / PER_PRESTIGE - max(-60, min(60, wanted[1]))) <= margin_off
                    seen.add(share)
    assert len(seen) > 100


def test_the_numbers_are_in_the_order_of_the_file() -> None:
    learner = Learner(1, HIDDEN)
    numbers = learner.numbers()
    assert numbers.typecode == "h"
    assert len(numbers) == COUNT
    network = learner.average.module
    with torch.no_grad():
        network.rows.weight[3, 5] = 2.0
        network.bias[7] = -1.5
        network.out.weight[0, 2] = 0.25
        network.out.bias[0] = 1.0
        network.out.weight[1, 63] = -0.5
        network.out.bias[1] = -2.0
        network.rows.weight[ROW_COUNT - 1, 0] = 1000.0
        network.rows.weight[ROW_COUNT - 1, 1] = -1000.0
    numbers = learner.numbers()
    bias = ROW_COUNT * HIDDEN
    assert numbers[3 * HIDDEN + 5] == 2 * HIDDEN_UNIT
    assert numbers[bias + 7] == -3 * HIDDEN_UNIT // 2
    assert numbers[bias + HIDDEN + 2] == OUTPUT_UNIT // 4
    assert numbers[bias + 2 * HIDDEN] == OUTPUT_UNIT
    assert numbers[bias + 2 * HIDDEN + 1 + 63] == -OUTPUT_UNIT // 2
    assert numbers[COUNT - 1] == -2 * OUTPUT_UNIT
    assert numbers[(ROW_COUNT - 1) * HIDDEN : (ROW_COUNT - 1) * HIDDEN + 2] == array(
        "h", [32767, -32767]
    )


@pytest.mark.slow
def test_losses_decrease() -> None:
    """Examples whose targets follow from one field are distinguished after some examples."""
    learner = Learner(1, HIDDEN)
    examples = arranged(game_examples(2, 40), game_examples(4, 24))
    first = learner.learn(examples, BATCH, 1e-3)
    learner.learn(examples, 200 * BATCH, 2e-3)
    last = learner.learn(examples, BATCH, 1e-3)
    assert last[0] < first[0] / 3
    assert last[1] < first[1] / 3


def test_the_same_seed_gives_the_same_weights() -> None:
    assert taught(3).numbers() == taught(3).numbers()
    assert taught(3).numbers() != taught(3, seed=2).numbers()
    assert taught(3).numbers() != taught(4).numbers()


def test_the_numbers_are_an_average() -> None:
    """They follow the weights, but not each batch."""
    learner = taught(200)
    averaged = learner.average.module.bias.detach()
    last = learner.network.bias.detach().clone()
    learner.learn(arranged(game_examples(2, 40), game_examples(4, 24)), BATCH, 1e-2)
    moved = (learner.network.bias.detach() - last).abs().mean()
    assert 3 * moved < (averaged - last).abs().mean() < (last - 0.5).abs().mean()


@pytest.mark.parametrize("unit", [HIDDEN_UNIT, HIDDEN_UNIT // 2])
def test_it_begins_with_other_weights(unit: int) -> None:
    numbers = taught(3).numbers()
    kept = Weights(SHAPE, {}, numbers, unit)
    assert hidden_units(kept) == HIDDEN
    learner = Learner(99, HIDDEN)
    learner.start_from(kept)
    first = ROW_COUNT * HIDDEN + HIDDEN
    factor = HIDDEN_UNIT // unit
    assert learner.numbers()[:first].tolist() == [factor * number for number in numbers[:first]]
    assert learner.numbers()[first:] == numbers[first:]


def test_checkpoint_round_trip(tmp_path: Path) -> None:
    """Weights, the optimiser's memory, the examples drawn: as of one that never stopped."""
    learner = taught(3)
    learner.save(tmp_path / "checkpoint.pt", 7)
    other = Learner(99, HIDDEN)
    assert other.load(tmp_path / "checkpoint.pt") == 7
    assert other.numbers() == learner.numbers()
    examples = arranged(game_examples(3, 30))
    for rate in (1e-2, 1e-3):
        assert learner.learn(examples, 300, rate) == other.learn(examples, 300, rate)
    assert other.numbers() == learner.numbers()
    assert [path.name for path in tmp_path.iterdir()] == ["checkpoint.pt"]


def test_stopped_it_learns_only_the_current_batch() -> None:
    """Another thread stops it when the games of the next round fail."""
    learner = Learner(1, HIDDEN)
    learner.stopped = True
    learner.learn(arranged(game_examples(2, 40), game_examples(4, 24)), 400 * BATCH, 1e-2)
    assert learner.numbers() == taught(1).numbers()
