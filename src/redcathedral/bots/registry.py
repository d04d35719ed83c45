"""The names of the bots and how one is made for a seat.

A bot of this package is registered by the decorator; a bot of another package by an entry point
of the group ``redcathedral.bots`` whose name is the bot's and whose object is its factory.
A bot that lacks something, a file for example, is no name to choose until it is there.
"""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable
from importlib.metadata import entry_points
from typing import Final, TypeVar

from redcathedral.play.bot import Bot

GROUP: Final = "redcathedral.bots"


class BotSpecError(ValueError):
    """A bot that is not known, or an option that it does not have: what, and the way out."""


Made = TypeVar("Made", bound=Callable[..., Bot])
_FACTORIES: Final[dict[str, Callable[..., Bot]]] = {}
_CONDITIONS: Final[dict[str, Callable[[], bool]]] = {}


def register(name: str, is_ready: Callable[[], bool] | None = None) -> Callable[[Made], Made]:
    """Register a factory, a class for example, under a name: of seed and seat it makes a bot.

    The options of a spec come to it by name, as text; for those it cannot take it raises
    BotSpecError.
    ``is_ready`` tells whether the bot can play without options; until then it is made only for
    those who know its name.
    """

    def keep(factory: Made) -> Made:
        _FACTORIES[name] = factory
        if is_ready is not None:
            _CONDITIONS[name] = is_ready
        return factory

    return keep


def names() -> list[str]:
    """The names of all bots that are ready to play, those of other packages included."""
    ready = {name for name in _FACTORIES if name not in _CONDITIONS or _CONDITIONS[name]()}
    return sorted({*ready, *(point.name for point in entry_points(group=GROUP))})


def make(spec: str, seed: int, seat: int = 0) -> Bot:
    """The bot of a spec, ``name`` or ``name:key=value,key=value``, for a seat of a game.

    Raises BotSpecError for an unknown name or option.
    """
    name, _, tail = spec.strip().partition(":")
    options: dict[str, str] = {}
    for part in filter(None, tail.split(",")):
        key, equals, value = part.partition("=")
        if not equals or not key.strip().isidentifier() or not value.strip():
            raise BotSpecError(f"{part!r} in {spec!r} is no option; write key=value")
        options[key.strip()] = value.strip()
    factory = _factory(name)
    known = _options(factory)
    strange = [] if known is None else [key for key in options if key not in known]
    if strange:
        has = f"its options are {', '.join(known or ())}" if known else "it has no options"
        raise BotSpecError(f"{name} does not take {', '.join(strange)}; {has}")
    try:
        return factory(seed, seat, **options)
    except TypeError as error:
        frame = error.__traceback__
        is_inside = frame is None or frame.tb_next is not None  # not of this call, of the bot
        if not options or is_inside:
            raise
        raise BotSpecError(f"{name} does not take {', '.join(options)}") from error


def _options(factory: Callable[..., Bot]) -> list[str] | None:
    """The options that a factory names after seed and seat; None where that cannot be known."""
    try:
        parameters = list(inspect.signature(factory).parameters.values())[2:]
    except ValueError:  # a compiled class
        return None
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        return None
    return [parameter.name for parameter in parameters]


def _factory(name: str) -> Callable[..., Bot]:
    if name in _FACTORIES:
        return _FACTORIES[name]
    for point in entry_points(group=GROUP, name=name):
        factory: Callable[..., Bot] = point.load()
        return factory
    close = difflib.get_close_matches(name, names(), 1)
    meant = f"did you mean {close[0]}? " if close else ""
    raise BotSpecError(f"there is no bot {name!r}; {meant}the bots are {', '.join(names())}")
