"""The search of the bot ``greedy``: try each decision, and complete the turn greedily.

After a decision, the turn is completed greedily: each further decision is the one with the best
appraisal, up to the end of the turn.  The roll at the end of a turn is ignored.  A paid re-roll is
tried with all six faces, if it re-rolls one die and costs little prestige.  Among decisions with
the same appraisal, the one with the lowest id is chosen.

This search never changes, because other bots are measured against ``greedy``.
"""

from typing import Final

from mypy_extensions import i64

from redcathedral.ai.value.handmade import (
    RECOGNITION_WORTH,
    RUBLE_WORTH,
    UNNEEDED_WORTH,
    appraise,
    track_worth,
)
from redcathedral.box.vocabulary import DIE_FACES, MATERIAL_COUNT, RUBLE
from redcathedral.engine import chance, decisions, rules, track
from redcathedral.engine.phases import DONE, EFFECT, MARKET, ROLL, TURN
from redcathedral.engine.resources import receivable
from redcathedral.engine.state import State

MAX_STEPS: Final = 12  # decisions in the rest of a turn
MAX_REROLL_COST: Final = 40  # hundredths of a prestige


def choose(state: State) -> int:
    """Return the legal decision with the best appraised turn."""
    return _best(state, state.decider).decision


class _Choice:
    """A decision and the appraisal of its turn."""

    def __init__(self, decision: i64, worth: i64) -> None:
        self.decision = decision
        self.worth = worth


def _best(state: State, seat: i64) -> _Choice:
    best: i64 = -1
    most: i64 = 0
    move: i64
    for move in rules.legal_ids(state):
        if decisions.PRESTIGE_REROLL <= move < decisions.DELIVER and not _is_cheap(
            state, seat, move
        ):
            continue
        trial = state.copy()
        rules.apply(trial, move)
        worth = _worth_at_turn_end(trial, seat)
        if best < 0 or worth > most:
            best = move
            most = worth
    return _Choice(best, most)


def _is_cheap(state: State, seat: i64, reroll: i64) -> bool:
    """Return whether a re-roll of one die precedes the basic action and costs little prestige."""
    if state.phase != TURN or state.dice_count(reroll - decisions.PRESTIGE_REROLL) != 1:
        return False
    components = state.setting.components
    position = state.score(seat)
    cost = track_worth(components, position)
    cost -= track_worth(components, track.previous_prestige_space(components, position))
    return cost <= MAX_REROLL_COST


def _worth_at_turn_end(state: State, seat: i64) -> i64:
    """Return the appraisal at the end of the turn, which is completed greedily."""
    if state.phase == ROLL and state.seat == seat and state.after == TURN:
        return _expectation(state, seat)
    steps: i64 = 0
    while state.seat == seat and TURN < state.phase < DONE and steps < MAX_STEPS:
        if not _step(state, seat):
            break
        steps += 1
    return appraise(state, seat)


def _expectation(state: State, seat: i64) -> i64:
    """Return the mean, over the faces of a re-rolled die, of the best appraisal after it."""
    total: i64 = 0
    face: i64
    for face in range(1, DIE_FACES + 1):
        trial = state.copy()
        chance.settle(trial, face)
        total += _best(trial, seat).worth
    return total // DIE_FACES


def _step(state: State, seat: i64) -> bool:
    """Play the decision with the best appraisal; return False if ending the turn is best."""
    best: i64 = -1
    most: i64 = 0
    move: i64
    for move in rules.legal_ids(state):
        if decisions.PRESTIGE_RUBLES <= move < decisions.DELIVER:
            continue
        worth: i64 = 0
        if move == decisions.END:
            worth = appraise(state, seat)
        else:
            trial = state.copy()
            rules.apply(trial, move)
            if state.phase == MARKET and trial.phase == EFFECT:
                _step(trial, seat)  # judge an influence action by its best step
            worth = appraise(trial, seat) + _worth_still_to_take(trial, seat)
        if best < 0 or worth > most:
            best = move
            most = worth
    if best == decisions.END:
        return False
    rules.apply(state, best)
    return True


def _worth_still_to_take(state: State, seat: i64) -> i64:
    """Return the approximate worth of resources that can still be taken in this market turn."""
    if state.phase < MARKET or state.phase > EFFECT or state.taken == 1:
        return 0
    components = state.setting.components
    tile = state.resource_tile(state.space)
    resource = components.resource_gives[tile]
    amount = components.resource_amount[tile] * state.dice_count(state.space)
    amount = receivable(state, seat, resource, amount)
    if resource < MATERIAL_COUNT:
        return amount * UNNEEDED_WORTH[resource]
    return amount * (RUBLE_WORTH if resource == RUBLE else RECOGNITION_WORTH)
