"""Choose the box of a training game: one edition, or the packaged one and random boxes in turns."""

from functools import lru_cache
from typing import Final

from redcathedral.box import load_edition
from redcathedral.engine.components import Components
from redcathedral.engine.rng import Rng
from redcathedral.envs.random_edition import random_edition
from redcathedral.record.components import components_of

BOX_STREAM: Final = 78  # random stream of the boxes
PACKAGED_SHARE: Final = 0.4  # of the games, if no edition is named
BOX_COUNT: Final = 3000  # random boxes, with the seeds 0, 1, ...
GAMES_PER_BOX: Final = 5  # with consecutive seeds, because making a box takes time


def training_components(edition: str | None, seed: int) -> Components:
    """Return the components of an edition; without one, those for the game with this seed."""
    rng = Rng(seed // GAMES_PER_BOX, BOX_STREAM)
    if edition is not None or rng.unit() < PACKAGED_SHARE:
        return _components(edition)
    return _random_components(int(rng.below(BOX_COUNT)))


@lru_cache(1)
def _components(edition: str | None) -> Components:
    return components_of(load_edition(edition))


@lru_cache(1)
def _random_components(number: int) -> Components:
    return Components(random_edition(number))
