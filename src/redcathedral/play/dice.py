"""Who decides what is left to chance: the system's entropy at a table, a seed in simulations."""

import secrets

from redcathedral.engine import chance
from redcathedral.engine.rng import DICE, Rng
from redcathedral.engine.state import State
from redcathedral.play.seed import SEED_BITS, checked_seed


class Dice:
    """Chance for cards, tiles and dice: the same for the same seed, from 0 to 2**63 - 1.

    Without a seed it uses the system's entropy, for real games: nobody can predict it.
    Raises TypeError or ValueError for an invalid seed.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._rng = None if seed is None else Rng(checked_seed(seed), DICE)

    def draw(self, state: State) -> int:
        """An outcome of a chance node (``engine.chance``), by its probability; the state stays."""
        return int(chance.sample(state, self._rng or Rng(secrets.randbits(SEED_BITS), DICE)))
