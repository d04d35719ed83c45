"""All messages between a page and a table: those of the core and of every feature."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import get_args

from msgspec import Struct

from redcathedral.server.core import wire
from redcathedral.server.core.feature_modules import feature_modules
from redcathedral.server.core.wire.message import PageMessage
from redcathedral.server.core.wire.protocol import GameCommand, Heartbeat
from redcathedral.server.registry import FEATURE_CLASSES


def message_modules() -> Iterator[ModuleType]:
    """Yield the modules with the messages of the core and of each feature."""
    for module in iter_modules(wire.__path__):
        yield import_module(f"{wire.__name__}.{module.name}")
    yield from feature_modules("wire")


def page_messages() -> tuple[type[PageMessage], ...]:
    """Return the types of all messages to a page."""
    values = [value for module in message_modules() for value in vars(module).values()]
    types = dict.fromkeys(value for value in values if isinstance(value, type))
    return tuple(type_ for type_ in types if PageMessage in type_.__bases__)


def page_commands() -> tuple[type[Struct], ...]:
    """Return the types of all messages from a page: those of the core, then of the features."""
    table_features = [feature.table_feature for feature in FEATURE_CLASSES]
    commands = [command for feature in table_features if feature for command in feature.commands]
    return tuple(dict.fromkeys([*get_args(GameCommand), *commands, Heartbeat]))
