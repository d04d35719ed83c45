"""Unpack the words of the compact observation to the small numbers of the full observation.

Kinds are one-hot encoded, so that a network can use the numbers directly.  The properties of
components, such as the benefit of a tile, replace their row numbers in the edition, so that the
features have the same meaning in every edition.  ``FEATURES`` describes the indices.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from redcathedral.box.edition import Edition
from redcathedral.box.effects import EFFECTS
from redcathedral.box.loader import load_edition
from redcathedral.box.vocabulary import DIE_COUNT
from redcathedral.engine.state import State
from redcathedral.envs.batch import unpack as unpacking
from redcathedral.envs.batch.observation import decider, seen
from redcathedral.envs.batch.unpack import MAX_NUMBER, Unpacker
from redcathedral.envs.batch.words import WORDS
from redcathedral.envs.edition_tables import BENEFITS, prestige_of, tables_of
from redcathedral.envs.facts import FACTS, Fact
from redcathedral.extras import needs

with needs("research"):
    import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers: TypeAlias = NDArray[np.int64]
    Words: TypeAlias = NDArray[np.int64]
    Full: TypeAlias = NDArray[np.uint8]

PHASES: Final = 18
NEXT_PHASES: Final = 20
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


def read(words: Words, name: str) -> Numbers:
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


def _copied(
    name: str,
    shape: tuple[int, ...],
    of: str,
    meaning: str,
    rule: str,
    high: int = MAX_NUMBER,
    fact: str = "",
) -> _Column:
    return _Column(name, shape, high, of, meaning, rule, unpacking.COPY, fact or name)


def _single(name: str, meaning: str, rule: str, high: int = MAX_NUMBER) -> _Column:
    return _copied(name, (1,), "", meaning, rule, high)


def _one_hot_kind(
    name: str, shape: tuple[int, ...], of: str, meaning: str, rule: str, first: int = 1
) -> _Column:
    """Return a column with a one-hot encoded fact, from kind ``first``; other values are all 0."""
    return _Column(name, shape, 1, of, meaning, rule, unpacking.ONE_HOT, name, first)


def _from_edition(
    name: str,
    shape: tuple[int, ...],
    high: int,
    of: str,
    meaning: str,
    rule: str,
    fact: str,
    table: str = "",
) -> _Column:
    """Return a column with the property ``table`` of the components whose rows a fact has."""
    return _Column(name, shape, high, of, meaning, rule, unpacking.TABLE, fact, table=table or name)


def _by_seat(name: str, meaning: str, rule: str, fact: str) -> _Column:
    """Return a column with 1 for each place and seat that a fact marks."""
    return _copied(name, (36, 4), "place, seat", meaning, rule, 1, fact)


_COLUMNS: Final = (
    _one_hot_kind("phase", (PHASES,), "phase", "what is due, by `engine.phases`", "R3.1", 0),
    _one_hot_kind("seat", (4,), "number at the table", "the seat that sees this", "R2.2", 0),
    _one_hot_kind("mover", (4,), "seat", "whose turn it is", "R3.1", 0),
    _one_hot_kind("closer", (4,), "seat", "who closed the game", "R7.1"),
    _one_hot_kind(
        "window", (3,), "step", "exchanging: not begun, going on, over (`one_moment`)", "R3.5", 0
    ),
    _single("rerolled", "the paid re-roll of this turn is used", "R3.3", 1),
    _Column(
        "pending", (5,), 1, "die", "still to be rolled", "R6.11", unpacking.COPY, "pending_dice"
    ),
    _one_hot_kind(
        "after", (NEXT_PHASES,), "phase", "what follows the roll, by `engine.phases`", "R6.11", 0
    ),
    _one_hot_kind("claim", (36,), "place", "the place just claimed", "R4.3"),
    _single("left", "deliveries left, or materials to get", "R5.1"),
    _one_hot_kind("die", (5,), "die", "the moved die", "R6.1"),
    _one_hot_kind("space", (8,), "space", "the space where it ended", "R6.11"),
    _single("taken", "the resource of the space is taken", "R6.5", 1),
    _single("influenced", "the influence card is used", "R6.6", 1),
    _single("activated", "the workshop tile is used", "R6.9", 1),
    _one_hot_kind(
        "action", (2,), "action", "the action in progress, of the two of the card", "R6.6"
    ),
    _Column(
        "doing",
        (len(EFFECTS),),
        1,
        "effect",
        "what that action does",
        "R6.7",
        unpacking.EFFECT,
        table="effect",
    ),
    _single("turn", "turns ended so far, all seats; 255 for more", "R7.7"),
    _single("repeats", "how often the action was carried out", "R6.6"),
    _single("cursor", "in set-up and Ivan's turn: which card or space", "R8.4", 36),
    _single("one_moment", "the option `prestige_for_rubles`", "R3.5", 1),
    _single("limited_rubles", "the option `limited_rubles`", "R1.3", 1),
    _single("ivan_once", "the option `ivan_recognition_tile`", "R8.4", 1),
    _single("leaves_open", "the option `final_roll`", "R3.5", 1),
    _single("first_game", "the option `first_game`", "R2.6", 1),
    _one_hot_kind("seat_count", (3,), "count", "the seats, Ivan's too: 2, 3, 4", "R2.1", 2),
    _single("solo", "alone against Ivan", "R8.1", 1),
    _one_hot_kind("face", (5, 6), "die, face", "what it shows", "R6.1"),
    _one_hot_kind("die_space", (5, 8), "die, space", "where it stands", "R2.7"),
    _Column("landing", (5, 8), 1, "die, space", "where its face leads", "R6.1", unpacking.LANDING),
    _Column("crowd", (8,), 5, "space", "dice on it", "R6.3", unpacking.CROWD),
    _one_hot_kind("gives", (8, 8), "space, resource", "what its tile gives", "R2.5"),
    _copied("amount", (8,), "space", "how much of it for each die", "R6.5", 4),
    _copied("supply", (6,), "material", "pieces in the general supply", "R1.3", 127),
    _single("bank", "rubles of the bank; 255 for more, or no end of them", "R1.3"),
    _copied("height", (6,), "tower", "its cards", "R2.8", 6),
    _from_edition(
        "effect",
        (4, 2, len(EFFECTS)),
        1,
        "quadrant, action, effect",
        "what it does",
        "R6.7",
        "influence",
    ),
    _from_edition("price", (4, 2), 99, "quadrant, action", "its rubles", "R6.7", "influence"),
    _from_edition(
        "action_amount", (4, 2), 99, "quadrant, action", "what one use gives", "R6.7", "influence"
    ),
    _from_edition("endless", (4, 2), 1, "quadrant, action", "may be repeated", "R6.6", "influence"),
    _from_edition(
        "action_materials",
        (4, 2, 6),
        1,
        "quadrant, action, material",
        "may be sold or bought",
        "R6.7",
        "influence",
    ),
    _copied("available", (36,), "place", "may be claimed next", "R4.2", 1),
    _copied("built", (36,), "place", "completed", "R5.3", 1),
    _copied("decorated", (36,), "place", "has an ornament", "R5.5", 1),
    _from_edition("section", (36, 3), 1, "place, section", "the type of its card", "R2.8", "card"),
    _by_seat("owner", "the seat's banner is on it", "R4.1", "owned"),
    _by_seat("decorator", "the seat's ornament is there", "R5.5", "own_decorated"),
    _copied("cost", (36, 6), "place, material", "pieces that the card takes", "R5.1", 127),
    _copied("delivered", (36, 6), "place, material", "pieces that lie on it", "R5.2", 127),
    _Column(
        "needed",
        (36, 6),
        127,
        "place, material",
        "pieces that it still takes",
        "R5.1",
        unpacking.NEEDED,
    ),
    _copied("recognition", (36,), "place", "recognition for completing it", "R5.3", 99),
    _copied("rubles_given", (36,), "place", "rubles for completing it", "R5.3", 99),
    _from_edition(
        "tile_gives",
        (36, BENEFITS),
        1,
        "place, benefit",
        "what its workshop tile gives: a resource, or the resource under a die",
        "R6.10",
        "tile",
    ),
    _from_edition("tile_amount", (36,), 4, "place", "how much of it", "R6.9", "tile"),
    _one_hot_kind("colour", (4, 4), "seat, colour", "its color; all 0: no such seat", "R2.2"),
    _copied("advanced", (4,), "seat", "plays the advanced side", "R2.3", 1),
    _copied("materials", (4, 6), "seat, material", "pieces in the inventory", "R1.4", 127),
    _copied("rubles", (4,), "seat", "its rubles; 255 for more", "R1.1"),
    _copied("score", (4,), "seat", "where the marker stands, laps added; 255 for more", "R1.2"),
    _Column(
        "prestige", (4,), MAX_NUMBER, "seat", "what the marker is worth", "R7.2", unpacking.PRESTIGE
    ),
    _copied("banners", (4, 4), "seat, source", "banners that lie there", "R4.1"),
    _copied("doors", (4,), "seat", "doors to be placed", "R5.5", 127),
    _copied("arches", (4,), "seat", "arches to be placed", "R5.5", 127),
    _copied("crosses", (4,), "seat", "crosses to be placed", "R5.5", 127),
    _from_edition(
        "workshop",
        (4, 6, BENEFITS),
        1,
        "seat, space, benefit",
        "what the tile there gives, face up",
        "R4.4",
        "workshop",
        "tile_gives",
    ),
    _from_edition(
        "workshop_amount",
        (4, 6),
        4,
        "seat, space",
        "how much of it",
        "R6.9",
        "workshop",
        "tile_amount",
    ),
    _from_edition(
        "filled", (4, 6), 1, "seat, space", "a tile lies there, face up or down", "R4.3", "workshop"
    ),
    _one_hot_kind(
        "locked", (4, 6, 3), "seat, space, ornament", "the ornament that lies there", "R2.3"
    ),
    _copied("tile_cost", (4, 6), "seat, space", "rubles for a tile face up", "R4.4", 99),
    _one_hot_kind("ivan_card", (5, 5), "position, card", "Ivan's card there", "R8.2"),
    _from_edition(
        "ivan_die",
        (5, 5),
        1,
        "position, die",
        "the die that its tile shows",
        "R8.2",
        "ivan_tile",
        "tile_die",
    ),
    _copied("ivan_face_up", (5,), "position", "the tile is face up", "R8.4", 1),
    _single("ivan_stored", "materials on his Inventory card", "R8.4", 126),
    _single("ivan_building", "materials on his Build card", "R8.4", 126),
    _copied("ivan_inventory", (16,), "", "the first of those, in order: kind + 1", "R8.4", 6),
    _copied("ivan_build", (96,), "", "the first of these, in order: kind + 1", "R8.4", 6),
)


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
    data = rows.astype("<i8", copy=False).tobytes()
    unpacked = _unpacker(edition).unpack(data)
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
