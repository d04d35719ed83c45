"""The elements of the table that a decision uses: the keys of ``Legal.on``.

A key is a kind and a name: ``die:white``, ``space:5``, ``card:2.1``, ``slot:W``.  In a position,
the list of keys of a legal decision is never the start of another decision's list.
"""

from itertools import permutations

from redcathedral.box import vocabulary as v
from redcathedral.engine.state import State
from redcathedral.record import decision as decisions
from redcathedral.record.notation import place_text


def elements(decision: int, state: State) -> list[str]:
    """Return the keys of a legal decision, in the order in which a player selects them."""
    match decisions.decode(decision):
        case decisions.Claim(place, source):
            return [_card(place), f"banner:{v.BANNER_SOURCES[source]}"]
        case decisions.PlaceTile(space, face_up):
            return [f"workshop:{v.WORKSHOP_SPACES[space]}", "side:up" if face_up else "side:down"]
        case decisions.Deliver(place, material):
            return [_slot(material), _card(place)]
        case decisions.Decorate(place, gems):
            kind = v.ORNAMENTS[state.setting.section(place)]
            return [f"ornament:{kind}", _card(place), f"gems:{v.GEM_SETS[gems]}"]
        case decisions.MoveDie(die, extra):
            end = (state.die_space(die) + state.die_face(die) + extra) % v.SPACE_COUNT
            return [f"die:{v.DICE[die]}", _space(end)]
        case decisions.Take(units):
            return [_tile(state.space), f"units:{units}"]
        case decisions.Influence(action):
            return [f"influence:{state.space // 2 + 1}:{action + 1}"]
        case decisions.Activate(space):
            return [f"workshop:{v.WORKSHOP_SPACES[space]}"]
        case decisions.Sell(material) | decisions.Give(material):
            return [_slot(material)]
        case decisions.Buy(material) | decisions.Get(material):
            return [_supply(material)]
        case decisions.Trade(given, got):
            return [_slot(given), _supply(got)]
        case decisions.Swap(first, second):
            return [_tile(first), _tile(second)]
        case decisions.Discard(materials):
            return [_slot(material) for material in materials]
        case decisions.PrestigeRubles():
            return ["marker"]
        case decisions.PrestigeReroll(space):
            return ["reroll", _space(space)]
        case decisions.IvanClaim(place) | decisions.IvanOrnament(place):
            return [_card(place)]
        case decisions.Pay():
            return ["pay"]
        case decisions.Stop():
            return ["stop"]
        case decisions.End():
            return ["end"]


def orders(decision: int, on: list[str]) -> list[list[str]]:
    """Return other orders of the keys for the same decision."""
    match decisions.decode(decision):
        case decisions.Swap() | decisions.Discard() | decisions.Claim() | decisions.Deliver():
            return [list(order) for order in permutations(on) if list(order) != on]
        case decisions.Decorate():
            ornament, card, gems = on
            return [[card, ornament, gems]]
        case _:
            return []


def _card(place: int) -> str:
    return f"card:{place_text(place)}"


def _slot(material: int) -> str:
    return f"slot:{v.LETTERS[material]}"


def _supply(material: int) -> str:
    return f"supply:{v.LETTERS[material]}"


def _space(space: int) -> str:
    return f"space:{space + 1}"


def _tile(space: int) -> str:
    return f"tile:{space + 1}"
