"""Apply the symmetries of the rules: permutations of colors, market quarters, and seats.

A learner can use each symmetric form of an example as another example.  These can be permuted:

- **Colors** of players, dice, workshop spaces and tiles with dice, all together.  If the edition's
  costs and ornaments are the same for each color (``symmetries`` checks this), all 24 permutations
  are symmetries on the basic side, and on the advanced side the four that keep the ring red, blue,
  green, yellow.  The colors of players cannot be permuted alone: a seat can pay to move its own die
  further, and a tile costs more on the space with its color.
- **Quarters of the market**: all spaces, dice, tiles and influence cards move by two spaces.  A
  rotation by one space would separate two spaces with the same influence card.
- **Seats** after the set-up, but not in a solo game: the first seat can be any seat, in the same
  turn order.  In the set-up, seats differ by their first rubles.

Materials, sections and towers are not permuted: the costs of cards are fixed, and an edition has
only certain building plans.
"""

import functools
import itertools
from dataclasses import dataclass
from typing import Any, Final

from redcathedral.box import vocabulary as v
from redcathedral.box.edition import Edition
from redcathedral.engine import decisions as d
from redcathedral.engine.setting import Setting
from redcathedral.envs.observation import FEATURES, SIZE, Feature
from redcathedral.extras import needs

with needs("research"):
    import numpy as np
    from numpy.typing import NDArray

_IDENTITY: Final = tuple(range(v.COLOUR_COUNT))
_WORKSHOP_FEATURES: Final = {"workshop", "workshop_amount", "filled", "locked", "tile_cost"}


@dataclass(frozen=True)
class Symmetry:
    """A symmetry: ``colours[old]`` is the new color, the market rotates by ``quarters``.

    In a game with ``seats`` seats, the old seat ``shift`` becomes the new seat 0.  Arrays can have
    additional leading axes.  The observing player stays the same.
    """

    seats: int
    colours: tuple[int, ...] = _IDENTITY
    quarters: int = 0
    shift: int = 0

    def seat(self, old: int) -> int:
        """Return the new number of a seat."""
        return (old - self.shift) % self.seats

    def decision(self, old: int) -> int:
        """Return the new id of a decision."""
        return int(_decision_ids(self)[old])

    def masks(self, old: NDArray[Any]) -> NDArray[Any]:
        """Permute masks, or other arrays with a number for each decision."""
        return old[..., np.argsort(_decision_ids(self))]

    def observations(self, old: NDArray[Any]) -> NDArray[Any]:
        """Permute full observations."""
        return old[..., _sources(self)]

    # --- permutations: the new number at each old index

    @property
    def dice(self) -> tuple[int, ...]:
        """The permutation of the dice."""
        return (v.WHITE_DIE, *(1 + colour for colour in self.colours))

    @property
    def spaces(self) -> tuple[int, ...]:
        """The permutation of the spaces of the market."""
        return tuple((space + 2 * self.quarters) % v.SPACE_COUNT for space in range(v.SPACE_COUNT))

    @property
    def workshop(self) -> tuple[int, ...]:
        """The permutation of the workshop spaces."""
        return (*self.colours, v.WHITE_1, v.WHITE_2)


def symmetries(setting: Setting) -> list[Symmetry]:
    """Return all symmetries of games with this setting; the first is the identity."""
    seats = int(setting.seat_count)
    shifts = range(1 if setting.solo else seats)
    sides = {bool(side) for side in setting.advanced}
    edition = setting.components.edition
    orders = [
        order
        for order in itertools.permutations(_IDENTITY)
        if all(_keeps_boards(edition, order, side) for side in sides)
        and tile_kinds(edition, order, strict=False)
    ]
    return [
        Symmetry(seats, order, quarters, shift)
        for order, quarters, shift in itertools.product(orders, range(v.QUADRANT_COUNT), shifts)
    ]


def _keeps_boards(edition: Edition, order: tuple[int, ...], advanced: bool) -> bool:
    """Return whether a permutation keeps the costs and ornaments of one side of the boards."""
    costs = edition.advanced_costs if advanced else edition.basic_costs
    spaces = (*order, v.WHITE_1, v.WHITE_2)
    boards = [costs, edition.advanced_ornaments] if advanced else [costs]
    return all(
        board[order[colour]][spaces[space]] == board[colour][space]
        for board in boards
        for colour in range(v.COLOUR_COUNT)
        for space in range(len(board[colour]))
    )


def tile_kinds(edition: Edition, order: tuple[int, ...], strict: bool = True) -> list[int]:
    """Return the new row of each kind of tile, or [] (ValueError if ``strict``) if one has none."""
    dice = (v.WHITE_DIE, *(1 + colour for colour in order))
    tiles = edition.workshop_tiles
    properties = [
        (tile.resource, tile.amount, tile.die, tile.count, tile.three_or_more) for tile in tiles
    ]
    tile_numbers = []
    for row, tile in enumerate(tiles):
        if tile.die is None:
            tile_numbers.append(row)
            continue
        counterpart = (None, tile.amount, dice[tile.die], tile.count, tile.three_or_more)
        if counterpart not in properties:
            if strict:
                raise ValueError(f"edition {edition.id}: no tile like {tile.id} of another color")
            return []
        tile_numbers.append(properties.index(counterpart))
    return tile_numbers


@functools.lru_cache(maxsize=1024)
def _decision_ids(symmetry: Symmetry) -> NDArray[np.int64]:
    ids = np.arange(d.DECISION_COUNT)
    for die, new in enumerate(symmetry.dice):
        for extra in range(d.DIE_STEPS):
            ids[d.DIE + die * d.DIE_STEPS + extra] = d.DIE + new * d.DIE_STEPS + extra
    for space, new in enumerate(symmetry.workshop):
        ids[d.ACTIVATE + space] = d.ACTIVATE + new
        for side in range(2):
            ids[d.TILE + space * 2 + side] = d.TILE + new * 2 + side
    for space, new in enumerate(symmetry.spaces):
        ids[d.PRESTIGE_REROLL + space] = d.PRESTIGE_REROLL + new
    for first, second in itertools.combinations(range(v.SPACE_COUNT), 2):
        low, high = sorted((symmetry.spaces[first], symmetry.spaces[second]))
        ids[d.swap(first, second)] = d.swap(low, high)
    return ids


@functools.lru_cache(maxsize=1024)
def _sources(symmetry: Symmetry) -> NDArray[np.int64]:
    """Return the old index of each number in the full observation."""
    result = np.empty(SIZE, np.int64)
    for feature in FEATURES:
        indices = np.arange(feature.first, feature.first + feature.size).reshape(feature.shape)
        for axis, axis_name in enumerate(feature.of.split(", ")):
            permutation = _permutation(symmetry, feature, axis_name)
            if permutation is not None:
                indices = indices.take(np.argsort(permutation), axis)
        result[feature.indices] = indices.reshape(-1)
    return result


def _permutation(symmetry: Symmetry, feature: Feature, axis: str) -> tuple[int, ...] | None:
    """Return the permutation along an axis of a feature; None if it is the identity."""
    match axis:
        case "die":
            return symmetry.dice
        case "space":
            return symmetry.workshop if feature.name in _WORKSHOP_FEATURES else symmetry.spaces
        case "benefit":
            return (*range(v.RESOURCE_COUNT), *(v.RESOURCE_COUNT + die for die in symmetry.dice))
        case "colour":
            return symmetry.colours
        case "quadrant":
            quadrants = range(v.QUADRANT_COUNT)
            return tuple((old + symmetry.quarters) % v.QUADRANT_COUNT for old in quadrants)
        case "number at the table":
            unused_seats = range(symmetry.seats, v.COLOUR_COUNT)
            return (*map(symmetry.seat, range(symmetry.seats)), *unused_seats)
        case _:
            return None
