"""Define a class for each kind of decision in ``docs/reference/record.md``.

The fields have the numbers of ``box.vocabulary`` for materials, dice, places and market spaces,
counted from 0.  ``decode`` and ``encode`` convert between decisions and the ids of the engine.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Final, TypeAlias

from msgspec import Struct

from redcathedral.box import vocabulary as v
from redcathedral.engine.decisions import DIE_STEPS, TAKE_LIMIT


class End(Struct, frozen=True):
    """End the turn."""


class Stop(Struct, frozen=True):
    """Stop repeating the influence action (R6.6)."""


class Pay(Struct, frozen=True):
    """Pay rubles for 1 prestige, with the clergy (R6.7)."""


class Influence(Struct, frozen=True):
    """Use the influence card's first (0) or second (1) action (R6.6)."""

    action: int


class Take(Struct, frozen=True):
    """Take a number of units of the space's resource (R6.5)."""

    units: int


class Activate(Struct, frozen=True):
    """Activate the face-up tile on a workshop space (R6.9)."""

    space: int


class MoveDie(Struct, frozen=True):
    """Move a die, and pay for 0 to 7 extra steps (R6.1, R6.2)."""

    die: int
    extra: int


class PlaceTile(Struct, frozen=True):
    """Put the claimed card's tile on a workshop space (R4.3, R4.4)."""

    space: int
    face_up: bool


class Sell(Struct, frozen=True):
    """Sell a material to the craftsmen (R6.7)."""

    material: int


class Buy(Struct, frozen=True):
    """Buy a material from the craftsmen (R6.7)."""

    material: int


class Trade(Struct, frozen=True):
    """Give materials of one kind for one of another kind, with the merchants (R6.7)."""

    given: int
    got: int


class Give(Struct, frozen=True):
    """Give four materials of one kind to the merchants (R6.7)."""

    material: int


class Get(Struct, frozen=True):
    """Get one of the two materials for four of one kind (R6.7)."""

    material: int


class Discard(Struct, frozen=True):
    """Discard three different materials, in ascending order, for prestige (R6.7)."""

    materials: tuple[int, int, int]


class Swap(Struct, frozen=True):
    """Exchange the resource tiles of two market spaces, the lower one first (R6.7)."""

    first: int
    second: int


class PrestigeRubles(Struct, frozen=True):
    """Exchange 1 prestige for 2 rubles (R3.2)."""


class PrestigeReroll(Struct, frozen=True):
    """Lose 1 prestige, and re-roll the dice on a market space (R3.3)."""

    space: int


class Deliver(Struct, frozen=True):
    """Deliver a material to a card of the player (R5.1)."""

    place: int
    material: int


class Decorate(Struct, frozen=True):
    """Place an ornament with a set of gems, numbered as in ``GEM_SETS`` (R5.5)."""

    place: int
    gems: int


class Claim(Struct, frozen=True):
    """Claim a card with a banner from a source (R4.1, R4.2)."""

    place: int
    source: int


class IvanClaim(Struct, frozen=True):
    """Choose the card that Ivan claims (R8.4)."""

    place: int


class IvanOrnament(Struct, frozen=True):
    """Choose the card that gets Ivan's ornament (R8.5)."""

    place: int


Decision: TypeAlias = (
    End | Stop | Pay | Influence | Take | Activate | MoveDie | PlaceTile | Sell | Buy | Trade
    | Give | Get | Discard | Swap | PrestigeRubles | PrestigeReroll | Deliver | Decorate | Claim
    | IvanClaim | IvanOrnament
)  # fmt: skip


def _all_decisions() -> Iterator[Decision]:
    """Yield every decision, in the order of ids."""
    materials = range(v.MATERIAL_COUNT)
    places = range(v.PLACE_COUNT)
    spaces = range(v.SPACE_COUNT)
    workshop_spaces = range(v.WORKSHOP_COUNT)
    yield End()
    yield Stop()
    yield Pay()
    yield from (Influence(action) for action in range(2))
    yield from (Take(units) for units in range(1, TAKE_LIMIT + 1))
    yield from (Activate(space) for space in workshop_spaces)
    yield from (MoveDie(die, extra) for die in range(v.DIE_COUNT) for extra in range(DIE_STEPS))
    yield from (PlaceTile(space, face_up) for space in workshop_spaces for face_up in (True, False))
    yield from (Sell(material) for material in materials)
    yield from (Buy(material) for material in materials)
    yield from (Trade(given, got) for given in materials for got in materials if got != given)
    yield from (Give(material) for material in materials)
    yield from (Get(material) for material in materials)
    yield from (Discard(three) for three in combinations(materials, 3))
    yield from (Swap(first, second) for first, second in combinations(spaces, 2))
    yield PrestigeRubles()
    yield from (PrestigeReroll(space) for space in spaces)
    yield from (Deliver(place, material) for place in places for material in materials)
    yield from (Decorate(place, gems) for place in places for gems in range(v.GEM_SET_COUNT))
    yield from (Claim(place, source) for place in places for source in range(v.BANNER_SOURCE_COUNT))
    yield from (IvanClaim(place) for place in places)
    yield from (IvanOrnament(place) for place in places)


DECISIONS: Final[tuple[Decision, ...]] = tuple(_all_decisions())
_IDS: Final = {decision: number for number, decision in enumerate(DECISIONS)}


def decode(number: int) -> Decision:
    """Return the decision with an id; raises ValueError for an unknown id."""
    if not 0 <= number < len(DECISIONS):
        raise ValueError(f"{number} is not the id of a decision; ids are 0 to {len(DECISIONS) - 1}")
    return DECISIONS[number]


def encode(decision: Decision) -> int:
    """Return the id of a decision; raises ValueError if a number in it is out of range."""
    number = _IDS.get(decision)
    if number is None:
        raise ValueError(f"{decision} is not a decision of the game: a number is out of range")
    return number
