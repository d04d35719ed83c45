"""The numbers of an edition as the engine reads them, made once in each process."""

from functools import lru_cache
from typing import Final

from redcathedral.box import Edition, load_edition
from redcathedral.engine.components import Components

EDITIONS: Final = 8  # whose numbers are kept

_packaged: Final = lru_cache(maxsize=1)(load_edition)
_made: Final = lru_cache(EDITIONS)(Components)


def components_of(edition: Edition | None = None) -> Components:
    """Return the components of an edition, by default of the packaged one."""
    return _made(_packaged() if edition is None else edition)
