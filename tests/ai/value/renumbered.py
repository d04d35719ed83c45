"""The same position with another order of the rows of its edition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar

from redcathedral.box.vocabulary import PLACE_COUNT, QUADRANT_COUNT, SPACE_COUNT, WORKSHOP_COUNT
from redcathedral.engine import arrange
from redcathedral.engine.components import Components
from redcathedral.engine.state import State

Row = TypeVar("Row")


def renumbered(state: State, seed: int) -> State:
    """Return the position with shuffled cards, influence cards and tiles of the edition."""
    random = Random(seed)
    edition = state.setting.components.edition

    def shuffled(rows: Sequence[Row]) -> tuple[tuple[Row, ...], list[int]]:
        """Return the rows in another order, and the new number of each old one."""
        order = random.sample(range(len(rows)), len(rows))
        return tuple(rows[old] for old in order), [order.index(old) for old in range(len(rows))]

    cards, card = shuffled(edition.cards)
    influence, influence_card = shuffled(edition.influence)
    tiles, tile = shuffled(edition.workshop_tiles)
    resources, resource = shuffled(edition.resource_tiles)
    result = state.copy()
    setting = result.setting = state.setting.copy()
    setting.components = Components(
        replace(
            edition,
            cards=cards,
            influence=influence,
            workshop_tiles=tiles,
            resource_tiles=resources,
        )
    )
    for place in range(PLACE_COUNT):
        if (number := int(state.setting.card[place])) >= 0:
            setting.card[place] = card[number]
        if (number := int(state.tile(place))) >= 0:
            arrange.set_card_tile(result, place, tile[number])
    for quadrant in range(QUADRANT_COUNT):
        number = int(state.setting.influence[quadrant])
        setting.influence[quadrant] = influence_card[number]
    for space in range(SPACE_COUNT):
        arrange.set_resource_tile(result, space, resource[int(state.resource_tile(space))])
    for seat in range(int(state.setting.seat_count)):
        for space in range(WORKSHOP_COUNT):
            if (number := int(state.workshop(seat, space))) > 0:
                arrange.set_workshop(result, seat, space, 1 + tile[number - 1])
    return result
