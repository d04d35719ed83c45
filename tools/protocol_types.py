"""Generate the TypeScript types of the page from the Python types of messages and positions.

``python tools/protocol_types.py`` writes ``web/src/protocol.gen.ts``, which git ignores.
``tools/web.py`` runs it before each check of the page; building the page needs no types.
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Annotated, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from redcathedral.box import entered_box, vocabulary
from redcathedral.play import score_pad
from redcathedral.record import event, position
from redcathedral.server.core import wire
from redcathedral.server.core.wire import command
from redcathedral.server.core.wire.message import PageMessage
from redcathedral.server.core.wire.protocol import GameCommand, Heartbeat
from redcathedral.server.registry import feature_classes
from redcathedral.server.sql.schema import feature_modules

TARGET = Path(__file__).parents[1] / "web" / "src" / "protocol.gen.ts"
FILE_START = "// Made by tools/protocol_types.py; not to be edited.\n"


def message_modules() -> Iterator[types.ModuleType]:
    """Yield the modules with the messages of the core and of each feature."""
    for module in iter_modules(wire.__path__):
        yield import_module(f"{wire.__name__}.{module.name}")
    yield from feature_modules("wire")


def page_messages() -> tuple[type[PageMessage], ...]:
    """Return the types of all messages to a page."""
    values = [value for module in message_modules() for value in vars(module).values()]
    kinds = dict.fromkeys(value for value in values if isinstance(value, type))
    return tuple(kind for kind in kinds if PageMessage in kind.__bases__)


def page_commands() -> tuple[type[msgspec.Struct], ...]:
    """Return the types of all messages from a page: those of the core, then of the features."""
    table_features = [feature.table_feature for feature in feature_classes()]
    commands = [command for feature in table_features if feature for command in feature.commands]
    return tuple(dict.fromkeys([*get_args(GameCommand), *commands, Heartbeat]))


MODULES = (vocabulary, entered_box, position, event, score_pad, *message_modules())
TYPES = {name: value for module in MODULES for name, value in vars(module).items()}
# Bases of messages: an interface has the fields of its bases, so that the page needs none for them.
BASE_CLASSES = (
    msgspec.Struct,
    PageMessage,
    command.AnyVersion,
    command.SeenVersion,
    command.ExactVersion,
)
NAMED_ORIGINS = (Annotated, Literal, Union, types.UnionType)
PRIMITIVES = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    type(None): "null",
    object: "unknown",
}


def aliases() -> dict[object, str]:
    """Return the named types that are not classes."""
    return {value: name for name, value in TYPES.items() if get_origin(value) in NAMED_ORIGINS}


ALIASES = aliases()
LISTS = {
    value: name
    for name, value in vars(vocabulary).items()
    if isinstance(value, tuple) and isinstance(value[0], str)
}


def lists() -> str:
    """Return an interface with the lists of words in the vocabulary."""
    lines = (
        f"  {name}: readonly [{', '.join(repr(word) for word in words)}];\n"
        for words, name in LISTS.items()
    )
    return f"export interface Lists {{\n{''.join(lines)}}}\n"


def alias(name: str, value: object) -> str:
    """Return a type alias; for words in a list of the vocabulary, the members of this list."""
    if words := LISTS.get(get_args(value)):
        return f"export type {name} = Lists['{words}'][number];\n"
    return f"export type {name} = {typescript(value, name=name)};\n"


def typescript(kind: object, *, name: str = "") -> str:
    """Return the expression of a type; aliases are not expanded, except the alias ``name``."""
    if kind in ALIASES and ALIASES[kind] != name:
        return ALIASES[kind]
    if isinstance(kind, type) and kind in PRIMITIVES:
        return PRIMITIVES[kind]
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind.__name__
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated and position.ALL_KEYS in inner:
        key, value = map(typescript, get_args(inner[0]))
        return f"Record<{key}, {value}>"
    if origin is Annotated:  # the server checks the constraints
        return typescript(inner[0])
    if origin is Literal:
        return " | ".join(f"'{value}'" for value in inner)
    if origin in (Union, types.UnionType):
        return " | ".join(typescript(part) for part in inner if part is not msgspec.UnsetType)
    if origin is list:
        part = typescript(inner[0])
        return f"({part})[]" if " " in part else f"{part}[]"
    if origin is tuple:
        return "[" + ", ".join(map(typescript, inner)) + "]"
    if origin is dict:
        key, value = map(typescript, inner)
        record = f"Record<{key}, {value}>"
        return record if key == "string" else f"Partial<{record}>"
    raise TypeError(f"no TypeScript for {kind}")


def comment(doc: str | None, indent: str = "") -> str:
    """Return a docstring as a comment."""
    lines = inspect.cleandoc(doc or "").replace("``", "`").split("\n")
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    return "".join(
        [
            f"{indent}/**\n",
            *(f"{indent} * {line}".rstrip() + "\n" for line in lines),
            f"{indent} */\n",
        ]
    )


def interface(struct: type[msgspec.Struct]) -> str:
    """Return the interface of a struct; fields that a message may omit are optional."""
    config = struct.__struct_config__
    hints = get_type_hints(struct, include_extras=True)
    info = msgspec.inspect.type_info(struct)
    assert isinstance(info, msgspec.inspect.StructType)
    lines = [comment(struct.__doc__), f"export interface {struct.__name__} {{\n"]
    if config.tag is not None:
        lines.append(f"  {config.tag_field}: '{config.tag}';\n")
    omits_defaults = config.omit_defaults or config.forbid_unknown_fields
    for field in info.fields:
        is_optional = not field.required and (omits_defaults or field.default is msgspec.UNSET)
        optional = "?" if is_optional else ""
        lines.append(f"  {field.encode_name}{optional}: {typescript(hints[field.name])};\n")
    return "".join([*lines, "}\n"])


def text() -> str:
    """Return the content of the file."""
    parts = [FILE_START, lists()]
    for name, value in TYPES.items():
        if value in ALIASES.values() or name.startswith("_"):
            continue
        if get_origin(value) in NAMED_ORIGINS:
            parts.append(alias(name, value))
        elif isinstance(value, type) and issubclass(value, msgspec.Struct):
            # A module also has the bases that it imports; every other struct is sent or stored.
            if value not in BASE_CLASSES:
                parts.append(interface(value))
    for union, kinds in (("Message", page_messages()), ("Command", page_commands())):
        names = " | ".join(sorted(kind.__name__ for kind in kinds))
        parts.append(f"export type {union} = {names};\n")
    return "\n".join(parts)


def write(target: Path = TARGET) -> None:
    """Write the file, unless it is current."""
    new = text()
    if not target.is_file() or target.read_text(encoding="utf-8") != new:
        target.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    write()
