"""A network with numbers of no meaning, for tests: the same for ever; and little budget."""

from __future__ import annotations

from array import array
from functools import cache

from redcathedral.ai.analysis.judge import JudgeBudget
from redcathedral.ai.value.fields import ROW_COUNT
from redcathedral.ai.weights.file import SHAPE, Weights
from redcathedral.engine.rng import Rng

HIDDEN = 64
LITTLE = JudgeBudget(450, 4, 2, 2, 6, 20, 5)


@cache
def tiny() -> Weights:
    """Return small random weights, which give shares of all sizes."""
    rng = Rng(4, 0)

    def drawn(count: int, most: int) -> list[int]:
        return [int(rng.below(2 * most + 1)) - most for _ in range(count)]

    numbers = array("h", drawn(ROW_COUNT * HIDDEN, 12) + [64] * HIDDEN)
    numbers.extend(drawn(HIDDEN, 1500) + [0] + drawn(HIDDEN, 400) + [0])
    return Weights(SHAPE, {}, numbers, hidden_unit=128)
