"""JSON read with a finger on the place: every value knows its path (``$.seats[0].rubles``)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NoReturn

from redcathedral.record.notation import did_you_mean
from redcathedral.record.position import Json
from redcathedral.record.quote import printable, quote

BRACKET_LIMIT: Final = 500  # a position has a third of it


class PositionError(ValueError):
    """A position that cannot be: its path, the reason, the way out."""

    def __init__(self, path: str, reason: str, fix: str) -> None:
        super().__init__(f"{path}: {reason}; {fix}")
        self.path = path
        self.reason = reason
        self.fix = fix


def parse_json(text: str) -> Json:
    """The value of a JSON text; raises PositionError."""
    depth = text.count("[") + text.count("{")
    if depth > BRACKET_LIMIT:
        reason = f"{depth} opening brackets; no position has so many"
        raise PositionError("$", reason, "write one JSON object as record.md has it")
    try:
        value: Json = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        reason = f"this is not JSON: {error.msg} at character {error.pos + 1}"
        raise PositionError("$", reason, "write one JSON object on one line") from None
    except ValueError as error:
        reason = f"this JSON cannot be read: {printable(str(error))[:100]}"
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


@dataclass(frozen=True, slots=True)
class Node:
    """A value and its path; each method reads it as one thing or raises PositionError."""

    value: Json
    path: str = "$"

    def fail(self, reason: str, fix: str) -> PositionError:
        """The error to raise about this value."""
        return PositionError(self.path, reason, fix)

    def _kind(self) -> str:
        value = self.value
        if value is None or isinstance(value, bool):
            return json.dumps(value)
        if isinstance(value, (int, float)):
            return f"the number {str(value)[:20]}"
        if isinstance(value, str):
            return f"the text {quote(value)}"
        return "a list" if isinstance(value, list) else "an object"

    def is_null(self) -> bool:
        """Whether nothing is there."""
        return self.value is None

    def keys(self, names: Sequence[str]) -> Iterator[Node]:
        """The values of an object that has exactly these keys, in this order."""
        value = self._object()
        self._known(value, names)
        for name in names:
            if name not in value:
                fix = f"it needs all of: {', '.join(names)}"
                raise self.fail(f"the key {name} is missing", fix)
            yield Node(value[name], f"{self.path}.{name}")

    def counts(self, names: Sequence[str], most: int) -> list[int]:
        """The counts of an object with some of these keys; 0 for those left out."""
        value = self._object()
        self._known(value, names)
        return [Node(value.get(name, 0), f"{self.path}.{name}").number(0, most) for name in names]

    def names(self, keys: Sequence[str], values: Sequence[str]) -> dict[int, int]:
        """An object from some of these keys to these names, as numbers."""
        value = self._object()
        self._known(value, keys)
        return {
            keys.index(key): Node(item, f"{self.path}.{key}").name(values)
            for key, item in value.items()
        }

    def _object(self) -> dict[str, Json]:
        if not isinstance(self.value, dict):
            raise self.fail(f"{self._kind()} in place of an object", "write {...} there")
        return self.value

    def _known(self, value: dict[str, Json], names: Sequence[str]) -> None:
        for name in value:
            if name not in names:
                fix = did_you_mean(name, names) if names else "leave it empty: {}"
                raise self.fail(f"the key {quote(name)} is unknown", fix)

    def items(self, least: int, most: int) -> list[Node]:
        """The values of a list of so many."""
        if not isinstance(self.value, list):
            raise self.fail(f"{self._kind()} in place of a list", "write [...] there")
        count = len(self.value)
        if not least <= count <= most:
            wanted = str(least) if least == most else f"{least} to {most}"
            raise self.fail(f"a list of {count}", f"it has {wanted} entries")
        return [Node(item, f"{self.path}[{index}]") for index, item in enumerate(self.value)]

    def number(self, least: int, most: int) -> int:
        """A whole number in a range."""
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise self.fail(f"{self._kind()} cannot be", f"write a whole number {least} to {most}")
        return value

    def flag(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            raise self.fail(f"{self._kind()} cannot be", "write true or false")
        return self.value

    def text(self) -> str:
        """A text."""
        if not isinstance(self.value, str):
            raise self.fail(f"{self._kind()} in place of a text", "write it in quotes")
        return self.value

    def name(self, names: Sequence[str]) -> int:
        """The number of one of these names."""
        text = self.text()
        if text not in names:
            raise self.fail(f"{quote(text)} is unknown", did_you_mean(text, names))
        return names.index(text)
