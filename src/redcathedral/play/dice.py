"""Draw chance outcomes: from the system's entropy in real games, from a seed in simulations."""

import secrets
from copy import copy

from redcathedral.engine import chance
from redcathedral.engine.rng import DICE, Rng
from redcathedral.engine.state import State
from redcathedral.play.seed import SEED_BITS, checked_seed


class Dice:
    """Draws cards, tiles and dice; the same seed, 0 to 2**63 - 1, gives the same outcomes.

    Without a seed the outcomes come from the system's entropy and cannot be predicted.
    Raises TypeError or ValueError for an invalid seed.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._rng = None if seed is None else Rng(checked_seed(seed), DICE)

    def __copy__(self) -> "Dice":
        other = Dice()
        other._rng = copy(self._rng)
        return other

    def draw(self, state: State) -> int:
        """Draw an outcome of a chance node by its probability; the state does not change."""
        return int(chance.sample(state, self._rng or Rng(secrets.randbits(SEED_BITS), DICE)))
