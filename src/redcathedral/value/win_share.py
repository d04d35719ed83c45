"""What a position is worth to every seat at once: expected shares of the win."""

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.engine.state import State
from redcathedral.value.evaluator import Evaluator
from redcathedral.value.standing import (
    AHEAD,
    SEATS,
    WHOLE_SHARE,
    final_worth,
    is_decided,
    next_seat,
    standing,
)

APPRAISED: Final = 500  # hundredths of a prestige ahead that make the odds e to one
TEMPO: Final = 5  # being next is worth one part in so many of that
STEPS: Final = 256  # entries of the table for 1

_FADING: Final = vec[i64]([round(WHOLE_SHARE * math.exp(-i / STEPS)) for i in range(12 * STEPS)])


def fading(part: i64, whole: i64) -> i64:
    """exp(-part / whole), of WHOLE_SHARE; 0 where that is hardly anything."""
    index = part * STEPS // whole
    return _FADING[index] if index < len(_FADING) else 0


class Shares:
    """Makes shares of the win of what an evaluator says.

    ``unit`` is the difference in worth that makes the odds e to one: by it the worths of all seats
    are compared (softmax).  Where it is 0 they are shares already, as the network's are.
    """

    def __init__(self, evaluator: Evaluator, unit: i64) -> None:
        self.evaluator = evaluator
        self.unit = unit

    def fill(self, state: State, out: vec[i64]) -> None:
        """Write for each seat its share, of WHOLE_SHARE, and a little for the margin (R7.6)."""
        seats = state.setting.seat_count
        seat: i64
        if self.unit > 0 and is_decided(state):
            totals = standing(state)
            for seat in range(seats):
                out[seat] = final_worth(state, seat, totals)
            return
        for seat in range(seats):
            out[seat] = self.evaluator.worth(state, seat)
        if self.unit > 0:
            out[next_seat(state)] += self.unit // TEMPO
            self._compare(seats, out)

    def _compare(self, seats: i64, out: vec[i64]) -> None:
        """From worths to shares."""
        best = out[0]
        second: i64 = -(1 << 40)
        seat: i64
        for seat in range(1, seats):
            if out[seat] > best:
                second = best
                best = out[seat]
            elif out[seat] > second:
                second = out[seat]
        odds = vec[i64]([0] * SEATS)
        total: i64 = 0
        for seat in range(seats):
            odds[seat] = fading(best - out[seat], self.unit)
            total += odds[seat]
        for seat in range(seats):
            margin = out[seat] - (best if out[seat] < best else second)
            out[seat] = odds[seat] * WHOLE_SHARE // total + margin * AHEAD // 100
