"""What a decision offers a player, who may have no room for all of it (R1.3, R1.5)."""

from typing import Literal

from msgspec import Struct

from redcathedral.box import effects
from redcathedral.box.vocabulary import RUBLE, Resource
from redcathedral.engine.benefit import benefit_amount, benefit_resource
from redcathedral.engine.optional import PRESTIGE_PRICE
from redcathedral.engine.state import State
from redcathedral.record.decision import (
    Activate,
    Influence,
    MoveDie,
    PlaceTile,
    PrestigeRubles,
    Take,
    decode,
)


class Offer(Struct, frozen=True):
    """So much of a resource is offered, less can be received; what the rest lacks."""

    resource: Resource
    offered: int
    received: int
    short_of: Literal["room", "supply"]


def offered(before: State, after: State, decision: int) -> tuple[int, int] | None:
    """The resource, and how much of it there would be if nothing lacked."""
    components = before.setting.components
    match decode(decision):
        case MoveDie():
            return _market(after)
        case Take():
            return _market(before)
        case Activate(space):
            return _benefit(before, before.workshop(before.seat, space) - 1)
        case PlaceTile(_, True):
            return _benefit(before, before.tile(before.claim))
        case Influence(index):
            action = before.setting.influence[before.space // 2] * 2 + index
            if components.action_effect[action] == effects.GAIN_RUBLES:
                return RUBLE, components.action_amount[action]
        case PrestigeRubles():
            return RUBLE, PRESTIGE_PRICE
        case _:
            pass
    return None


def _market(state: State) -> tuple[int, int]:
    components = state.setting.components
    tile = state.resource_tile(state.space)
    dice = state.dice_count(state.space)
    return components.resource_gives[tile], components.resource_amount[tile] * dice


def _benefit(state: State, kind: int) -> tuple[int, int]:
    return benefit_resource(state, kind), benefit_amount(state, kind)
