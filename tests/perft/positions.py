"""Three positions per mode: the first decision, a roll in mid-game, and late in a turn."""

from __future__ import annotations

from redcathedral.engine import rules
from redcathedral.engine.phases import BUILDING, MARKET, ROLL
from redcathedral.engine.state import State
from tests.properties.modes import Mode, streams


def first_decision(mode: Mode) -> State:
    """Return the position after set-up."""
    state = mode.start()
    rules.roll(state, streams(17)[0])
    return state


def dice_due(mode: Mode) -> State:
    """Return a roll of at least two dice, some turns into the game."""
    return _after(mode, 60, lambda state: state.phase == ROLL and state.pending.bit_count() > 1)


def late_in_a_turn(mode: Mode) -> State:
    """Return a market or building turn in progress, when cards are being completed."""
    return _after(mode, 90, lambda state: state.phase in (MARKET, BUILDING))


def _after(mode: Mode, decisions: int, wanted: object) -> State:
    assert callable(wanted)
    for seed in range(100):
        state = mode.start(1)
        dice, policy = streams(seed)
        rules.roll(state, dice)
        for count in range(10 * decisions):
            if state.is_over:
                break
            moves = rules.legal(state)
            rules.apply(state, moves[policy.below(len(moves))])
            while state.is_chance:
                if count >= decisions and wanted(state):
                    return state
                rules.settle(state, rules.outcomes(state)[int(dice.below(_choices(state)))][0])
            if count >= decisions and wanted(state):
                return state
    raise AssertionError(f"no such position in {mode.name}")


def _choices(state: State) -> int:
    return len(rules.outcomes(state))


KINDS = {"first-decision": first_decision, "dice-due": dice_due, "late-in-a-turn": late_in_a_turn}
