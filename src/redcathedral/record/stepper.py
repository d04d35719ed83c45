"""Play a game step by step, and return the events of each step.

A step is the id of a decision or the number of a chance outcome; the position determines which.
"""

from collections.abc import Sequence
from typing import NamedTuple

from redcathedral.engine import events, ivan, rules
from redcathedral.engine.phases import TURN
from redcathedral.engine.setting import Setting
from redcathedral.engine.state import JournalEntry, State
from redcathedral.record.event import Event, event_of


class TurnStart(NamedTuple):
    """The start of a turn: its position, and the events of a turn that Ivan plays by rule."""

    state: State
    events: Sequence[Event]


class StepResult(NamedTuple):
    """The events of a step in the current turn, and the turns that began with it.

    Two turns can begin: Ivan's, if it needs no choice or roll, and the next one.
    """

    events: Sequence[Event]
    turns: Sequence[TurnStart]


class Stepper:
    """A game in progress; ``state`` is the position after the steps so far."""

    def __init__(self, state: State) -> None:
        self.state = state

    def start(self) -> StepResult:
        """Begin the turn of a start position; do nothing before the set-up of a game."""
        state = self.state
        if state.phase != TURN:
            return StepResult((), ())
        journal = [JournalEntry(events.TURN_BEGAN, int(state.seat), 0, 0, 0, state.copy())]
        if state.is_ivan(state.seat):
            state.journal = journal
            ivan.play_turn(state)
            state.journal = None
        return _result(journal, state.setting)

    def advance(self, step: int) -> StepResult:
        """Take a step; raises IllegalDecision or ImpossibleOutcome without any change."""
        state = self.state
        journal: list[JournalEntry] = []
        state.journal = journal
        try:
            if state.is_chance:
                rules.settle(state, step)
            else:
                rules.play(state, step)
        finally:
            state.journal = None
        return _result(journal, state.setting)


def _result(journal: list[JournalEntry], setting: Setting) -> StepResult:
    """Split the events of a journal at the starts of turns."""
    current_turn: list[Event] = []
    turns: list[TurnStart] = []
    turn_events = current_turn
    for entry in journal:
        if entry.state is None:
            turn_events.append(event_of(entry, setting))
        else:
            turn_events = []
            turns.append(TurnStart(entry.state, turn_events))
    return StepResult(current_turn, turns)
