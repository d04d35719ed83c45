"""Who decides what is left to chance: the system's entropy at a table, a seed in simulations."""

import secrets
from typing import Final, Protocol

from redcathedral.engine import chance
from redcathedral.engine.rng import DICE, Rng
from redcathedral.engine.state import State

SEED_BITS: Final = 63  # what a generator takes, without the sign


class Dice(Protocol):
    """Draws the outcome of a chance node (``engine.chance``) with its probability."""

    def draw(self, state: State) -> int:
        """An outcome of the node at which the state stands; the state is not changed."""


class SystemDice:
    """Cards, tiles and dice from the system's entropy, for real games."""

    def draw(self, state: State) -> int:
        """An outcome that nobody can foresee."""
        return int(chance.sample(state, Rng(secrets.randbits(SEED_BITS), DICE)))


class SeededDice:
    """The same outcomes for the same seed, of which the lower 63 bits count."""

    def __init__(self, seed: int) -> None:
        self._rng = Rng(seed & ((1 << SEED_BITS) - 1), DICE)

    def draw(self, state: State) -> int:
        """The next outcome of the seed's stream."""
        return int(chance.sample(state, self._rng))
