"""Calculate the resources that a decision offers, before the limits of R1.3 and R1.5."""

from typing import Literal

from msgspec import Struct

from redcathedral.box import effects
from redcathedral.box.vocabulary import RUBLE, Resource
from redcathedral.engine.benefit import benefit_amount, benefit_resource
from redcathedral.engine.optional import PRESTIGE_PRICE
from redcathedral.engine.state import State
from redcathedral.record import decision as made


class Offer(Struct, frozen=True):
    """The offered and the receivable amount of a resource, and the cause of the difference."""

    resource: Resource
    offered: int
    received: int
    short_of: Literal["room", "supply"]


def offered(before: State, after: State, decision: int) -> tuple[int, int] | None:
    """Return the resource that a decision offers and its full amount; None without an offer."""
    components = before.setting.components
    match made.decode(decision):
        case made.MoveDie():
            return _market_offer(after)
        case made.Take():
            return _market_offer(before)
        case made.Activate(space):
            return _tile_offer(before, before.workshop(before.seat, space) - 1)
        case made.PlaceTile(_, True):
            return _tile_offer(before, before.tile(before.claim))
        case made.Influence(index):
            action = before.setting.influence[before.space // 2] * 2 + index
            if components.action_effect[action] == effects.GAIN_RUBLES:
                return RUBLE, components.action_amount[action]
        case made.PrestigeRubles():
            return RUBLE, PRESTIGE_PRICE
        case _:
            pass
    return None


def _market_offer(state: State) -> tuple[int, int]:
    components = state.setting.components
    tile = state.resource_tile(state.space)
    dice = state.dice_count(state.space)
    return components.resource_gives[tile], components.resource_amount[tile] * dice


def _tile_offer(state: State, kind: int) -> tuple[int, int]:
    return benefit_resource(state, kind), benefit_amount(state, kind)
