"""Cache the ``Components`` of editions, which take time to make."""

from functools import lru_cache
from typing import Final

from redcathedral.box import Edition, load_edition
from redcathedral.box.quoting import shorten
from redcathedral.engine.components import Components

CACHE_SIZE: Final = 8  # editions

_load_packaged: Final = lru_cache(maxsize=1)(load_edition)
_cached_components: Final = lru_cache(CACHE_SIZE)(Components)


def components_of(edition: Edition | None = None) -> Components:
    """Return the components of an edition, by default of ``reconstructed-2020``."""
    found: object = _load_packaged() if edition is None else edition
    if not isinstance(found, Edition):
        fix = "it must be an Edition, such as load_edition(...) returns"
        raise TypeError(f"edition is {shorten(repr(found))}; {fix}")
    return _cached_components(found)
