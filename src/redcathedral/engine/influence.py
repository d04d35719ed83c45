"""Use influence (R6.6-R6.8): the two actions of the card in the quadrant of the moved die.

`influence` chooses an action; its steps are decisions of their own until it closes.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from redcathedral.box import effects
from redcathedral.box.vocabulary import (
    MATERIAL_COUNT,
    PLACE_COUNT,
    RECOGNITION,
    RUBLE,
    SPACE_COUNT,
    WORKSHOP_COUNT,
)
from redcathedral.engine import decisions, events
from redcathedral.engine.build import build_moves
from redcathedral.engine.goods import free_slots, gain_prestige, pay, receivable, receive
from redcathedral.engine.layout import BUILT, OWNER, PLACE_SIZE, RESOURCE_TILE, RUBLES, SEAT_SIZE
from redcathedral.engine.market import activate, activation_moves
from redcathedral.engine.phases import EFFECT, MARKET
from redcathedral.engine.state import State


class UnknownEffect(ValueError):
    """An effect of the vocabulary that this module does not carry out."""

    def __init__(self, effect: int) -> None:
        super().__init__(
            f"effect {effect} of an influence card has no branch in engine/influence.py"
        )


def influence_moves(state: State, out: vec[i64]) -> vec[i64]:
    """The actions of the quadrant's card that could be carried out at least once (R6.6)."""
    first = state.setting.influence[state.space // 2] * 2
    index: i64
    for index in range(2):
        if _is_possible(state, first + index):
            out = append(out, decisions.INFLUENCE + index)
    return out


def _is_possible(state: State, action: i64) -> bool:
    components = state.setting.components
    effect = components.action_effect[action]
    if effect == effects.GAIN_RUBLES:
        return receivable(state, state.seat, RUBLE, 1) > 0
    if effect == effects.GAIN_RECOGNITION:
        return True
    if effect == effects.GAIN_COMPLETE:
        return has_completed_each(state, state.seat)
    if effect == effects.DELIVER:
        rubles = state.seats[state.seat * SEAT_SIZE + RUBLES]
        if rubles < components.action_price[action]:
            return False
        return len(build_moves(state, components.action_amount[action], vec[i64]())) > 0
    return len(_step_moves(state, action, vec[i64]())) > 0


def has_completed_each(state: State, seat: i64) -> bool:
    """Whether a seat has completed a base, a middle section and a dome (R6.7)."""
    found: i64 = 0
    place: i64
    for place in range(PLACE_COUNT):
        site = place * PLACE_SIZE
        if state.cathedral[site + BUILT] and state.cathedral[site + OWNER] == seat:
            found |= 1 << state.setting.section(place)
    return found == 7


def effect_moves(state: State, out: vec[i64]) -> vec[i64]:
    """The steps possible inside the action in progress, `stop` first.

    A player who can carry out no step (the bank ran dry meanwhile, R1.3) may stop too.
    """
    components = state.setting.components
    effect = components.action_effect[state.action]
    steps = vec[i64]()
    if effect == effects.DELIVER:
        steps = build_moves(state, state.left, steps)
    elif effect == effects.TRADE_FOUR and state.left > 0:
        return _get_moves(state, out)
    else:
        steps = _step_moves(state, state.action, steps)
    if state.repeats > 0 or len(steps) == 0:
        out = append(out, decisions.STOP)
    step: i64
    for step in steps:
        out = append(out, step)
    return out


def _step_moves(state: State, action: i64, out: vec[i64]) -> vec[i64]:
    """One step of an action that is not a delivery or a plain gain."""
    components = state.setting.components
    effect = components.action_effect[action]
    price = components.action_price[action]
    materials = components.action_materials[action]
    supply = state.stock
    base = state.seat * SEAT_SIZE
    seats = state.seats
    rubles = seats[base + RUBLES]
    kind: i64
    got: i64
    third: i64
    if effect == effects.SELL:
        if supply[RUBLE] > 0:
            for kind in range(MATERIAL_COUNT):
                if materials >> kind & 1 and seats[base + kind] > 0:
                    out = append(out, decisions.SELL + kind)
    elif effect == effects.BUY:
        if rubles >= price and free_slots(state, state.seat) > 0:
            for kind in range(MATERIAL_COUNT):
                if materials >> kind & 1 and supply[kind] > 0:
                    out = append(out, decisions.BUY + kind)
    elif effect == effects.TRADE_PAIR or effect == effects.TRADE_RUBLE:
        needed: i64 = 2 if effect == effects.TRADE_PAIR else 1
        if rubles >= price:
            for kind in range(MATERIAL_COUNT):
                if seats[base + kind] < needed:
                    continue
                for got in range(MATERIAL_COUNT):
                    if got != kind and supply[got] > 0:
                        out = append(out, decisions.trade(kind, got))
    elif effect == effects.TRADE_FOUR:
        for kind in range(MATERIAL_COUNT):
            if seats[base + kind] >= 4:
                out = append(out, decisions.GIVE + kind)
    elif effect == effects.DISCARD_PRESTIGE:
        for kind in range(MATERIAL_COUNT - 2):
            if seats[base + kind] == 0:
                continue
            for got in range(kind + 1, MATERIAL_COUNT - 1):
                if seats[base + got] == 0:
                    continue
                for third in range(got + 1, MATERIAL_COUNT):
                    if seats[base + third] > 0:
                        out = append(out, decisions.discard(kind, got, third))
    elif effect == effects.SWAP:
        if rubles >= price:
            for kind in range(SPACE_COUNT - 1):
                for got in range(kind + 1, SPACE_COUNT):
                    if _tiles_differ(state, kind, got):
                        out = append(out, decisions.swap(kind, got))
    elif effect == effects.PAY_PRESTIGE:
        if rubles >= price:
            out = append(out, decisions.PAY)
    elif effect == effects.ACTIVATE:
        out = activation_moves(state, 0, WORKSHOP_COUNT - 1, out)
    else:
        raise UnknownEffect(effect)
    return out


def _tiles_differ(state: State, first: i64, second: i64) -> bool:
    components = state.setting.components
    one = state.market[RESOURCE_TILE + first]
    other = state.market[RESOURCE_TILE + second]
    return (
        components.resource_gives[one] != components.resource_gives[other]
        or components.resource_amount[one] != components.resource_amount[other]
    )


def _get_moves(state: State, out: vec[i64]) -> vec[i64]:
    """Any kind that the supply holds (R6.7)."""
    kind: i64
    for kind in range(MATERIAL_COUNT):
        if state.stock[kind] > 0:
            out = append(out, decisions.GET + kind)
    return out


def use_influence(state: State, index: i64) -> None:
    """Choose an action: a plain gain happens at once, the others open (R6.6)."""
    components = state.setting.components
    action = state.setting.influence[state.space // 2] * 2 + index
    amount = components.action_amount[action]
    effect = components.action_effect[action]
    state.influenced = 1
    if effect == effects.GAIN_RUBLES:
        receive(state, state.seat, RUBLE, amount)
    elif effect == effects.GAIN_RECOGNITION or effect == effects.GAIN_COMPLETE:
        receive(state, state.seat, RECOGNITION, amount)
    else:
        state.action = action
        state.repeats = 0
        state.left = 0
        state.phase = EFFECT
        if effect == effects.DELIVER:
            state.left = amount
            pay(state, state.seat, RUBLE, components.action_price[action])


def step(state: State, decision: i64) -> None:
    """Carry out one step of the action in progress; a lightning action then closes (R6.6)."""
    components = state.setting.components
    effect = components.action_effect[state.action]
    price = components.action_price[state.action]
    seat = state.seat
    if effect == effects.SELL:
        pay(state, seat, decision - decisions.SELL, 1)
        receive(state, seat, RUBLE, price)
    elif effect == effects.BUY:
        pay(state, seat, RUBLE, price)
        receive(state, seat, decision - decisions.BUY, 1)
    elif effect == effects.TRADE_PAIR or effect == effects.TRADE_RUBLE:
        index = decision - decisions.TRADE
        pay(state, seat, index // decisions.TRADE_KINDS, 2 if effect == effects.TRADE_PAIR else 1)
        pay(state, seat, RUBLE, price)
        receive(state, seat, decisions.trade_got(index), 1)
    elif effect == effects.TRADE_FOUR:
        if decision < decisions.GET:
            pay(state, seat, decision - decisions.GIVE, 4)
            state.left = 2
            return
        receive(state, seat, decision - decisions.GET, 1)
        state.left -= 1
        if state.left > 0:
            return
    elif effect == effects.DISCARD_PRESTIGE:
        _discard(state, decision)
    elif effect == effects.SWAP:
        pay(state, seat, RUBLE, price)
        _swap(state, decision)
    elif effect == effects.PAY_PRESTIGE:
        pay(state, seat, RUBLE, price)
        gain_prestige(state, seat, components.action_amount[state.action])
    elif effect == effects.ACTIVATE:
        activate(state, decision - decisions.ACTIVATE)
    else:
        raise UnknownEffect(effect)
    state.repeats += 1
    if components.action_endless[state.action] == 0:
        close(state)


def delivered(state: State) -> None:
    """After a delivery or ornament of the teamsters: closed when none is left (R6.8)."""
    state.repeats += 1
    if state.left == 0:
        close(state)


def close(state: State) -> None:
    """The influence action is over; the rest of the market turn goes on (R6.4)."""
    state.phase = MARKET
    state.action = -1
    state.repeats = 0
    state.left = 0


def _discard(state: State, decision: i64) -> None:
    first: i64
    second: i64
    third: i64
    for first in range(MATERIAL_COUNT - 2):
        for second in range(first + 1, MATERIAL_COUNT - 1):
            for third in range(second + 1, MATERIAL_COUNT):
                if decisions.discard(first, second, third) == decision:
                    pay(state, state.seat, first, 1)
                    pay(state, state.seat, second, 1)
                    pay(state, state.seat, third, 1)
    amount = state.setting.components.action_amount[state.action]
    gain_prestige(state, state.seat, amount)


def _swap(state: State, decision: i64) -> None:
    first: i64
    second: i64
    market = state.market
    for first in range(SPACE_COUNT - 1):
        for second in range(first + 1, SPACE_COUNT):
            if decisions.swap(first, second) == decision:
                tile = market[RESOURCE_TILE + first]
                market[RESOURCE_TILE + first] = market[RESOURCE_TILE + second]
                market[RESOURCE_TILE + second] = tile
                state.note(events.TILES_SWAPPED, state.seat, first, second, 0)
