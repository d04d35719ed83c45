"""Store the properties of an edition's components in arrays, to unpack observations."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from redcathedral.box.edition import Action, Edition
from redcathedral.box.effects import EFFECTS
from redcathedral.box.loader import load_edition
from redcathedral.box.vocabulary import DIE_COUNT, MATERIAL_COUNT, RESOURCE_COUNT, SECTION_COUNT
from redcathedral.extras import needs

with needs("research"):
    import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers: TypeAlias = NDArray[np.int64]

MAX_NUMBER: Final = 255  # larger numbers count as this number
BENEFITS: Final = RESOURCE_COUNT + DIE_COUNT  # a resource, or the dice on a space (R6.10)


@dataclass(frozen=True)
class EditionTables:
    """Properties of an edition's components by row number; row 0 is for no component."""

    tile_gives: Numbers  # the benefit of a workshop tile, one-hot
    tile_amount: Numbers
    section: Numbers  # of a cathedral card, one-hot
    effect: Numbers  # of the two actions of an influence card, one-hot
    price: Numbers
    action_amount: Numbers
    endless: Numbers
    action_materials: Numbers  # sets, a number for each material
    prestige: Numbers  # at each space up to the lap
    lap: int


_TABLES_BY_HASH: Final[dict[str, EditionTables]] = {}  # by the edition's hash


def tables_of(edition: Edition | None) -> EditionTables:
    """Return the tables of an edition, by default of the packaged one."""
    key = "" if edition is None else edition.hash
    if key not in _TABLES_BY_HASH:
        _TABLES_BY_HASH[key] = _make_tables(load_edition() if edition is None else edition)
    return _TABLES_BY_HASH[key]


def _make_tables(edition: Edition) -> EditionTables:
    tiles = edition.workshop_tiles

    def table(rows: list[Any]) -> Numbers:
        return np.array(rows, np.uint8)

    def action_table(value: Callable[[Action], Any], default: Any = 0) -> Numbers:
        cards = (map(value, card.actions) for card in edition.influence)
        return table([[default, default], *map(list, cards)])

    benefits = [9 + (t.die or 0) if t.resource is None else t.resource + 1 for t in tiles]
    sections = [card.section + 1 for card in edition.cards]
    spaces = range(edition.lap + 1)
    return EditionTables(
        tile_gives=one_hot(table([0, *benefits]), BENEFITS),
        tile_amount=table([0, *(tile.amount for tile in tiles)]),
        section=one_hot(table([0, *sections]), SECTION_COUNT),
        effect=one_hot(action_table(lambda action: action.effect + 1), len(EFFECTS)),
        price=action_table(lambda action: action.price),
        action_amount=action_table(lambda action: action.amount),
        endless=action_table(lambda action: int(action.endless)),
        action_materials=action_table(
            lambda action: [int(kind in action.materials) for kind in range(MATERIAL_COUNT)],
            default=[0] * MATERIAL_COUNT,
        ),
        prestige=table(
            [sum(space <= position for space in edition.prestige_spaces) for position in spaces]
        ),
        lap=edition.lap,
    )


@functools.cache
def _one_hot_table(count: int, first: int) -> Numbers:
    """Return for each byte value its one-hot encoding from ``first``."""
    return np.eye(MAX_NUMBER + 1, dtype=np.uint8)[:, first : first + count].copy()


def one_hot(values: Numbers, count: int, first: int = 1) -> Numbers:
    """One-hot encode values from ``first`` to ``first + count - 1``; other values are all 0."""
    return _one_hot_table(count, first).take(values, axis=0)
