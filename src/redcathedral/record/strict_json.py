"""JSON read strictly: each key once, nothing unknown, every error with the path of its value."""

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

BRACKET_LIMIT: Final = 500  # a position has a third of it
# What msgspec says: what is wrong, and where (`...` in a path is any key of an object).
_MESSAGE: Final = re.compile(
    r"(?:Object missing required field `(?P<missing>.*?)`"
    r"|Object contains unknown field `(?P<unknown>.*?)`"
    r"|Invalid enum value (?P<name>.*?)"
    r"|Expected `(?P<sort>\w+)[^`]*`(?: of length (?P<length>\d+))?, got `?(?P<got>\w+)`?)"
    r"(?: - at (?P<key>`key` in )?`\$(?P<path>[\w.\[\]]*)`)?",
    re.DOTALL,
)
# The sorts of values by msgspec's names: in words, and how each is written.
_SORTS: Final = {
    "object": ("an object", "write {...} there"),
    "array": ("a list", "write [...] there"),
    "str": ("a text", "write it in quotes"),
    "int": ("a whole number", "write it without a fraction or quotes"),
    "bool": ("true or false", "write true or false"),
}


class PathDifference(NamedTuple):
    """One value of a `state` line that the engine sees differently; both as JSON."""

    path: str  # "$.seats[0].rubles"
    read: str
    engine: str


class PositionError(ParseError):
    """A position that cannot be: its path (``place``), the reason, the way out.

    Where the position is well-formed but unsound, ``code`` says in a word what is wrong, and
    ``values`` how much of what, by numbers.
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
    """JSON on one line: keys sorted, no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def parse_json(text: str) -> Json:
    """The value of a JSON text; raises PositionError."""
    depth = text.count("[") + text.count("{")
    if depth > BRACKET_LIMIT:
        reason = f"{depth} opening brackets; no position has so many"
        raise PositionError("$", reason, "write one JSON object as record.md has it")
    try:
        value: Json = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except ValueError as error:
        reason = f"this JSON cannot be read: {printable(str(error))[:100]}"
        if isinstance(error, json.JSONDecodeError):
            reason = f"this is not JSON: {error.msg} at character {error.pos + 1}"
        raise PositionError("$", reason, "write one JSON object on one line") from None
    return value


def _once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    result = dict(pairs)
    if len(result) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the key {quote(twice)} stands there twice")
    return result


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def convert(value: Json, kind: type[T]) -> T:
    """A JSON value as a type has it; raises PositionError for the first place where it is not."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise _misshapen(value, str(error)) from None
    except UnicodeEncodeError:
        reason = "half a surrogate pair is no text"
        raise PositionError("$", reason, "write whole characters") from None


def _misshapen(root: Json, message: str) -> PositionError:
    """What msgspec says, with the value that is wrong and the path that leads there."""
    said = _MESSAGE.fullmatch(message)
    assert said is not None, message
    path = f"${said['path'] or ''}"
    name, got, length = said["name"], said["got"], said["length"]
    if said["missing"]:
        return PositionError(
            path, f"the key {said['missing']} is missing", "it needs all of those in record.md"
        )
    if said["unknown"] is not None or said["key"] is not None:
        key = said["unknown"] or name[1:-1]
        return PositionError(path, f"the key {quote(key)} is unknown", "leave it out")
    path, value = next(
        (at, value)
        for at, value in _places(root, re.findall(r"\.{3}|\w+", path))
        if got == _sort(value) or name == repr(value) or (length and got == _length(value))
    )
    if length:
        return PositionError(path, f"a list of {got}", f"it has {length} entries")
    if name:
        return PositionError(
            path, f"{describe_value(value)} is unknown", "write it as record.md has it"
        )
    sort, fix = _SORTS[said["sort"]]
    return PositionError(path, f"{describe_value(value)} in place of {sort}", fix)


def _places(value: Json, steps: Sequence[str], path: str = "$") -> Iterator[tuple[str, Json]]:
    """The values that some steps from a value lead to, each with its path."""
    if not steps:
        yield path, value
    elif isinstance(value, list):
        yield from _places(value[int(steps[0])], steps[1:], f"{path}[{steps[0]}]")
    elif isinstance(value, dict):
        for key in value if steps[0] == "..." else steps[:1]:
            yield from _places(value[key], steps[1:], f"{path}.{key}")


def _sort(value: Json) -> str:
    names = {dict: "object", list: "array", type(None): "null"}
    return names.get(type(value), type(value).__name__)


def _length(value: Json) -> str:
    return str(len(value)) if isinstance(value, list) else ""


def describe_value(value: Json) -> str:
    """A value as an error tells of it."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, (int, float)):
        return f"the number {str(value)[:20]}"
    if isinstance(value, str):
        return f"the text {quote(value)}"
    return "a list" if isinstance(value, list) else "an object"


def check_length(path: str, things: Sequence[object], least: int, most: int = 0) -> None:
    """A list has ``least`` entries, or up to ``most``."""
    if not least <= len(things) <= max(least, most):
        wanted = f"{least} to {most}" if most else str(least)
        raise PositionError(path, f"a list of {len(things)}", f"it has {wanted} entries")


def check_keys(path: str, given: Collection[str], names: Sequence[str]) -> None:
    """An object has exactly these keys."""
    for name in given:
        if name not in names:
            fix = did_you_mean(name, names) if names else "leave it empty: {}"
            raise PositionError(path, f"the key {quote(name)} is unknown", fix)
    for name in names:
        if name not in given:
            fix = f"it needs all of: {', '.join(names)}"
            raise PositionError(path, f"the key {name} is missing", fix)


def check_range(path: str, number: int, least: int, most: int) -> int:
    """A whole number in a range."""
    if not least <= number <= most:
        reason = f"the number {str(number)[:20]} cannot be"
        values = {"least": least, "most": most}
        fix = f"write a whole number {least} to {most}"
        raise PositionError(path, reason, fix, "number", values)
    return number


def index_of(path: str, name: str, names: Sequence[str]) -> int:
    """The number of one of these names."""
    if name not in names:
        raise PositionError(path, f"{quote(name)} is unknown", did_you_mean(name, names))
    return names.index(name)


def distinct_indexes(path: str, ids: list[str], names: list[str], count: int) -> list[int]:
    """A list of so many of these names, none twice."""
    check_length(path, ids, count)
    found = [index_of(f"{path}[{index}]", id_, names) for index, id_ in enumerate(ids)]
    for index, id_ in enumerate(ids):
        if id_ in ids[:index]:
            raise PositionError(path, f"{id_} stands there twice", "name each once")
    return found


def differences(read: Json, engine: Json, path: str = "$") -> Iterator[PathDifference]:
    """Each place where a value read is not the engine's, the deepest that can be named."""
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
