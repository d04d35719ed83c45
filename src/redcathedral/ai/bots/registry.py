"""Register bots under names, and make a bot from its spec.

Bots of this package use the decorator ``register``.  Bots of other packages use an entry point of
the group ``redcathedral.bots``: its name is the name of the bot, its object is the factory.  A bot
that needs a missing file is not listed until the file exists.
"""

import difflib
import inspect
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import Final, TypeVar, cast

from redcathedral.play.bot import Bot, BotSpecError, failure_text

GROUP: Final = "redcathedral.bots"


Factory = TypeVar("Factory", bound=Callable[..., Bot])
_FACTORIES: Final[dict[str, Callable[..., Bot]]] = {}
_CONDITIONS: Final[dict[str, Callable[[], bool]]] = {}


def register(name: str, is_ready: Callable[[], bool] | None = None) -> Callable[[Factory], Factory]:
    """Register a factory, for example a class, that makes a bot from a seed and a seat.

    The factory gets the options of a spec as keyword arguments of type str, and raises
    BotSpecError for invalid ones.  ``is_ready`` says whether the bot can play without options; a
    bot that is not ready is not listed, but can be made by name.
    """

    def add(factory: Factory) -> Factory:
        _FACTORIES[name] = factory
        if is_ready is not None:
            _CONDITIONS[name] = is_ready
        return factory

    return add


def names() -> list[str]:
    """Return the names of all bots that are ready, including those of other packages."""
    return sorted(
        {*filter(is_ready, _FACTORIES), *(point.name for point in entry_points(group=GROUP))}
    )


def is_ready(name: str) -> bool:
    """Return whether a bot of this package can play without options."""
    return name not in _CONDITIONS or _CONDITIONS[name]()


def make(spec: str, seed: int, seat: int = 0) -> Bot:
    """Make the bot of a spec, ``name`` or ``name:key=value,key=value``, for a seat of a game.

    Raises BotSpecError for an unknown name or option, and for a bot that cannot be made.
    """
    name, _, tail = spec.strip().partition(":")
    options: dict[str, str] = {}
    for part in filter(None, tail.split(",")):
        key, equals, value = part.partition("=")
        if not equals or not key.strip().isidentifier() or not value.strip():
            raise BotSpecError(f"{part!r} in {spec!r} is not an option; write key=value")
        options[key.strip()] = value.strip()
    factory = _factory(name)
    known = _options(factory)
    unknown = [] if known is None else [key for key in options if key not in known]
    if unknown:
        fix = f"its options are {', '.join(known or ())}" if known else "it has no options"
        raise BotSpecError(f"{name} does not take {', '.join(unknown)}; {fix}")
    try:
        bot: object = factory(seed, seat, **options)
    except BotSpecError:
        raise
    except Exception as error:
        frame = error.__traceback__
        is_call = frame is not None and frame.tb_next is None  # not inside the bot
        if options and is_call and isinstance(error, TypeError):
            raise BotSpecError(f"{name} does not take {', '.join(options)}") from error
        fix = "its factory is called with a seed, a seat and its options as text"
        raise BotSpecError(f"{spec} cannot be made: {failure_text(error)}; {fix}") from error
    if not callable(getattr(bot, "choose", None)):
        raise BotSpecError(f"{spec} is not a bot: {type(bot).__name__} has no method `choose`")
    return cast(Bot, bot)


def _options(factory: Callable[..., Bot]) -> list[str] | None:
    """Return the options of a factory after seed and seat; None if they cannot be determined."""
    try:
        parameters = list(inspect.signature(factory).parameters.values())[2:]
    except (ValueError, TypeError):  # a compiled class
        return None
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        return None
    return [parameter.name for parameter in parameters]


def _factory(name: str) -> Callable[..., Bot]:
    if name in _FACTORIES:
        return _FACTORIES[name]
    for point in entry_points(group=GROUP, name=name):
        return _load_factory(point)
    close = difflib.get_close_matches(name, names(), 1)
    suggestion = f"did you mean {close[0]}? " if close else ""
    raise BotSpecError(f"there is no bot {name!r}; {suggestion}the bots are {', '.join(names())}")


def _load_factory(point: EntryPoint) -> Callable[..., Bot]:
    package = "another package" if point.dist is None else f"the package {point.dist.name}"
    subject = f"{point.name}, a bot of {package}, cannot be loaded from {point.value}"
    fix = "repair that package, or uninstall it"
    try:
        factory: object = point.load()
    except Exception as error:
        raise BotSpecError(f"{subject}: {failure_text(error)}; {fix}") from error
    if not callable(factory):
        raise BotSpecError(f"{subject}: {type(factory).__name__} cannot be called; {fix}")
    return cast("Callable[..., Bot]", factory)
