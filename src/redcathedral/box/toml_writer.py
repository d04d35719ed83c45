"""Write the tables of an edition as an edition file, one row per line."""

import json
import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from redcathedral.box.problem import EditionError
from redcathedral.box.source import EditionSections

_BARE_KEY: Final = re.compile("[A-Za-z0-9_-]+")


def toml_from_json(text: str) -> str:
    """Return the text of an edition file whose tables are given as JSON; raises EditionError."""
    try:
        tables = msgspec.json.decode(text, type=dict[str, dict[str, Any]])
    except (msgspec.MsgspecError, RecursionError) as error:
        fix = "send the sections of an edition file as objects, each with its rows"
        raise EditionError.single("edition", f"this is not an edition: {error}", fix) from None
    return toml_text_of(tables)


def toml_text_of(tables: EditionSections) -> str:
    """Return the text of an edition file; values are texts, numbers, lists and mappings."""
    sections = []
    for name, rows in tables.items():
        lines = [f"{_key(row)} = {_value(value)}\n" for row, value in rows.items()]
        sections.append(f"[{name}]\n{''.join(lines)}")
    return "\n".join(sections)


def _key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else _value(name)


def _value(value: object) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{_key(key)} = {_value(item)}' for key, item in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    # A string of JSON is one of TOML, except that TOML escapes this character too.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
