"""Who decides what is left to chance: the system's entropy at a table, a seed in simulations."""

import secrets
from typing import Final

from redcathedral.engine import chance
from redcathedral.engine.rng import DICE, Rng
from redcathedral.engine.state import State

SEED_BITS: Final = 63  # what a generator takes, without the sign


class Dice:
    """Cards, tiles and dice: the same for the same seed, of which the lower 63 bits count.

    Without a seed they come from the system's entropy, for real games: nobody can foresee them.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._rng = None if seed is None else Rng(seed & ((1 << SEED_BITS) - 1), DICE)

    def draw(self, state: State) -> int:
        """An outcome of the chance node (``engine.chance``) at which the state stands.

        It is drawn with its probability; the state is not changed.
        """
        return int(chance.sample(state, self._rng or Rng(secrets.randbits(SEED_BITS), DICE)))
