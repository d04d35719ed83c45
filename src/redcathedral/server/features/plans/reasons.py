"""Explains why a planned decision is impossible now."""

from collections.abc import Sequence

from redcathedral.box import vocabulary as v
from redcathedral.engine.claim import tile_cost
from redcathedral.engine.phases import TURN
from redcathedral.engine.resources import can_lose_prestige
from redcathedral.engine.state import NOBODY, State
from redcathedral.record import decision as made
from redcathedral.text import Argument, Term, terms

TURN_ACTIONS = (
    made.Claim,
    made.Deliver,
    made.Decorate,
    made.MoveDie,
    made.PrestigeRubles,
    made.PrestigeReroll,
)


def objection(
    state: State,
    number: int,
    names: Sequence[Argument],
    context: str | None = None,
    *,
    has_gap: bool = False,
) -> Term:
    """Return a term ``plan.no.*``; ``context`` is the new context of a legal decision."""
    decision = made.decode(number)
    if context is not None:
        return _changed(decision, context)
    ends_turn = isinstance(decision, made.End | made.Stop)
    needs_action = state.phase == TURN and not isinstance(decision, TURN_ACTIONS)
    reason = None if ends_turn or needs_action else _missing(state, decision, names)
    return reason or Term("plan.no.before" if has_gap else "plan.no.other")


def _changed(decision: made.Decision, context: str) -> Term:
    if isinstance(decision, made.MoveDie):
        space = int(context.removeprefix("space:"))
        return Term("plan.no.die", die=terms.die(v.DICE[decision.die]), space=space)
    return Term("plan.no.tiles")


def _missing(state: State, decision: made.Decision, names: Sequence[Argument]) -> Term | None:
    """Return what the decision lacks; None if it lacks nothing that has a name."""
    seat = state.seat
    match decision:
        case made.Claim(place, source):
            return _claim(state, place, source, names)
        case made.PlaceTile(space, face_up):
            if state.workshop(seat, space):
                return Term("plan.no.space", space=terms.space(v.WORKSHOP_SPACES[space]))
            return _rubles(state, tile_cost(state, space) if face_up else 0)
        case made.Deliver(_, material) | made.Sell(material) | made.Give(material):
            return _material(state, material)
        case made.Trade(given):
            return _material(state, given)
        case made.Discard(materials):
            reasons = (_material(state, material) for material in materials)
            return next(filter(None, reasons), None)
        case made.Decorate(place):
            return _ornament(state, place, names)
        case made.MoveDie(die, extra):
            end_space = (state.die_space(die) + state.die_face(die) + extra) % v.SPACE_COUNT
            if state.dice_count(end_space) >= v.SPACE_LIMIT and end_space != state.die_space(die):
                return Term("plan.no.full", space=int(end_space) + 1)
            return _rubles(state, extra)
        case made.Take():
            return Term("plan.no.units")
        case made.Buy(material) | made.Get(material):
            return None if state.supply(material) else Term("plan.no.supply")
        case made.PrestigeRubles() | made.PrestigeReroll():
            return None if can_lose_prestige(state, seat) else Term("plan.no.prestige")
        case made.Pay() | made.Influence() | made.Activate() | made.Swap():
            return None
        case made.End() | made.Stop() | made.IvanClaim() | made.IvanOrnament():
            return None


def _claim(state: State, place: int, source: int, names: Sequence[Argument]) -> Term | None:
    owner = state.owner(place)
    location = terms.card_location(state.setting, place)
    if owner != NOBODY:
        return Term("plan.no.claimed", who=terms.seat_name(state.setting, owner, names), **location)
    if state.next_level(place // v.LEVEL_COUNT) != place % v.LEVEL_COUNT:
        return Term("plan.no.below", **location)
    return None if state.banners(state.seat, source) else Term("plan.no.banner")


def _ornament(state: State, place: int, names: Sequence[Argument]) -> Term | None:
    decorator = state.decorator(place)
    if decorator != NOBODY:
        who = terms.seat_name(state.setting, decorator, names)
        return Term("plan.no.decorated", who=who, **terms.card_location(state.setting, place))
    if not state.is_built(place):
        return Term("plan.no.unbuilt", **terms.card_location(state.setting, place))
    has_ornament = state.ornaments(state.seat, state.setting.section(place))
    return Term("plan.no.materials" if has_ornament else "plan.no.ornament")


def _material(state: State, material: int) -> Term | None:
    if state.materials(state.seat, material):
        return None
    return Term("plan.no.material", what=terms.material(material))


def _rubles(state: State, price: int) -> Term | None:
    if state.rubles(state.seat) >= price:
        return None
    return Term("plan.no.rubles", **terms.price(price))
