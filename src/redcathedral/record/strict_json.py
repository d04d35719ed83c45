"""Read JSON strictly: no repeated or unknown keys, and errors with the path of the value."""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple, NoReturn, TypeAlias, TypeVar

import msgspec

from redcathedral.box.problem import ParseError
from redcathedral.box.quoting import did_you_mean, printable, quote

T = TypeVar("T")
Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

BRACKET_LIMIT: Final = 500  # opening brackets; a position has a third of this
# The error messages of msgspec; ``...`` in a path is any key of an object.
_MESSAGE: Final = re.compile(
    r"(?:Object missing required field `(?P<missing>.*?)`"
    r"|Object contains unknown field `(?P<unknown>.*?)`"
    r"|Invalid enum value (?P<name>.*?)"
    r"|Expected `(?P<type>\w+)[^`]*`(?: of length (?P<length>\d+))?, got `?(?P<got>\w+)`?)"
    r"(?: - at (?P<key>`key` in )?`\$(?P<path>[\w.\[\]]*)`)?",
    re.DOTALL,
)
# The JSON types by their names in msgspec: in words, and how to write a value.
_TYPES: Final = {
    "object": ("an object", "write {...} there"),
    "array": ("a list", "write [...] there"),
    "str": ("a text", "write it in quotes"),
    "int": ("a whole number", "write it without a fraction or quotes"),
    "bool": ("true or false", "write true or false"),
}


class PathDifference(NamedTuple):
    """A difference between a ``state`` line and the engine: the path and both values as JSON."""

    path: str  # "$.seats[0].rubles"
    read: str
    engine: str


class PositionError(ParseError):
    """A position cannot be read: the path (``place``), the reason and the fix.

    For an inconsistency of a well-formed position, ``code`` is the id of the problem, and
    ``values`` has its numbers.
    """

    def __init__(
        self,
        path: str,
        reason: str,
        fix: str,
        code: str = "",
        values: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        super().__init__(reason, fix, place=path)
        self.code = code
        self.values = values


def canonical(value: Json) -> str:
    """Return a value as canonical JSON: one line, sorted keys, no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def parse_json(text: str) -> Json:
    """Return the value of a JSON text; raises PositionError."""
    depth = text.count("[") + text.count("{")
    if depth > BRACKET_LIMIT:
        reason = f"{depth} opening brackets are too many for a position"
        raise PositionError("$", reason, "write one JSON object as record.md has it")
    try:
        value: Json = json.loads(
            text, object_pairs_hook=_reject_repeated_keys, parse_constant=_reject_constant
        )
    except ValueError as error:
        reason = f"this JSON cannot be read: {printable(str(error))[:100]}"
        if isinstance(error, json.JSONDecodeError):
            reason = f"this is not JSON: {error.msg} at character {error.pos + 1}"
        raise PositionError("$", reason, "write one JSON object on one line") from None
    return value


def _reject_repeated_keys(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    result = dict(pairs)
    if len(result) != len(pairs):
        names = [name for name, _ in pairs]
        repeated = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the key {quote(repeated)} is repeated")
    return result


def _reject_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def convert(value: Json, target_type: type[T]) -> T:
    """Convert a JSON value to a type; raises PositionError for the first value of another type."""
    try:
        return msgspec.convert(value, target_type)
    except msgspec.ValidationError as error:
        raise _conversion_error(value, str(error)) from None
    except UnicodeEncodeError:
        reason = "half a surrogate pair is not a text"
        raise PositionError("$", reason, "write whole characters") from None


def _conversion_error(root: Json, message: str) -> PositionError:
    """Convert an error message of msgspec to an error with the wrong value and its path."""
    match = _MESSAGE.fullmatch(message)
    assert match is not None, message
    path = f"${match['path'] or ''}"
    name, actual, length = match["name"], match["got"], match["length"]
    if match["missing"]:
        return PositionError(
            path, f"the key {match['missing']} is missing", "it needs all of those in record.md"
        )
    if match["unknown"] is not None or match["key"] is not None:
        key = match["unknown"] or name[1:-1]
        return PositionError(path, f"the key {quote(key)} is unknown", "remove it")
    path, value = next(
        (value_path, value)
        for value_path, value in _values_at(root, re.findall(r"\.{3}|\w+", path))
        if actual == _type_name(value)
        or name == repr(value)
        or (length and actual == _length(value))
    )
    if length:
        return PositionError(path, f"a list of {actual}", f"it has {length} entries")
    if name:
        return PositionError(
            path, f"{describe_value(value)} is unknown", "write it as record.md has it"
        )
    type_name, fix = _TYPES[match["type"]]
    return PositionError(path, f"{describe_value(value)} in place of {type_name}", fix)


def _values_at(value: Json, steps: Sequence[str], path: str = "$") -> Iterator[tuple[str, Json]]:
    """Yield the values at the keys ``steps`` within a value, each with its path."""
    if not steps:
        yield path, value
    elif isinstance(value, list):
        yield from _values_at(value[int(steps[0])], steps[1:], f"{path}[{steps[0]}]")
    elif isinstance(value, dict):
        for key in value if steps[0] == "..." else steps[:1]:
            yield from _values_at(value[key], steps[1:], f"{path}.{key}")


def _type_name(value: Json) -> str:
    names = {dict: "object", list: "array", type(None): "null"}
    return names.get(type(value), type(value).__name__)


def _length(value: Json) -> str:
    return str(len(value)) if isinstance(value, list) else ""


def describe_value(value: Json) -> str:
    """Return a short description of a value for an error."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, (int, float)):
        return f"the number {str(value)[:20]}"
    if isinstance(value, str):
        return f"the text {quote(value)}"
    return "a list" if isinstance(value, list) else "an object"


def check_length(path: str, items: Sequence[object], least: int, most: int = 0) -> None:
    """Raise PositionError unless a list has ``least`` entries, or ``least`` to ``most``."""
    if not least <= len(items) <= max(least, most):
        allowed_range = f"{least} to {most}" if most else str(least)
        raise PositionError(path, f"a list of {len(items)}", f"it has {allowed_range} entries")


def check_keys(path: str, keys: Collection[str], names: Sequence[str]) -> None:
    """Raise PositionError unless the keys of an object are exactly these names."""
    for name in keys:
        if name not in names:
            fix = did_you_mean(name, names) if names else "leave it empty: {}"
            raise PositionError(path, f"the key {quote(name)} is unknown", fix)
    for name in names:
        if name not in keys:
            fix = f"it needs all of: {', '.join(names)}"
            raise PositionError(path, f"the key {name} is missing", fix)


def check_range(path: str, number: int, least: int, most: int) -> int:
    """Return a number, or raise PositionError if it is not in a range."""
    if not least <= number <= most:
        reason = f"the number {str(number)[:20]} cannot be"
        values = {"least": least, "most": most}
        fix = f"write a whole number {least} to {most}"
        raise PositionError(path, reason, fix, "number", values)
    return number


def index_of(path: str, name: str, names: Sequence[str]) -> int:
    """Return the index of a name, or raise PositionError if it is unknown."""
    if name not in names:
        raise PositionError(path, f"{quote(name)} is unknown", did_you_mean(name, names))
    return names.index(name)


def distinct_indexes(path: str, ids: list[str], names: list[str], count: int) -> list[int]:
    """Return the indexes of ``count`` different names; raises PositionError."""
    check_length(path, ids, count)
    indexes = [index_of(f"{path}[{index}]", id_, names) for index, id_ in enumerate(ids)]
    for index, id_ in enumerate(ids):
        if id_ in ids[:index]:
            raise PositionError(path, f"{id_} is named twice", "name each once")
    return indexes


def differences(read: Json, engine: Json, path: str = "$") -> Iterator[PathDifference]:
    """Yield the differences between a value in a file and the engine's, as deep as possible."""
    if isinstance(read, dict) and isinstance(engine, dict):
        for key in sorted({*read, *engine}):
            inner = f"{path}.{key}"
            if key not in engine:
                yield PathDifference(inner, canonical(read[key]), "nothing")
            elif key not in read:
                yield PathDifference(inner, "nothing", canonical(engine[key]))
            else:
                yield from differences(read[key], engine[key], inner)
    elif isinstance(read, list) and isinstance(engine, list) and len(read) == len(engine):
        for index, pair in enumerate(zip(read, engine, strict=True)):
            yield from differences(*pair, f"{path}[{index}]")
    elif canonical(read) != canonical(engine):
        yield PathDifference(path, canonical(read), canonical(engine))
