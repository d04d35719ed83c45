"""Unpack the words of the compact observation to the small numbers of the full observation.

Kinds are one-hot encoded, so that a network can use the numbers directly.  The properties of
components, such as the benefit of a tile, replace their row numbers in the edition, so that the
features have the same meaning in every edition.  ``FEATURES`` describes the indices.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
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
_TABLE: Final = """\
phase | 18 | phase | 1 | what is due, by `engine.phases` | R3.1 | from 0
seat | 4 | number at the table | 1 | the seat that sees this | R2.2 | from 0
mover | 4 | seat | 1 | whose turn it is | R3.1 | from 0
closer | 4 | seat | 1 | who closed the game | R7.1 | from 1
window | 3 | step | 1 | exchanging: not begun, going on, over (`one_moment`) | R3.5 | from 0
rerolled | 1 | - | 1 | the paid re-roll of this turn is used | R3.3
pending | 5 | die | 1 | still to be rolled | R6.11 | = pending_dice
after | 20 | phase | 1 | what follows the roll, by `engine.phases` | R6.11 | from 0
claim | 36 | place | 1 | the place just claimed | R4.3 | from 1
left | 1 | - | 255 | deliveries left, or materials to get | R5.1
die | 5 | die | 1 | the moved die | R6.1 | from 1
space | 8 | space | 1 | the space where it ended | R6.11 | from 1
taken | 1 | - | 1 | the resource of the space is taken | R6.5
influenced | 1 | - | 1 | the influence card is used | R6.6
activated | 1 | - | 1 | the workshop tile is used | R6.9
action | 2 | action | 1 | the action in progress, of the two of the card | R6.6 | from 1
doing | E | effect | 1 | what that action does | R6.7 | effect
turn | 1 | - | 255 | turns ended so far, all seats; 255 for more | R7.7
repeats | 1 | - | 255 | how often the action was carried out | R6.6
cursor | 1 | - | 36 | in set-up and Ivan's turn: which card or space | R8.4
one_moment | 1 | - | 1 | the option `prestige_for_rubles` | R3.5
limited_rubles | 1 | - | 1 | the option `limited_rubles` | R1.3
ivan_once | 1 | - | 1 | the option `ivan_recognition_tile` | R8.4
leaves_open | 1 | - | 1 | the option `final_roll` | R3.5
first_game | 1 | - | 1 | the option `first_game` | R2.6
seat_count | 3 | count | 1 | the seats, Ivan's too: 2, 3, 4 | R2.1 | from 2
solo | 1 | - | 1 | alone against Ivan | R8.1
face | 5 6 | die, face | 1 | what it shows | R6.1 | from 1
die_space | 5 8 | die, space | 1 | where it stands | R2.7 | from 1
landing | 5 8 | die, space | 1 | where its face leads | R6.1 | landing
crowd | 8 | space | 5 | dice on it | R6.3 | crowd
gives | 8 8 | space, resource | 1 | what its tile gives | R2.5 | from 1
amount | 8 | space | 4 | how much of it for each die | R6.5
supply | 6 | material | 127 | pieces in the general supply | R1.3
bank | 1 | - | 255 | rubles of the bank; 255 for more, or no end of them | R1.3
height | 6 | tower | 6 | its cards | R2.8
effect | 4 2 E | quadrant, action, effect | 1 | what it does | R6.7 | influence
price | 4 2 | quadrant, action | 99 | its rubles | R6.7 | influence
action_amount | 4 2 | quadrant, action | 99 | what one use gives | R6.7 | influence
endless | 4 2 | quadrant, action | 1 | may be repeated | R6.6 | influence
action_materials | 4 2 6 | quadrant, action, material | 1 | may be sold or bought | R6.7 | influence
available | 36 | place | 1 | may be claimed next | R4.2
built | 36 | place | 1 | completed | R5.3
decorated | 36 | place | 1 | has an ornament | R5.5
section | 36 3 | place, section | 1 | the type of its card | R2.8 | card
owner | 36 4 | place, seat | 1 | the seat's banner is on it | R4.1 | = owned
decorator | 36 4 | place, seat | 1 | the seat's ornament is there | R5.5 | = own_decorated
cost | 36 6 | place, material | 127 | pieces that the card takes | R5.1
delivered | 36 6 | place, material | 127 | pieces that lie on it | R5.2
needed | 36 6 | place, material | 127 | pieces that it still takes | R5.1 | needed
recognition | 36 | place | 99 | recognition for completing it | R5.3
rubles_given | 36 | place | 99 | rubles for completing it | R5.3
tile_gives | 36 B | place, benefit | 1 | a resource, or the one under a die | R6.10 | tile
tile_amount | 36 | place | 4 | how much of it | R6.9 | tile
colour | 4 4 | seat, colour | 1 | its color; all 0: no such seat | R2.2 | from 1
advanced | 4 | seat | 1 | plays the advanced side | R2.3
materials | 4 6 | seat, material | 127 | pieces in the inventory | R1.4
rubles | 4 | seat | 255 | its rubles; 255 for more | R1.1
score | 4 | seat | 255 | where the marker stands, laps added; 255 for more | R1.2
prestige | 4 | seat | 255 | what the marker is worth | R7.2 | prestige
prestige_ahead | 4 10 | seat, recognition | 10 | prestige of 1 to 10 more recognition | R7.2 | gain
banners | 4 4 | seat, source | 255 | banners that lie there | R4.1
doors | 4 | seat | 127 | doors to be placed | R5.5
arches | 4 | seat | 127 | arches to be placed | R5.5
crosses | 4 | seat | 127 | crosses to be placed | R5.5
workshop | 4 6 B | seat, space, benefit | 1 | what a face-up tile gives | R4.4 | workshop tile_gives
workshop_amount | 4 6 | seat, space | 4 | how much of it | R6.9 | workshop tile_amount
filled | 4 6 | seat, space | 1 | a tile lies there, face up or down | R4.3 | workshop
locked | 4 6 3 | seat, space, ornament | 1 | the ornament that lies there | R2.3 | from 1
tile_cost | 4 6 | seat, space | 99 | rubles for a tile face up | R4.4
ivan_card | 5 5 | position, card | 1 | Ivan's card there | R8.2 | from 1
ivan_die | 5 5 | position, die | 1 | the die that its tile shows | R8.2 | ivan_tile tile_die
ivan_face_up | 5 | position | 1 | the tile is face up | R8.4
ivan_stored | 1 | - | 126 | materials on his Inventory card | R8.4
ivan_building | 1 | - | 126 | materials on his Build card | R8.4
ivan_inventory | 16 | - | 6 | the first of those, in order: kind + 1 | R8.4
ivan_build | 96 | - | 6 | the first of these, in order: kind + 1 | R8.4
"""
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
