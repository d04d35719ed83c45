"""Judgement as of somebody who is still learning: right on the whole, with likes and dislikes.

A taste is a small number for each field of the own seat, drawn by lot: so much more, or less, each
ruble, each stone, each banner seems to be worth than it is.  It stays the same for a whole game,
but fades in one that takes long: two who like to hoard would never end it.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from redcathedral.ai.value.evaluator import Evaluator
from redcathedral.ai.value.fields import FIELDS_OF_SEAT, FIRST_SEAT, value_of
from redcathedral.ai.value.network import NetworkEvaluator
from redcathedral.ai.value.standings import WHOLE_SHARE, is_decided
from redcathedral.engine.rng import Rng
from redcathedral.engine.state import State

STREAM: Final = 21  # of what is drawn by lot
FRESH: Final = 24  # turns of each seat, after which it fades
FADED: Final = 36  # and after which nothing is left of it
LOTS: Final = 4  # that are added up for a number, so that great ones are rare


class BiasedEvaluator(Evaluator):
    """The worth of a network, and a taste of so many thousandths of the win on top of it.

    Where nothing can change any more, the result counts alone.
    """

    def __init__(self, valuer: NetworkEvaluator, strength: i64, seed: i64) -> None:
        self.valuer = valuer
        self.likes = _drawn(strength * WHOLE_SHARE // 1000, Rng(seed, STREAM))

    def worth(self, state: State, seat: i64) -> i64:
        """As the network's, but for the taste."""
        worth = self.valuer.worth(state, seat)
        if is_decided(state):
            return worth
        left = FADED - state.turn // state.setting.seat_count
        if left <= 0:
            return worth
        rows = self.valuer.rows
        liked: i64 = 0
        field: i64
        for field in range(FIELDS_OF_SEAT):
            liked += self.likes[field] * value_of(rows, FIRST_SEAT + field)
        if left < FADED - FRESH:
            liked = liked * left // (FADED - FRESH)
        return worth + liked


def _drawn(most: i64, lots: Rng) -> vec[i64]:
    """A number for each field, from -most to most."""
    result = vec[i64]()
    field: i64
    lot: i64
    for field in range(FIELDS_OF_SEAT):
        number: i64 = 0
        for lot in range(LOTS):
            number += lots.below(2 * most + 1) - most
        result = append(result, number // LOTS)
    return result
