"""Networks with random weights, and a simple calculation of their output."""

from __future__ import annotations

import random
from array import array
from functools import cache
from pathlib import Path

from redcathedral.ai.value.field_reader import read_all_seats
from redcathedral.ai.value.fields import ROW_COUNT, field_count
from redcathedral.ai.value.network import (
    HIDDEN_MAX,
    HIDDEN_UNIT,
    MARGIN_LIMIT,
    MARGIN_UNIT,
    OUTPUT_UNIT,
    PER_PRESTIGE,
    NetworkEvaluator,
    sigmoid,
)
from redcathedral.ai.weights.file import SHAPE, Weights, save
from redcathedral.engine.state import State

HIDDEN = 16  # few, so that tests are quick


@cache
def weights(seed: int = 1, spread: int = 60, out: int = 900) -> Weights:
    """Return random weights: rows within ±``spread``, output weights within ±``out``."""
    rng = random.Random(seed)
    numbers = array("h", rng.choices(range(-spread, spread + 1), k=ROW_COUNT * HIDDEN))
    numbers.extend(rng.choices(range(-spread, 3 * spread + 1), k=HIDDEN))
    numbers.extend(rng.choices(range(-out, out + 1), k=2 * (HIDDEN + 1)))
    return of(numbers)


def of(numbers: array[int]) -> Weights:
    return Weights(SHAPE, {"rounds": 1}, numbers)


def filled(row: int, bias: int, share: int, margin: int) -> Weights:
    """The same number everywhere in each part."""
    numbers = array("h", [row] * (ROW_COUNT * HIDDEN) + [bias] * HIDDEN)
    numbers.extend([share] * (HIDDEN + 1) + [margin] * (HIDDEN + 1))
    return of(numbers)


def saved(folder: Path, seed: int = 1) -> Path:
    """A file of such weights."""
    path = folder / f"weights-{seed}.bin"
    save(weights(seed), path)
    return path


def expected(numbers: Weights, state: State, seat: int) -> tuple[int, int]:
    """Share and margin of a position in which something is still to be decided."""
    fields = int(field_count(state.setting.seat_count))
    rows = list(read_all_seats(state))[seat * fields : (seat + 1) * fields]
    held = numbers.numbers
    bias = ROW_COUNT * HIDDEN
    hidden = [int(number) for number in held[bias : bias + HIDDEN]]
    for row in map(int, rows):
        for unit in range(HIDDEN):
            hidden[unit] += held[row * HIDDEN + unit]
    hidden = [min(max(unit, 0), HIDDEN_MAX) for unit in hidden]
    outputs = []
    for first in (bias + HIDDEN, bias + 2 * HIDDEN + 1):
        constant = held[first + HIDDEN] * HIDDEN_UNIT
        outputs.append(constant + sum(unit * held[first + at] for at, unit in enumerate(hidden)))
    margin = outputs[1] * MARGIN_UNIT * PER_PRESTIGE // HIDDEN_UNIT // OUTPUT_UNIT
    return int(sigmoid(outputs[0])), max(-MARGIN_LIMIT, min(MARGIN_LIMIT, margin))


def said(valuer: NetworkEvaluator, state: State, seat: int) -> tuple[int, int]:
    valuer.evaluate(state, seat)
    return int(valuer.share), int(valuer.margin)
