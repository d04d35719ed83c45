"""The tables of numbers of editions, made once for a few of them in each process."""

from functools import lru_cache
from typing import Final

from redcathedral.engine.components import Components

EDITIONS: Final = 8

components = lru_cache(EDITIONS)(Components)
