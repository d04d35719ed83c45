"""The full observation: the words of the compact one unpacked to plain small numbers, by numpy.

Kinds are spread over one number each (one-hot), so that a network can begin at once; what an
edition's row means (what a tile gives, what an influence card does) is there instead of its number,
so that the same indices tell of every edition.  ``FEATURES`` says what stands where.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from redcathedral.box.edition import Action, Edition
from redcathedral.box.effects import EFFECTS
from redcathedral.box.loader import load_edition
from redcathedral.box.vocabulary import (
    DIE_COUNT,
    MATERIAL_COUNT,
    RESOURCE_COUNT,
    SECTION_COUNT,
    SPACE_COUNT,
)
from redcathedral.engine.state import State
from redcathedral.envs.batch.observation import FACE_DOWN, WORDS, decider, seen
from redcathedral.envs.facts import FACTS, Fact
from redcathedral.extras import needs

with needs("research"):
    import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers: TypeAlias = NDArray[np.int64]
    Words: TypeAlias = NDArray[np.int64]
    Full: TypeAlias = NDArray[np.uint8]

MOST: Final = 255  # larger numbers count as this
BENEFITS: Final = RESOURCE_COUNT + DIE_COUNT  # a resource, or what lies under a die (R6.10)
PHASES: Final = 18
FOLLOWING: Final = 20
_FACTS: Final[dict[str, Fact]] = {fact.name: fact for fact in FACTS}


@dataclass(frozen=True)
class Feature:
    """Numbers of one kind in the full observation: those from index ``first`` on.

    ``shape`` is how many there are of each thing that ``of`` names, the last one running fastest.
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
        """How many numbers."""
        return math.prod(self.shape)

    @property
    def indices(self) -> slice:
        """Where they stand."""
        return slice(self.first, self.first + self.size)


def read(words: Words, name: str) -> Numbers:
    """One fact of the compact observation, by its name in ``envs.facts``.

    ``words`` has a row for each position; what comes has the axes position, row, part of the fact.
    """
    return _read(words, _bytes(words), _FACTS[name])


def _bytes(words: Words) -> Numbers:
    """The bytes of each word, the lowest first; no copy where the machine has them so."""
    ordered = np.ascontiguousarray(words).astype("<i8", copy=False)
    return ordered.view(np.uint8).reshape(*words.shape, 8)


def _read(words: Words, parts: Numbers, fact: Fact) -> Numbers:
    rows = slice(fact.word, fact.word + max(1, fact.rows * fact.words), fact.words or 1)
    first, rest = divmod(fact.shift, 8)
    if fact.bits == 8:
        return parts[:, rows, first : first + fact.parts]
    if fact.bits == 1 and rest == 0:
        sets = parts[:, rows, first : first + (fact.parts + 7) // 8]
        return np.unpackbits(sets, axis=2, count=fact.parts, bitorder="little")
    shifts = fact.shift + fact.bits * np.arange(fact.parts)
    return words[:, rows, None] >> shifts & (1 << fact.bits) - 1


class _Reader:
    """Facts of some positions, and what an edition says of the rows that they name."""

    def __init__(self, words: Words, tables: _Tables) -> None:
        self.words = words
        self.bytes = _bytes(words)
        self.tables = tables
        self.count = len(words)

    def __call__(self, name: str) -> Numbers:
        return _read(self.words, self.bytes, _FACTS[name])

    def numbers(self, name: str) -> Numbers:
        """A fact as it is, large numbers cut."""
        values = self(name)
        return values if values.dtype == np.uint8 else np.minimum(values, MOST)


@functools.cache
def _one_hot(count: int, first: int) -> Numbers:
    """For each number of a byte whether it is ``first``, the next, and so on."""
    return np.eye(MOST + 1, dtype=np.uint8)[:, first : first + count].copy()


def _spread(values: Numbers, count: int, first: int = 1) -> Numbers:
    return _one_hot(count, first).take(values, axis=0)


@dataclass(frozen=True)
class _Tables:
    """An edition's rows by number, row 0 standing for none, by the features made of them."""

    tile_gives: Numbers  # of a workshop tile: one of BENEFITS
    tile_amount: Numbers
    section: Numbers  # of a cathedral card
    effect: Numbers  # of the two actions of an influence card
    price: Numbers
    action_amount: Numbers
    endless: Numbers
    action_materials: Numbers  # sets, a number for each material
    prestige: Numbers  # at each space up to the lap
    lap: int


_KNOWN: Final[dict[str, _Tables]] = {}  # by the edition's hash, which is quick to compare


def _tables(edition: Edition | None) -> _Tables:
    number = "" if edition is None else edition.hash
    if number not in _KNOWN:
        _KNOWN[number] = _made(load_edition() if edition is None else edition)
    return _KNOWN[number]


def _made(edition: Edition) -> _Tables:
    tiles = edition.workshop_tiles

    def table(rows: list[Any]) -> Numbers:
        return np.array(rows, np.uint8)

    def of_actions(value: Callable[[Action], Any], none: Any = 0) -> Numbers:
        cards = (map(value, card.actions) for card in edition.influence)
        return table([[none, none], *map(list, cards)])

    benefits = [9 + (t.die or 0) if t.resource is None else t.resource + 1 for t in tiles]
    sections = [card.section + 1 for card in edition.cards]
    spaces = range(edition.lap + 1)
    return _Tables(
        tile_gives=_spread(table([0, *benefits]), BENEFITS),
        tile_amount=table([0, *(tile.amount for tile in tiles)]),
        section=_spread(table([0, *sections]), SECTION_COUNT),
        effect=_spread(of_actions(lambda action: action.effect + 1), len(EFFECTS)),
        price=of_actions(lambda action: action.price),
        action_amount=of_actions(lambda action: action.amount),
        endless=of_actions(lambda action: int(action.endless)),
        action_materials=of_actions(
            lambda action: [int(kind in action.materials) for kind in range(MATERIAL_COUNT)],
            none=[0] * MATERIAL_COUNT,
        ),
        prestige=table([sum(space <= at for space in edition.prestige_spaces) for at in spaces]),
        lap=edition.lap,
    )


@dataclass(frozen=True)
class _Column:
    name: str
    shape: tuple[int, ...]
    high: int
    of: str
    meaning: str
    rule: str
    make: Callable[[_Reader], Numbers]


def _plain(
    name: str, shape: tuple[int, ...], of: str, meaning: str, rule: str, high: int = MOST
) -> _Column:
    return _Column(name, shape, high, of, meaning, rule, lambda r: r.numbers(name))


def _number(name: str, meaning: str, rule: str, high: int = MOST) -> _Column:
    return _plain(name, (1,), "", meaning, rule, high)


def _kind(
    name: str, shape: tuple[int, ...], of: str, meaning: str, rule: str, first: int = 1
) -> _Column:
    """A fact spread over the kinds ``first``, ``first + 1``, ...; another one is all 0."""
    return _Column(name, shape, 1, of, meaning, rule, lambda r: _spread(r(name), shape[-1], first))


def _row(
    name: str, shape: tuple[int, ...], high: int, of: str, meaning: str, rule: str, fact: str
) -> _Column:
    """What the edition's table of this name has for the rows that a fact names."""

    def make(r: _Reader) -> Numbers:
        table: Numbers = getattr(r.tables, name)
        return table.take(r(fact), axis=0)

    return _Column(name, shape, high, of, meaning, rule, make)


def _by_seat(name: str, meaning: str, rule: str, fact: str) -> _Column:
    """For each place, whether each seat is marked there."""
    return _Column(
        name, (36, 4), 1, "place, seat", meaning, rule, lambda r: r(fact).transpose(0, 2, 1)
    )


def _pending(r: _Reader) -> Numbers:
    return r("pending")[:, :, 0] >> np.arange(DIE_COUNT) & 1


def _landings(r: _Reader) -> Numbers:
    """Where each die would end: no space while it does not lie on the market."""
    space = r("die_space")
    ends = (space + r("face") - 1) % SPACE_COUNT + 1
    return _spread(np.where(space > 0, ends, 0), SPACE_COUNT)


def _crowd(r: _Reader) -> Numbers:
    return _spread(r("die_space"), SPACE_COUNT).sum(axis=2)


def _doing(r: _Reader) -> Numbers:
    action = r("action")[:, 0, 0]
    quadrant = (np.maximum(r("space")[:, 0, 0], 1) - 1) // 2
    card = r("influence")[np.arange(r.count), 0, quadrant]
    effect = r.tables.effect[card, np.maximum(action, 1) - 1]
    return np.where(action[:, None] > 0, effect, 0)


def _needed(r: _Reader) -> Numbers:
    """Pieces that cards still take, which of completed ones is none; Ivan's take any (R8.4)."""
    cost = np.ascontiguousarray(r("cost"))
    lying = np.minimum(np.ascontiguousarray(r("delivered")), cost)
    return (cost - lying) * (1 - r("built").transpose(0, 2, 1))


def _prestige(r: _Reader) -> Numbers:
    """Prestige spaces up to the marker, each lap's anew (R7.2)."""
    score = r("score")
    laps = np.where(score > r.tables.lap, (score - 1) // r.tables.lap, 0)
    table = r.tables.prestige
    return np.minimum(laps * table[-1] + table[score - laps * r.tables.lap], MOST)


def _face_up(r: _Reader) -> Numbers:
    """What the tiles give that lie face up on workshop spaces, by row; 0 elsewhere."""
    lying = r("workshop")
    return np.where(lying < FACE_DOWN, lying, 0)


def _ivans_dice(r: _Reader) -> Numbers:
    return r.tables.tile_gives.take(r("ivan_tile"), axis=0)[..., RESOURCE_COUNT:]


_COLUMNS: Final = (
    _kind("phase", (PHASES,), "phase", "what is due, by `engine.phases`", "R3.1", 0),
    _kind("seat", (4,), "number at the table", "the seat that sees this", "R2.2", 0),
    _kind("mover", (4,), "seat", "whose turn it is", "R3.1", 0),
    _kind("closer", (4,), "seat", "who closed the game", "R7.1"),
    _kind(
        "window", (3,), "step", "exchanging: not begun, going on, over (`one_moment`)", "R3.5", 0
    ),
    _number("rerolled", "the paid re-roll of this turn is used", "R3.3", 1),
    _Column("pending", (5,), 1, "die", "still to be rolled", "R6.11", _pending),
    _kind("after", (FOLLOWING,), "phase", "what follows the roll, by `engine.phases`", "R6.11", 0),
    _kind("claim", (36,), "place", "the place just claimed", "R4.3"),
    _number("left", "deliveries left, or materials to get", "R5.1"),
    _kind("die", (5,), "die", "the moved die", "R6.1"),
    _kind("space", (8,), "space", "the space where it ended", "R6.11"),
    _number("taken", "the resource of the space is taken", "R6.5", 1),
    _number("influenced", "the influence card is used", "R6.6", 1),
    _number("activated", "the workshop tile is used", "R6.9", 1),
    _kind("action", (2,), "action", "the action in progress, of the two of the card", "R6.6"),
    _Column("doing", (len(EFFECTS),), 1, "effect", "what that action does", "R6.7", _doing),
    _number("turn", "turns ended so far, all seats; 255 for more", "R7.7"),
    _number("repeats", "how often the action was carried out", "R6.6"),
    _number("cursor", "in set-up and Ivan's turn: which card or space", "R8.4", 36),
    _number("one_moment", "the option `prestige_for_rubles`", "R3.5", 1),
    _number("limited_rubles", "the option `limited_rubles`", "R1.3", 1),
    _number("ivan_once", "the option `ivan_recognition_tile`", "R8.4", 1),
    _number("leaves_open", "the option `final_roll`", "R3.5", 1),
    _number("first_game", "the option `first_game`", "R2.6", 1),
    _kind("seat_count", (3,), "count", "the seats, Ivan's too: 2, 3, 4", "R2.1", 2),
    _number("solo", "alone against Ivan", "R8.1", 1),
    _kind("face", (5, 6), "die, face", "what it shows", "R6.1"),
    _kind("die_space", (5, 8), "die, space", "where it stands", "R2.7"),
    _Column("landing", (5, 8), 1, "die, space", "where its face leads", "R6.1", _landings),
    _Column("crowd", (8,), 5, "space", "dice on it", "R6.3", _crowd),
    _kind("gives", (8, 8), "space, resource", "what its tile gives", "R2.5"),
    _plain("amount", (8,), "space", "how much of it for each die", "R6.5", 4),
    _plain("supply", (6,), "material", "pieces in the general supply", "R1.3", 127),
    _number("bank", "rubles of the bank; 255 for more, or no end of them", "R1.3"),
    _plain("height", (6,), "tower", "its cards", "R2.8", 6),
    _row(
        "effect",
        (4, 2, len(EFFECTS)),
        1,
        "quadrant, action, effect",
        "what it does",
        "R6.7",
        "influence",
    ),
    _row("price", (4, 2), 99, "quadrant, action", "its rubles", "R6.7", "influence"),
    _row(
        "action_amount", (4, 2), 99, "quadrant, action", "what one use gives", "R6.7", "influence"
    ),
    _row("endless", (4, 2), 1, "quadrant, action", "may be repeated", "R6.6", "influence"),
    _row(
        "action_materials",
        (4, 2, 6),
        1,
        "quadrant, action, material",
        "may be sold or bought",
        "R6.7",
        "influence",
    ),
    _plain("available", (36,), "place", "may be claimed next", "R4.2", 1),
    _plain("built", (36,), "place", "completed", "R5.3", 1),
    _plain("decorated", (36,), "place", "has an ornament", "R5.5", 1),
    _row("section", (36, 3), 1, "place, section", "the type of its card", "R2.8", "card"),
    _by_seat("owner", "the seat's banner is on it", "R4.1", "owned"),
    _by_seat("decorator", "the seat's ornament stands there", "R5.5", "own_decorated"),
    _plain("cost", (36, 6), "place, material", "pieces that the card takes", "R5.1", 127),
    _plain("delivered", (36, 6), "place, material", "pieces that lie on it", "R5.2", 127),
    _Column(
        "needed", (36, 6), 127, "place, material", "pieces that it still takes", "R5.1", _needed
    ),
    _plain("recognition", (36,), "place", "recognition for completing it", "R5.3", 99),
    _plain("rubles_given", (36,), "place", "rubles for completing it", "R5.3", 99),
    _row(
        "tile_gives",
        (36, BENEFITS),
        1,
        "place, benefit",
        "what its workshop tile gives: a resource, or what lies under a die",
        "R6.10",
        "tile",
    ),
    _row("tile_amount", (36,), 4, "place", "how much of it", "R6.9", "tile"),
    _kind("colour", (4, 4), "seat, colour", "its colour; all 0: no such seat", "R2.2"),
    _plain("advanced", (4,), "seat", "plays the advanced side", "R2.3", 1),
    _plain("materials", (4, 6), "seat, material", "pieces in the inventory", "R1.4", 127),
    _plain("rubles", (4,), "seat", "its rubles; 255 for more", "R1.1"),
    _plain("score", (4,), "seat", "where the marker stands, laps added; 255 for more", "R1.2"),
    _Column("prestige", (4,), MOST, "seat", "what the marker is worth", "R7.2", _prestige),
    _plain("banners", (4, 4), "seat, source", "banners that lie there", "R4.1"),
    _plain("doors", (4,), "seat", "doors to be placed", "R5.5", 127),
    _plain("arches", (4,), "seat", "arches to be placed", "R5.5", 127),
    _plain("crosses", (4,), "seat", "crosses to be placed", "R5.5", 127),
    _Column(
        "workshop",
        (4, 6, BENEFITS),
        1,
        "seat, space, benefit",
        "what the tile there gives, face up",
        "R4.4",
        lambda r: r.tables.tile_gives.take(_face_up(r), axis=0),
    ),
    _Column(
        "workshop_amount",
        (4, 6),
        4,
        "seat, space",
        "how much of it",
        "R6.9",
        lambda r: r.tables.tile_amount.take(_face_up(r)),
    ),
    _Column(
        "filled",
        (4, 6),
        1,
        "seat, space",
        "a tile lies there, face up or down",
        "R4.3",
        lambda r: r("workshop") > 0,
    ),
    _kind("locked", (4, 6, 3), "seat, space, ornament", "the ornament that lies there", "R2.3"),
    _plain("tile_cost", (4, 6), "seat, space", "rubles for a tile face up", "R4.4", 99),
    _kind("ivan_card", (5, 5), "position, card", "Ivan's card there", "R8.2"),
    _Column(
        "ivan_die", (5, 5), 1, "position, die", "the die that its tile shows", "R8.2", _ivans_dice
    ),
    _plain("ivan_face_up", (5,), "position", "the tile is face up", "R8.4", 1),
    _number("ivan_stored", "materials on his Inventory card", "R8.4", 126),
    _number("ivan_building", "materials on his Build card", "R8.4", 126),
    _plain("ivan_inventory", (16,), "", "the first of those, in order: kind + 1", "R8.4", 6),
    _plain("ivan_build", (96,), "", "the first of these, in order: kind + 1", "R8.4", 6),
)


def _features() -> tuple[Feature, ...]:
    found = []
    first = 0
    for one in _COLUMNS:
        feature = Feature(one.name, first, one.shape, 0, one.high, one.of, one.meaning, one.rule)
        found.append(feature)
        first += feature.size
    return tuple(found)


FEATURES: Final = _features()
SIZE: Final = FEATURES[-1].indices.stop


def compact(state: State, seat: int | None = None) -> Words:
    """The compact observation of one position, as a seat sees it: the one to decide by default."""
    return np.frombuffer(seen(state, decider(state) if seat is None else seat), np.int64)


def full(state: State, seat: int | None = None) -> Full:
    """The full observation of one position, as a seat sees it: the one to decide by default."""
    return unpack(compact(state, seat), state.setting.components.edition)


def unpack(words: Words, edition: Edition | None = None, out: Full | None = None) -> Full:
    """The full observation of positions: ``SIZE`` numbers 0 to 255 each, a row for each position.

    ``words`` has their compact observations as rows, or is the one of a single position.
    ``edition`` is that of the games, the packaged one where none is named.  The rows are written
    into ``out`` if that is given.  Raises ValueError for rows of another length.
    """
    rows = np.atleast_2d(words)
    if rows.shape[1] != WORDS:
        raise ValueError(f"rows of {rows.shape[1]} words; a compact observation has {WORDS}")
    reader = _Reader(rows, _tables(edition))
    numbers = np.empty((len(rows), SIZE), np.uint8) if out is None else out
    for column, feature in zip(_COLUMNS, FEATURES, strict=True):
        numbers[:, feature.indices] = column.make(reader).reshape(len(rows), feature.size)
    return numbers if words.ndim == 2 else numbers[0]
