"""What the store keeps, as values.  Times are milliseconds since 1970 in UTC."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EditionRow:
    """An edition's file, by the hash of its text; a game keeps the one it was begun with."""

    key: str
    id: str
    name: str
    hash: str
    text: str


@dataclass(frozen=True, slots=True)
class Standing:
    """What the list of games tells without replaying one."""

    turn: int
    to_move: str
    over: str | None


@dataclass(frozen=True, slots=True)
class StoredAction:
    """An action of a table."""

    number: int
    data: str


@dataclass(frozen=True, slots=True)
class GameRow:
    """A table in the list: ``base`` is the record it began with, without names of people."""

    id: str
    created: int
    changed: int
    edition: str
    base: str
    number: int
    standing: Standing
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A table with everything that rebuilds it."""

    row: GameRow
    edition: EditionRow
    actions: tuple[StoredAction, ...]
