"""The public interface of the rules: legal decisions, playing a decision, and chance outcomes.

``legal`` returns the ids of the legal decisions of a position.  ``play`` checks that a decision is
legal and carries it out; ``apply`` carries it out without the check.  Chance is explicit: at a
chance node ``outcomes`` lists the possible outcomes, ``settle`` carries out one of them, and
``roll`` draws them at random.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.box.vocabulary import BANNER_SOURCE_COUNT, GEM_SET_COUNT, MATERIAL_COUNT
from redcathedral.engine import chance, decisions, influence, ivan, market, optional
from redcathedral.engine.build import DELIVERIES, build_moves, decorate, deliver
from redcathedral.engine.cells import WINDOW_CLOSED, WINDOW_OPEN
from redcathedral.engine.claim import claim, claim_moves, place_tile, tile_moves
from redcathedral.engine.decisions import put
from redcathedral.engine.phases import (
    AFTER_END_TURN,
    BUILDING,
    CHOOSE_CLAIM,
    CHOOSE_ORNAMENT,
    DONE,
    EFFECT,
    MARKET,
    PLACE_TILE,
    ROLL,
    TURN,
)
from redcathedral.engine.rng import Rng
from redcathedral.engine.state import EMPTY, State
from redcathedral.engine.turn import stays_open

COMPILED: Final = not __file__.endswith(".py")


class IllegalDecision(ValueError):
    """A decision is not legal in this position; the position has not changed."""

    def __init__(self, decision: int, moves: list[int]) -> None:
        super().__init__(f"decision {decision} is not legal here; legal are {moves}")
        self.decision = decision
        self.moves = moves

    def __reduce__(
        self,
    ) -> "tuple[type[IllegalDecision], tuple[int, list[int]], dict[str, tuple[object, ...]]]":
        return IllegalDecision, (self.decision, self.moves), {"args": self.args}


class ImpossibleOutcome(ValueError):
    """A chance outcome is not possible at this node; the position has not changed."""


def legal(state: State) -> list[int]:
    """Return the legal decisions in ascending order; none at a chance node or after the end."""
    return list(legal_ids(state))


def legal_ids(state: State) -> vec[i64]:
    """Return the legal decisions as a vector, which callers must not change, for compiled code."""
    if len(state.moves) == 0:
        out = _MOVE_BUFFER if COMPILED else _MOVE_BUFFER[:]
        state.moves = out[: find_moves(state, out)]
    return state.moves


def move_buffer() -> vec[i64]:
    """Return a vector that is long enough for the legal decisions of any position."""
    return vec[i64]([0] * decisions.MAX_LEGAL)


# Compiled, all calls share this buffer, since no other thread runs before ``find_moves`` returns.
# Interpreted, each call uses a copy of it.
_MOVE_BUFFER: Final = move_buffer()


def find_moves(state: State, out: vec[i64]) -> i64:
    """Compute the legal decisions, write them to ``out``, and return their number."""
    phase = state.phase
    n: i64 = 0
    if phase == TURN:
        n = market.die_moves(state, out, n)
        n = optional.optional_moves(state, out, n)
        n = build_moves(state, DELIVERIES, out, n)
        return claim_moves(state, out, n)
    if phase == MARKET:
        n = put(out, n, decisions.END)
        if state.influenced == 0:
            n = influence.influence_moves(state, out, n)
        if state.taken == 0:
            n = market.take_moves(state, out, n)
        if state.activated == 0:
            n = market.own_activation_moves(state, out, n)
        return optional.optional_moves(state, out, n)
    if phase == DONE:
        return optional.optional_moves(state, out, put(out, n, decisions.END))
    if phase == PLACE_TILE:
        return optional.optional_moves(state, out, tile_moves(state, out, n))
    if phase == BUILDING:
        n = optional.optional_moves(state, out, put(out, n, decisions.END))
        return build_moves(state, state.left, out, n)
    if phase == EFFECT:
        return influence.effect_moves(state, out)
    if phase == CHOOSE_CLAIM or phase == CHOOSE_ORNAMENT:
        return ivan.choice_moves(state, out)
    return n


def play(state: State, decision: int) -> None:
    """Carry out a decision; raises IllegalDecision, without any change, if it is not legal."""
    number: i64 = decision if 0 <= decision < decisions.DECISION_COUNT else -1
    move: i64
    for move in legal_ids(state):
        if move == number:
            apply(state, number)
            return
    raise IllegalDecision(decision, legal(state))


def apply(state: State, decision: i64) -> None:
    """Carry out a decision, up to the next decision or chance node; the caller has checked it."""
    state.moves = EMPTY
    if state.window == WINDOW_OPEN:
        state.window = WINDOW_CLOSED  # until another exchange of prestige (R3.5)
    if decision < decisions.DIE:
        if decision == decisions.END:
            _end(state)
        elif decision == decisions.STOP:
            influence.close_action(state)
        elif state.phase == EFFECT:
            influence.carry_out_step(state, decision)
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
        influence.carry_out_step(state, decision)
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
        ivan.carry_out_choice(state, decision)


def _build(state: State, decision: i64) -> None:
    """Deliver a material or place an ornament, in a build action or with the teamsters (R5.1)."""
    if state.phase == TURN:
        state.phase = BUILDING
        state.left = DELIVERIES
    if decision < decisions.ORNAMENT:
        index = decision - decisions.DELIVER
        deliver(state, index // MATERIAL_COUNT, index % MATERIAL_COUNT)
    else:
        index = decision - decisions.ORNAMENT
        decorate(state, index // GEM_SET_COUNT, index % GEM_SET_COUNT)
    if state.phase == EFFECT:
        influence.after_delivery(state)
    elif state.left == 0:
        state.phase = DONE


def _end(state: State) -> None:
    """End the turn; after a market turn, first roll the dice of the space (R6.11).

    The turn ends with that roll, or stays open with the option ``final_roll`` (R3.5).
    """
    if state.phase == MARKET:
        state.pending = market.dice_on(state, state.space)
        state.after = DONE if stays_open(state) else AFTER_END_TURN
        state.phase = ROLL
    else:
        chance.end_turn(state)


def outcomes(state: State) -> list[tuple[int, float]]:
    """Return the outcomes of a chance node with their probabilities; none at other nodes."""
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
    """Carry out a chance outcome; raises ImpossibleOutcome if it is not possible here."""
    if not state.is_chance:
        raise ImpossibleOutcome(f"outcome {outcome}: no chance outcome is due here")
    options = chance.weights(state)
    # As an int, the count can be compared with an outcome that is too large for i64.
    count: int = len(options)
    if not 0 <= outcome < count or options[outcome] == 0:
        possible = [option for option, _ in outcomes(state)]
        raise ImpossibleOutcome(f"outcome {outcome} is not possible here; possible are {possible}")
    chance.settle(state, outcome)


def roll(state: State, rng: Rng) -> None:
    """Draw outcomes for all chance nodes up to the next decision or the end, including set-up."""
    while state.phase <= ROLL:
        chance.settle(state, chance.sample(state, rng))
