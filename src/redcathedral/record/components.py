"""The tables of numbers of editions, made once for a few of them in each process."""

from functools import lru_cache

from redcathedral.engine.components import Components

components_of = lru_cache(maxsize=8)(Components)
