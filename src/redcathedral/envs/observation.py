"""Unpack the words of the compact observation to the small numbers of the full observation.

Kinds are one-hot encoded, so that a network can use the numbers directly.  The properties of
components, such as the benefit of a tile, replace their row numbers in the edition, so that the
features have the same meaning in every edition.  ``FEATURES`` describes the indices.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from importlib.resources import files
from typing import Final, TypeAlias

from redcathedral.box.edition import Edition
from redcathedral.box.effects import EFFECTS
from redcathedral.box.loader import load_edition
from redcathedral.box.vocabulary import DIE_COUNT
from redcathedral.engine.state import State
from redcathedral.envs.batch import unpack as unpacking
from redcathedral.envs.batch.observation import decider, seen
from redcathedral.envs.batch.unpack import Unpacker
from redcathedral.envs.batch.words import WORDS
from redcathedral.envs.edition_tables import BENEFITS, prestige_of, tables_of
from redcathedral.envs.facts import FACTS, Fact
from redcathedral.extras import needs

with needs("research"):
    import numpy as np
    from numpy.typing import NDArray

Words: TypeAlias = NDArray[np.int64]
Full: TypeAlias = NDArray[np.uint8]

_FACTS: Final[dict[str, Fact]] = {fact.name: fact for fact in FACTS}
_FACTS_AND_SETS: Final = {
    **_FACTS,
    "pending_dice": _FACTS["pending"]._replace(bits=1, parts=DIE_COUNT),
}


@dataclass(frozen=True)
class Feature:
    """Numbers of one kind in the full observation, from index ``first``.

    ``shape`` has a size for each of the things that ``of`` names; the last varies fastest.
    """

    name: str
    first: int
    shape: tuple[int, ...]
    low: int
    high: int
    of: str
    meaning: str
    rule: str

    @property
    def size(self) -> int:
        """The number of numbers."""
        return math.prod(self.shape)

    @property
    def indices(self) -> slice:
        """The indices in the observation."""
        return slice(self.first, self.first + self.size)


def read(words: Words, name: str) -> NDArray[np.int64]:
    """Return a fact of the compact observation, by its name in ``envs.facts``.

    ``words`` has a row for each position; the axes of the result are position, row and part.
    """
    fact = _FACTS[name]
    rows = slice(fact.word, fact.word + max(1, fact.rows * fact.words), fact.words or 1)
    shifts = fact.shift + fact.bits * np.arange(fact.parts)
    return words[:, rows, None] >> shifts & (1 << fact.bits) - 1


@dataclass(frozen=True)
class _Column:
    """A feature, and the operation of ``batch.unpack`` that writes it."""

    name: str
    shape: tuple[int, ...]
    high: int
    of: str
    meaning: str
    rule: str
    kind: int
    fact: str = ""  # where its values are
    first: int = 0  # of ONE_HOT
    table: str = ""  # of ``EditionTables``

    def operation(self, index: int, tables: dict[str, int]) -> list[int]:
        """Return the operation that writes the numbers from ``index``."""
        fact = _FACTS_AND_SETS[self.fact or "phase"]
        size = math.prod(self.shape)
        width = size if self.kind == unpacking.EFFECT else size // (fact.rows * fact.parts)
        distances = (fact.parts * width, width)
        if self.of == "place, seat":
            distances = (1, fact.rows)
        place = (fact.word, fact.shift, fact.bits, fact.parts, fact.rows, fact.words)
        parameter = tables[self.table] if self.table else self.first
        return [self.kind, *place, index, *distances, width, parameter]


# A feature in each line: name, shape, the things of its axes, highest number, meaning, rule, and
# where its numbers are.  By default that is the fact with the same name, and ``= fact`` names
# another.  ``from N`` encodes the fact one-hot from kind N on; other values are all 0.
# ``fact table`` looks up the components of that fact in a table of the edition.  A single word of
# _KINDS has its own rule.  E and B are the numbers of effects and of benefits.
_TABLE: Final = files("redcathedral.envs").joinpath("observation_features.txt").read_text("utf-8")
_SIZES: Final = {"E": len(EFFECTS), "B": BENEFITS}
_KINDS: Final = {
    "landing": (unpacking.LANDING, ""),
    "crowd": (unpacking.CROWD, ""),
    "effect": (unpacking.EFFECT, ""),
    "needed": (unpacking.NEEDED, ""),
    "prestige": (unpacking.PRESTIGE, ""),
    "gain": (unpacking.GAIN, "score"),
}


def _column(line: str) -> _Column:
    name, sizes, of, high, meaning, rule, *rest = line.split(" | ")
    kind, fact, first, table = unpacking.COPY, name, 0, ""
    match rest[0].split(" ") if rest else ["=", name]:
        case [word] if word in _KINDS:
            kind, fact = _KINDS[word]
            table = "effect" if kind == unpacking.EFFECT else ""
        case ["=", fact]:
            pass
        case ["from", number]:
            kind, first = unpacking.ONE_HOT, int(number)
        case words:
            kind, fact, table = unpacking.TABLE, words[0], words[1] if words[1:] else name
    shape = tuple(_SIZES[size] if size in _SIZES else int(size) for size in sizes.split(" "))
    return _Column(name, shape, int(high), of.strip("-"), meaning, rule, kind, fact, first, table)


_COLUMNS: Final = tuple(map(_column, _TABLE.splitlines()))


def _features() -> tuple[Feature, ...]:
    features = []
    first = 0
    for column in _COLUMNS:
        texts = (column.of, column.meaning, column.rule)
        feature = Feature(column.name, first, column.shape, 0, column.high, *texts)
        features.append(feature)
        first += feature.size
    return tuple(features)


FEATURES: Final = _features()
SIZE: Final = FEATURES[-1].indices.stop


def compact(state: State, seat: int | None = None) -> Words:
    """Return the compact observation of a position for a seat, by default the one that decides."""
    return np.frombuffer(seen(state, decider(state) if seat is None else seat), np.int64)


def full(state: State, seat: int | None = None) -> Full:
    """Return the full observation of a position for a seat, by default the one that decides."""
    return unpack(compact(state, seat), state.setting.components.edition)


def unpack(words: Words, edition: Edition | None = None, out: Full | None = None) -> Full:
    """Unpack compact observations to full ones: ``SIZE`` numbers, 0 to 255, for each position.

    ``words`` has a row for each position, or is the observation of one position.  ``edition`` is
    the edition of the games, by default the packaged one.  The result is written to ``out`` if
    there is one.  Raises ValueError for rows of another length.
    """
    rows = np.atleast_2d(words)
    if rows.shape[1] != WORDS:
        raise ValueError(f"rows of {rows.shape[1]} words; a compact observation has {WORDS}")
    unpacked = _unpacker(edition).unpack(rows.astype("<i8", copy=False).tobytes())
    numbers = np.frombuffer(unpacked, np.uint8).reshape(len(rows), SIZE)
    if out is None:
        numbers = numbers.copy()  # writable
    else:
        out[...] = numbers
    return numbers if words.ndim == 2 else numbers[0]


_UNPACKERS: Final[dict[str, Unpacker]] = {}  # by the edition's hash


def _unpacker(edition: Edition | None) -> Unpacker:
    key = "" if edition is None else edition.hash
    if key not in _UNPACKERS:
        _UNPACKERS[key] = _make_unpacker(load_edition() if edition is None else edition)
    return _UNPACKERS[key]


def _make_unpacker(edition: Edition) -> Unpacker:
    first = {"": 0}  # of each table
    tables = b""
    for name, table in tables_of(edition).items():
        first[name] = len(tables)
        tables += table
    operations = [
        number
        for column, feature in zip(_COLUMNS, FEATURES, strict=True)
        for number in column.operation(feature.first, first)
    ]
    return Unpacker(operations, tables, SIZE, prestige_of(edition))
