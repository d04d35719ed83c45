"""Bots: computer players, with one file for each."""

from importlib import import_module
from pkgutil import iter_modules

from redcathedral.ai.bots.registry import make, names, register
from redcathedral.play.bot import BotSpecError

for _module in iter_modules(__path__):  # importing a bot registers it
    import_module(f"{__name__}.{_module.name}")

__all__ = ["BotSpecError", "make", "names", "register"]
