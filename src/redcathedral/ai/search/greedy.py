"""What looks best now: one decision ahead, and the rest of the turn by habit.

After the decision tried, the turn goes on with whatever appraises best at once, up to its end or
the next roll.  The dice at the end of a turn are not foreseen; those of a paid re-roll are, where
one die is re-rolled and the prestige costs little.  Among equals the lowest id is taken.

Frozen together with the bot ``greedy``, the yardstick that others are measured with.
"""

from typing import Final

from mypy_extensions import i64

from redcathedral.ai.value.handmade import LOOSE, RECOGNITION_WORTH, RUBLE, appraise, track_worth
from redcathedral.box.vocabulary import DIE_FACES, MATERIAL_COUNT
from redcathedral.box.vocabulary import RUBLE as RUBLE_RESOURCE
from redcathedral.engine import chance, decisions, rules, track
from redcathedral.engine.phases import DONE, EFFECT, MARKET, ROLL, TURN
from redcathedral.engine.resources import receivable
from redcathedral.engine.state import State

STEPS: Final = 12  # decisions that the rest of a turn may take
CHEAP: Final = 40  # hundredths of a prestige that a re-roll may cost


def choose(state: State) -> int:
    """The legal decision whose turn appraises best."""
    return _best(state, state.decider).decision


class _Choice:
    """A decision and what its turn appraises to."""

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
        worth = _outlook(trial, seat)
        if best < 0 or worth > most:
            best = move
            most = worth
    return _Choice(best, most)


def _is_cheap(state: State, seat: i64, reroll: i64) -> bool:
    """Whether a re-roll is worth a thought: before the basic action, one die, few spaces lost."""
    if state.phase != TURN or state.dice_count(reroll - decisions.PRESTIGE_REROLL) != 1:
        return False
    components = state.setting.components
    position = state.score(seat)
    lost = track_worth(components, position)
    lost -= track_worth(components, track.previous_prestige_space(components, position))
    return lost <= CHEAP


def _outlook(state: State, seat: i64) -> i64:
    """The appraisal at the end of the turn, played on greedily."""
    if state.phase == ROLL and state.seat == seat and state.after == TURN:
        return _expectation(state, seat)
    steps: i64 = 0
    while state.seat == seat and TURN < state.phase < DONE and steps < STEPS:
        if not _step(state, seat):
            break
        steps += 1
    return appraise(state, seat)


def _expectation(state: State, seat: i64) -> i64:
    """The mean of the best that could be done after each face of a re-rolled die."""
    total: i64 = 0
    face: i64
    for face in range(1, DIE_FACES + 1):
        trial = state.copy()
        chance.settle(trial, face)
        total += _best(trial, seat).worth
    return total // DIE_FACES


def _step(state: State, seat: i64) -> bool:
    """Play the decision that appraises best at once; False when none is better than the end."""
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
                _step(trial, seat)  # an influence action is worth what its best step is
            worth = appraise(trial, seat) + _promise(trial, seat)
        if best < 0 or worth > most:
            best = move
            most = worth
    if best == decisions.END:
        return False
    rules.apply(state, best)
    return True


def _promise(state: State, seat: i64) -> i64:
    """Roughly what the space still has to give in this market turn."""
    if state.phase < MARKET or state.phase > EFFECT or state.taken == 1:
        return 0
    components = state.setting.components
    tile = state.resource_tile(state.space)
    resource = components.resource_gives[tile]
    amount = components.resource_amount[tile] * state.dice_count(state.space)
    amount = receivable(state, seat, resource, amount)
    if resource < MATERIAL_COUNT:
        return amount * LOOSE[resource]
    return amount * (RUBLE if resource == RUBLE_RESOURCE else RECOGNITION_WORTH)
