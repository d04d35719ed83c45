"""The rules' front door: what is legal in a position, and what a decision does.

``legal`` is a pure function of the position, in ascending order of ids.  ``apply`` trusts,
``play`` checks.  Chance is explicit: at a chance node ``outcomes`` lists what may come, and
``settle`` or ``roll`` brings it about.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from redcathedral.box.vocabulary import BANNER_SOURCE_COUNT, GEM_SET_COUNT, MATERIAL_COUNT
from redcathedral.engine import chance, decisions, influence, ivan, market, optional
from redcathedral.engine.build import DELIVERIES, build_moves, deliver, set_up
from redcathedral.engine.claim import claim, claim_moves, place_tile, tile_moves
from redcathedral.engine.layout import WINDOW_CLOSED, WINDOW_OPEN
from redcathedral.engine.phases import (
    BUILDING,
    CHOOSE_CLAIM,
    CHOOSE_ORNAMENT,
    DONE,
    EFFECT,
    MARKET,
    OVER,
    PLACE_TILE,
    ROLL,
    TURN,
)
from redcathedral.engine.rng import Rng
from redcathedral.engine.state import State
from redcathedral.engine.turn import stays_open


class IllegalDecision(ValueError):
    """A decision that the rules do not allow in this position; nothing has changed."""

    def __init__(self, decision: int, moves: list[int]) -> None:
        super().__init__(f"decision {decision} is not legal here; legal are {moves}")
        self.decision = decision
        self.moves = moves

    def __reduce__(
        self,
    ) -> tuple[type[IllegalDecision], tuple[int, list[int]], dict[str, tuple[object, ...]]]:
        return IllegalDecision, (self.decision, self.moves), {"args": self.args}


class ImpossibleOutcome(ValueError):
    """A chance outcome that cannot come at this node; nothing has changed."""


def legal(state: State) -> list[int]:
    """The legal decisions in ascending order; none at a chance node or after the end."""
    result: list[int] = []
    decision: i64
    for decision in legal_ids(state):
        result.append(decision)
    return result


def legal_ids(state: State) -> vec[i64]:
    """``legal`` as a vector, for compiled callers; not to be changed."""
    moves = state.moves
    if moves is None:
        moves = find_moves(state)
        state.moves = moves
    return moves


def find_moves(state: State) -> vec[i64]:
    """The legal decisions of a position, worked out anew."""
    phase = state.phase
    out = vec[i64](capacity=32)
    if phase == TURN:
        out = market.die_moves(state, out)
        out = optional.optional_moves(state, out)
        out = build_moves(state, DELIVERIES, out)
        return claim_moves(state, out)
    if phase == MARKET:
        out = append(out, decisions.END)
        if state.influenced == 0:
            out = influence.influence_moves(state, out)
        if state.taken == 0:
            out = market.take_moves(state, out)
        if state.activated == 0:
            out = market.own_activation_moves(state, out)
        return optional.optional_moves(state, out)
    if phase == DONE:
        return optional.optional_moves(state, append(out, decisions.END))
    if phase == PLACE_TILE:
        return optional.optional_moves(state, tile_moves(state, out))
    if phase == BUILDING:
        out = optional.optional_moves(state, append(out, decisions.END))
        return build_moves(state, state.left, out)
    if phase == EFFECT:
        return _effect_moves(state, out)
    if phase == CHOOSE_CLAIM or phase == CHOOSE_ORNAMENT:
        return ivan.choices(state, out)
    return out


def _effect_moves(state: State, out: vec[i64]) -> vec[i64]:
    """Steps of the influence action, with the optional actions at their place in the order."""
    steps = influence.effect_moves(state, vec[i64]())
    step: i64
    for step in steps:
        if step < decisions.PRESTIGE_RUBLES:
            out = append(out, step)
    out = optional.optional_moves(state, out)
    for step in steps:
        if step > decisions.PRESTIGE_RUBLES:
            out = append(out, step)
    return out


def play(state: State, decision: int) -> None:
    """Carry out a decision; raises IllegalDecision, and changes nothing, if it is not legal."""
    wanted: i64 = decision if 0 <= decision < decisions.DECISION_COUNT else -1
    move: i64
    for move in legal_ids(state):
        if move == wanted:
            apply(state, wanted)
            return
    raise IllegalDecision(decision, legal(state))


def apply(state: State, decision: i64) -> None:
    """Carry out a legal decision, up to the next decision or chance node."""
    state.moves = None
    if state.window == WINDOW_OPEN:
        state.window = WINDOW_CLOSED  # another exchange opens it again (R3.5)
    if decision < decisions.DIE:
        if decision == decisions.END:
            _end(state)
        elif decision == decisions.STOP:
            influence.close(state)
        elif state.phase == EFFECT:
            influence.step(state, decision)
        elif decision < decisions.TAKE:
            influence.use_influence(state, decision - decisions.INFLUENCE)
        elif decision < decisions.ACTIVATE:
            market.take(state, decision - decisions.TAKE + 1)
        else:
            state.activated = 1
            market.activate(state, decision - decisions.ACTIVATE)
    elif decision < decisions.TILE:
        index = decision - decisions.DIE
        market.move_die(state, index // decisions.DIE_STEPS, index % decisions.DIE_STEPS)
    elif decision < decisions.SELL:
        place_tile(state, (decision - decisions.TILE) // 2, (decision - decisions.TILE) % 2)
    elif decision < decisions.PRESTIGE_RUBLES:
        influence.step(state, decision)
    elif decision == decisions.PRESTIGE_RUBLES:
        optional.exchange_prestige(state)
    elif decision < decisions.DELIVER:
        optional.buy_reroll(state, decision - decisions.PRESTIGE_REROLL)
    elif decision < decisions.CLAIM:
        _build(state, decision)
    elif decision < decisions.IVAN_CLAIM:
        index = decision - decisions.CLAIM
        claim(state, index // BANNER_SOURCE_COUNT, index % BANNER_SOURCE_COUNT)
    else:
        ivan.choose(state, decision)


def _build(state: State, decision: i64) -> None:
    """A delivery or an ornament, in a build action or for the teamsters (R5.1, R6.7)."""
    if state.phase == TURN:
        state.phase = BUILDING
        state.left = DELIVERIES
    if decision < decisions.ORNAMENT:
        index = decision - decisions.DELIVER
        deliver(state, index // MATERIAL_COUNT, index % MATERIAL_COUNT)
    else:
        index = decision - decisions.ORNAMENT
        set_up(state, index // GEM_SET_COUNT, index % GEM_SET_COUNT)
    if state.phase == EFFECT:
        influence.delivered(state)
    elif state.left == 0:
        state.phase = DONE


def _end(state: State) -> None:
    """The turn is over; after a market turn the dice of the space are rolled first (R6.11).

    That roll ends the turn, or with the option ``final_roll`` leaves it open (R3.5).
    """
    if state.phase == MARKET:
        state.pending = market.dice_on(state, state.space)
        state.after = DONE if stays_open(state) else OVER
        state.phase = ROLL
    else:
        chance.end_turn(state)


def outcomes(state: State) -> list[tuple[int, float]]:
    """The outcomes of a chance node with their probabilities; none elsewhere."""
    result: list[tuple[int, float]] = []
    if not state.is_chance:
        return result
    options = chance.weights(state)
    total: i64 = 0
    outcome: i64
    for outcome in range(len(options)):
        total += options[outcome]
    for outcome in range(len(options)):
        if options[outcome] > 0:
            result.append((outcome, float(options[outcome]) / float(total)))
    return result


def settle(state: State, outcome: int) -> None:
    """Carry out a given chance outcome; raises ImpossibleOutcome if it cannot come here."""
    if not state.is_chance:
        raise ImpossibleOutcome(f"outcome {outcome}: nothing is left to chance here")
    options = chance.weights(state)
    count: int = len(options)  # an int, so that outcomes too large for i64 are refused too
    if not 0 <= outcome < count or options[outcome] == 0:
        possible = [option for option, _ in outcomes(state)]
        raise ImpossibleOutcome(f"outcome {outcome} cannot come here; possible are {possible}")
    chance.settle(state, outcome)


def roll(state: State, rng: Rng) -> None:
    """Settle all chance nodes up to the next decision or the end, set-up included."""
    while state.phase <= ROLL:
        chance.settle(state, chance.sample(state, rng))
