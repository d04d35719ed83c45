"""Evaluate positions with errors, for levels that play like learners.

A random bias is added to the evaluation by the network.  It is a small random number for each unit
of each field of the seat, as if a ruble, stone or banner were worth more or less than it is.  The
bias is the same for a whole game, but fades in a long one; otherwise two players who collect goods
might never finish.

Beginners also misread some fields of their seat: for a few turns they forget that they need a
material, they never notice that their inventory is getting full, and they do not see the tsar's
reprimand (R5.4).
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from redcathedral.ai.value.evaluator import Evaluator
from redcathedral.ai.value.fields import (
    FIELDS_OF_SEAT,
    FIRST_SEAT,
    FREE_SLOTS,
    LACKING,
    MISSING,
    THREAT,
    value_of,
)
from redcathedral.ai.value.network import NetworkEvaluator
from redcathedral.ai.value.standings import WHOLE_SHARE, is_decided
from redcathedral.box.vocabulary import MATERIAL_COUNT
from redcathedral.engine.rng import Rng
from redcathedral.engine.state import State

BIAS_STREAM: Final = 21  # the random stream of the biases
FADE_START: Final = 24  # turns of each seat before the bias fades
FADE_END: Final = 36  # turns of each seat after which there is no bias
FORGETTING_STREAM: Final = 22  # the random stream of the forgotten materials
FORGETTING_TURNS: Final = 4  # turns of a seat after which another material is forgotten
MANY_SLOTS: Final = 8
DRAWS: Final = 4  # random numbers averaged for each bias, so that a large bias is rare


class BiasedEvaluator(Evaluator):
    """A network's evaluation plus a bias of up to ``strength`` thousandths of the win per field.

    A decided game is evaluated without bias.  ``misreads`` adds the errors of a beginner.
    """

    def __init__(
        self, network: NetworkEvaluator, strength: i64, seed: i64, *, misreads: bool = False
    ) -> None:
        self.network = network
        self.seed = seed
        self.misreads = misreads
        self.biases = _random_biases(strength * WHOLE_SHARE // 1000, Rng(seed, BIAS_STREAM))

    def worth(self, state: State, seat: i64) -> i64:
        """Return the network's worth plus the bias."""
        if self.misreads:
            self._misread(state)
        worth = self.network.worth(state, seat)
        if is_decided(state):
            return worth
        turns_to_fade = FADE_END - state.turn // state.setting.seat_count
        if turns_to_fade <= 0:
            return worth
        rows = self.network.views[seat].rows
        bias: i64 = 0
        field: i64
        for field in range(FIELDS_OF_SEAT):
            bias += self.biases[field] * value_of(FIRST_SEAT + field, rows[FIRST_SEAT + field])
        if turns_to_fade < FADE_END - FADE_START:
            bias = bias * turns_to_fade // (FADE_END - FADE_START)
        return worth + bias

    def _misread(self, state: State) -> None:
        """Set the values of the seat's fields that the network gets instead of the true ones."""
        period = state.turn // (state.setting.seat_count * FORGETTING_TURNS)
        kind = Rng(self.seed, FORGETTING_STREAM + period * 64).below(MATERIAL_COUNT)
        self.network.misread_fields = vec[i64]([MISSING + kind, LACKING + kind, FREE_SLOTS, THREAT])
        self.network.misread_values = vec[i64]([0, 0, MANY_SLOTS, 0])


def _random_biases(max_bias: i64, rng: Rng) -> vec[i64]:
    """Return a bias for each field, from -max_bias to max_bias."""
    result = vec[i64]()
    field: i64
    draw: i64
    for field in range(FIELDS_OF_SEAT):
        number: i64 = 0
        for draw in range(DRAWS):
            number += rng.below(2 * max_bias + 1) - max_bias
        result = append(result, number // DRAWS)
    return result
