"""Use influence (R6.6-R6.8): the two actions of the card in the quadrant of the moved die.

The decision ``influence`` chooses an action.  Each step of the action is then another decision.
"""

from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.box import effects
from redcathedral.box import vocabulary as v
from redcathedral.engine import cells as at
from redcathedral.engine import decisions, events, pile
from redcathedral.engine.bits import count
from redcathedral.engine.build import build_moves, can_build
from redcathedral.engine.decisions import put, put_if
from redcathedral.engine.market import activatable, activate, activation_moves
from redcathedral.engine.optional import optional_moves
from redcathedral.engine.phases import EFFECT, MARKET
from redcathedral.engine.resources import free_slots, gain_prestige, pay, receive
from redcathedral.engine.state import State


class UnknownEffect(ValueError):
    """An effect of ``box.effects`` that this module does not implement."""

    def __init__(self, effect: int) -> None:
        super().__init__(
            f"effect {effect} of an influence card has no branch in engine/influence.py"
        )


def influence_moves(state: State, out: vec[i64], n: i64) -> i64:
    """List the actions of the quadrant's card that are possible at least once (R6.6)."""
    first = state.setting.influence[state.space // 2] * 2
    index: i64
    for index in range(2):
        if _is_possible(state, first + index):
            n = put(out, n, decisions.INFLUENCE + index)
    return n


def _is_possible(state: State, action: i64) -> bool:
    components = state.setting.components
    effect = components.action_effect[action]
    if effect == effects.GAIN_RUBLES:
        return state.supply(v.RUBLE) > 0
    if effect == effects.GAIN_RECOGNITION:
        return True
    if effect == effects.GAIN_COMPLETE:
        return has_completed_each(state, state.seat)
    if effect == effects.DELIVER:
        if state.rubles(state.seat) < components.action_price[action]:
            return False
        return can_build(state, components.action_amount[action])
    return _usable(state, action) != 0


def has_completed_each(state: State, seat: i64) -> bool:
    """Return whether a seat has completed a base, a middle section and a dome (R6.7)."""
    completed = state.owned(seat) & state.cells[at.BUILT]
    section: i64
    for section in range(v.SECTION_COUNT):
        if completed & state.setting.sections[section] == 0:
            return False
    return True


def plain_recognition(state: State, seat: i64, action: i64) -> i64:
    """Return the recognition that an action gives without further steps; 0 if none."""
    components = state.setting.components
    effect = components.action_effect[action]
    if effect == effects.GAIN_RECOGNITION:
        return components.action_amount[action]
    if effect == effects.GAIN_COMPLETE and has_completed_each(state, seat):
        return components.action_amount[action]
    return 0


def effect_moves(state: State, out: vec[i64]) -> i64:
    """List the steps of the action in progress, ``stop`` first, and the optional actions.

    A player may stop after the first step, or if no step is possible (the bank may be empty, R1.3).
    """
    effect = state.setting.components.action_effect[state.action]
    n: i64 = 0
    if effect == effects.DELIVER:
        if state.repeats > 0 or not can_build(state, state.left):
            n = put(out, n, decisions.STOP)
        return build_moves(state, state.left, out, optional_moves(state, out, n))
    if effect == effects.TRADE_FOUR and state.left > 0:
        n = _kind_moves(pile.kinds(state.cells[at.SUPPLY]), decisions.GET, out, n)
    else:
        usable = _usable(state, state.action)
        if state.repeats > 0 or usable == 0:
            n = put(out, n, decisions.STOP)
        n = step_moves(state, effect, usable, out, n)
    return optional_moves(state, out, n)


def _usable(state: State, action: i64) -> i64:
    """Return the things that the next step of an action can use; 0 if no step is possible.

    They are a set of kinds of materials (to give or to buy), a set of workshop spaces, or 1 for an
    effect without a choice.  Deliveries and gains are not handled here.
    """
    cells = state.cells
    seat = state.seat
    components = state.setting.components
    effect = components.action_effect[action]
    held = cells[at.SEATS + seat * at.SEAT_SIZE + at.MATERIALS]
    if state.rubles(seat) < components.action_price[action] and effect != effects.SELL:
        return 0
    usable: i64 = 0
    if effect == effects.SELL:
        if cells[at.BANK] > 0:
            usable = pile.kinds(held) & components.action_materials[action]
    elif effect == effects.BUY:
        if free_slots(state, seat) > 0:
            usable = pile.kinds(cells[at.SUPPLY]) & components.action_materials[action]
    elif effect == effects.TRADE_PAIR or effect == effects.TRADE_RUBLE:
        usable = pile.kinds_with_at_least(held, _trade_price(effect))
        stock = pile.kinds(cells[at.SUPPLY])
        if stock & (stock - 1) == 0:  # at most one kind; it cannot be traded for itself (R6.7)
            usable &= ~stock
            if stock == 0:
                usable = 0
    elif effect == effects.TRADE_FOUR:
        usable = pile.kinds_with_at_least(held, _trade_price(effect))
    elif effect == effects.DISCARD_PRESTIGE:
        if count(pile.kinds(held)) >= 3:
            usable = pile.kinds(held)
    elif effect == effects.SWAP:
        if _tiles_differ(state):
            usable = 1
    elif effect == effects.PAY_PRESTIGE:
        usable = 1
    elif effect == effects.ACTIVATE:
        usable = activatable(state, 0, v.WORKSHOP_COUNT - 1)
    else:
        raise UnknownEffect(effect)
    return usable


def _trade_price(effect: i64) -> i64:
    """Return the number of materials of one kind that a player gives in a trade (R6.7)."""
    if effect == effects.TRADE_FOUR:
        return 4
    return 2 if effect == effects.TRADE_PAIR else 1


def step_moves(state: State, effect: i64, usable: i64, out: vec[i64], n: i64) -> i64:
    """List the possible steps of an effect; ``usable`` is the result of ``_usable``."""
    if effect == effects.SELL:
        return _kind_moves(usable, decisions.SELL, out, n)
    if effect == effects.BUY:
        return _kind_moves(usable, decisions.BUY, out, n)
    if effect == effects.TRADE_FOUR:
        return _kind_moves(usable, decisions.GIVE, out, n)
    if effect == effects.ACTIVATE:
        return activation_moves(usable, out, n)
    if effect == effects.PAY_PRESTIGE:
        return put(out, n, decisions.PAY) if usable else n
    if effect == effects.SWAP:
        return _swap_moves(state, out, n) if usable else n
    if effect == effects.DISCARD_PRESTIGE:
        return _discard_moves(usable, out, n)
    if effect == effects.TRADE_PAIR or effect == effects.TRADE_RUBLE:
        return _trade_moves(usable, pile.kinds(state.cells[at.SUPPLY]), out, n)
    raise UnknownEffect(effect)


def _trade_moves(given: i64, stock: i64, out: vec[i64], n: i64) -> i64:
    """List the trades of each given kind for each other kind in the supply (R6.7)."""
    kind: i64
    received: i64
    for kind in range(v.MATERIAL_COUNT):
        if pile.has(given, kind):
            for received in range(v.MATERIAL_COUNT):
                if received != kind and pile.has(stock, received):
                    n = put(out, n, decisions.trade(kind, received))
    return n


def _discard_moves(kinds: i64, out: vec[i64], n: i64) -> i64:
    """List the discards of three different kinds in a set."""
    first: i64
    second: i64
    third: i64
    for first in range(v.MATERIAL_COUNT - 2):
        for second in range(first + 1, v.MATERIAL_COUNT - 1):
            for third in range(second + 1, v.MATERIAL_COUNT):
                if pile.has(kinds, first) & pile.has(kinds, second) & pile.has(kinds, third):
                    n = put(out, n, decisions.discard(first, second, third))
    return n


def _kind_moves(kinds: i64, first: i64, out: vec[i64], n: i64) -> i64:
    """List the decision ``first + kind`` for each kind of a set."""
    kind: i64
    for kind in range(v.MATERIAL_COUNT):
        n = put_if(out, n, pile.has(kinds, kind), first + kind)
    return n


def _swap_moves(state: State, out: vec[i64], n: i64) -> i64:
    """List the swaps of two different tiles; a swap of equal tiles is not legal."""
    first: i64
    second: i64
    for first in range(v.SPACE_COUNT - 1):
        for second in range(first + 1, v.SPACE_COUNT):
            if _differ(state, first, second):
                n = put(out, n, decisions.swap(first, second))
    return n


def _tiles_differ(state: State) -> bool:
    """Return whether the market has different tiles."""
    space: i64
    for space in range(1, v.SPACE_COUNT):
        if _differ(state, 0, space):
            return True
    return False


def _differ(state: State, first: i64, second: i64) -> bool:
    components = state.setting.components
    first_tile = state.resource_tile(first)
    second_tile = state.resource_tile(second)
    return (
        components.resource_gives[first_tile] != components.resource_gives[second_tile]
        or components.resource_amount[first_tile] != components.resource_amount[second_tile]
    )


def use_influence(state: State, index: i64) -> None:
    """Choose an action: a gain is carried out, other actions continue in steps (R6.6)."""
    components = state.setting.components
    action = state.setting.influence[state.space // 2] * 2 + index
    amount = components.action_amount[action]
    effect = components.action_effect[action]
    state.influenced = 1
    if effect == effects.GAIN_RUBLES:
        receive(state, state.seat, v.RUBLE, amount)
    elif effect == effects.GAIN_RECOGNITION or effect == effects.GAIN_COMPLETE:
        receive(state, state.seat, v.RECOGNITION, plain_recognition(state, state.seat, action))
    else:
        state.action = action
        state.repeats = 0
        state.left = 0
        state.phase = EFFECT
        if effect == effects.DELIVER:
            state.left = amount
            pay(state, state.seat, v.RUBLE, components.action_price[action])


def carry_out_step(state: State, decision: i64) -> None:
    """Carry out a step of the action in progress; a lightning action then ends (R6.6)."""
    components = state.setting.components
    effect = components.action_effect[state.action]
    price = components.action_price[state.action]
    seat = state.seat
    if effect == effects.SELL:
        pay(state, seat, decision - decisions.SELL, 1)
        receive(state, seat, v.RUBLE, price)
    elif effect == effects.BUY:
        pay(state, seat, v.RUBLE, price)
        receive(state, seat, decision - decisions.BUY, 1)
    elif effect == effects.TRADE_PAIR or effect == effects.TRADE_RUBLE:
        index = decision - decisions.TRADE
        pay(state, seat, index // decisions.TRADE_KINDS, _trade_price(effect))
        pay(state, seat, v.RUBLE, price)
        receive(state, seat, decisions.received_kind(index), 1)
    elif effect == effects.TRADE_FOUR:
        if decision < decisions.GET:
            pay(state, seat, decision - decisions.GIVE, _trade_price(effect))
            state.left = components.action_amount[state.action]
            return
        receive(state, seat, decision - decisions.GET, 1)
        state.left -= 1
        if state.left > 0:
            return
    elif effect == effects.DISCARD_PRESTIGE:
        _discard(state, decision)
    elif effect == effects.SWAP:
        pay(state, seat, v.RUBLE, price)
        _swap(state, decision)
    elif effect == effects.PAY_PRESTIGE:
        pay(state, seat, v.RUBLE, price)
        gain_prestige(state, seat, components.action_amount[state.action])
    elif effect == effects.ACTIVATE:
        activate(state, decision - decisions.ACTIVATE)
    else:
        raise UnknownEffect(effect)
    state.repeats += 1
    if components.action_endless[state.action] == 0:
        close_action(state)


def after_delivery(state: State) -> None:
    """Count a delivery of the teamsters; the action ends after the last one (R6.8)."""
    state.repeats += 1
    if state.left == 0:
        close_action(state)


def close_action(state: State) -> None:
    """End the influence action; the market turn continues (R6.4)."""
    state.phase = MARKET
    state.action = -1
    state.repeats = 0
    state.left = 0


def _discard(state: State, decision: i64) -> None:
    first: i64
    second: i64
    third: i64
    for first in range(v.MATERIAL_COUNT - 2):
        for second in range(first + 1, v.MATERIAL_COUNT - 1):
            for third in range(second + 1, v.MATERIAL_COUNT):
                if decisions.discard(first, second, third) == decision:
                    pay(state, state.seat, first, 1)
                    pay(state, state.seat, second, 1)
                    pay(state, state.seat, third, 1)
    amount = state.setting.components.action_amount[state.action]
    gain_prestige(state, state.seat, amount)


def _swap(state: State, decision: i64) -> None:
    first: i64
    second: i64
    cells = state.cells
    for first in range(v.SPACE_COUNT - 1):
        for second in range(first + 1, v.SPACE_COUNT):
            if decisions.swap(first, second) == decision:
                tile = cells[at.RESOURCE_TILE + first]
                cells[at.RESOURCE_TILE + first] = cells[at.RESOURCE_TILE + second]
                cells[at.RESOURCE_TILE + second] = tile
                state.log_event(events.TILES_SWAPPED, state.seat, first, second, 0)
