"""Store the properties of an edition's components as bytes, to unpack observations."""

from collections.abc import Callable, Iterable
from typing import Final

from redcathedral.box.edition import Action, Edition
from redcathedral.box.effects import EFFECTS
from redcathedral.box.vocabulary import DIE_COUNT, MATERIAL_COUNT, RESOURCE_COUNT, SECTION_COUNT

BENEFITS: Final = RESOURCE_COUNT + DIE_COUNT  # a resource, or the dice on a space (R6.10)
_ROWS: Final = 256  # a row for each byte; row 0 is for no component, and others are all 0


def tables_of(edition: Edition) -> dict[str, bytes]:
    """Return the tables of an edition by name: numbers for each row of components."""
    tiles = edition.workshop_tiles
    benefits = [tile.resource if tile.die is None else RESOURCE_COUNT + tile.die for tile in tiles]

    def of_actions(numbers: Callable[[Action], Iterable[int]]) -> bytes:
        """Return a table with the numbers of both actions of each influence card."""
        return _table(
            [number for action in card.actions for number in numbers(action)]
            for card in edition.influence
        )

    return {
        "tile_gives": _table(_one_hot(benefit or 0, BENEFITS) for benefit in benefits),
        "tile_die": _table(_one_hot((b or 0) - RESOURCE_COUNT, DIE_COUNT) for b in benefits),
        "tile_amount": _table([tile.amount] for tile in tiles),
        "section": _table(_one_hot(card.section, SECTION_COUNT) for card in edition.cards),
        "effect": of_actions(lambda action: _one_hot(action.effect, len(EFFECTS))),
        "price": of_actions(lambda action: [action.price]),
        "action_amount": of_actions(lambda action: [action.amount]),
        "endless": of_actions(lambda action: [int(action.endless)]),
        "action_materials": of_actions(
            lambda action: [int(kind in action.materials) for kind in range(MATERIAL_COUNT)]
        ),
        "filled": bytes([0, *[1] * (_ROWS - 1)]),
    }


def prestige_of(edition: Edition) -> list[int]:
    """Return the prestige at each space of the score track up to the lap (R7.2)."""
    return [
        sum(space <= position for space in edition.prestige_spaces)
        for position in range(edition.lap + 1)
    ]


def _one_hot(value: int, count: int) -> list[int]:
    return [int(value == other) for other in range(count)]


def _table(rows: Iterable[list[int]]) -> bytes:
    listed = [bytes(row) for row in rows]
    width = len(listed[0])
    return bytes(width) + b"".join(listed) + bytes(width * (_ROWS - 1 - len(listed)))
