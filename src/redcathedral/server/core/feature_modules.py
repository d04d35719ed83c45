"""Finds the modules of features that the core reads: their commands."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

FEATURES = "redcathedral.server.features"


def feature_modules(name: str) -> Iterator[ModuleType]:
    """Import the modules of this name of all features."""
    for package in iter_modules(import_module(FEATURES).__path__):
        path = import_module(f"{FEATURES}.{package.name}").__path__
        if any(module.name == name for module in iter_modules(path)):
            yield import_module(f"{FEATURES}.{package.name}.{name}")


def command_modules() -> Iterator[ModuleType]:
    return (module for module in feature_modules("wire") if hasattr(module, "COMMANDS"))
