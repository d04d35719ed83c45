"""Finds modules of features by their names: those with tables, and those with messages."""

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType
from typing import Final

FEATURES: Final = "redcathedral.server.features"


def feature_modules(name: str) -> Iterator[ModuleType]:
    """Import and yield the modules of this name, one for each feature that has one."""
    for feature in iter_modules(import_module(FEATURES).__path__):
        module = f"{FEATURES}.{feature.name}.{name}"
        if find_spec(module) is not None:
            yield import_module(module)
