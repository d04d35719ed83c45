"""Standing at every moment of a game: the engine driven by steps, one at a time.

A step is a decision's id or the number of a chance outcome, whichever is due.
"""

from collections.abc import Sequence
from typing import NamedTuple

from redcathedral.engine import events, ivan, rules
from redcathedral.engine.phases import TURN
from redcathedral.engine.setting import Setting
from redcathedral.engine.state import JournalEntry, State
from redcathedral.record.event import Event, event_of


class TurnStart(NamedTuple):
    """The start of a turn: the position there, and what then happened by rule (Ivan's turn)."""

    state: State
    events: Sequence[Event]


class StepResult(NamedTuple):
    """The events of a step's turn, and turns it opened: two if Ivan's has no choice or roll."""

    events: Sequence[Event]
    turns: Sequence[TurnStart]


class Stepper:
    """A game in progress.  ``state`` is the live position after the steps taken so far."""

    def __init__(self, state: State) -> None:
        self.state = state

    def start(self) -> StepResult:
        """Open the turn of a start position; at the set-up of a game nothing is opened."""
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
        """Take a step; raises IllegalDecision or ImpossibleOutcome and then changes nothing."""
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
    """Divide what happened by the turns that began."""
    first: list[Event] = []
    turns: list[TurnStart] = []
    part = first
    for note in journal:
        if note.state is None:
            part.append(event_of(note, setting))
        else:
            part = []
            turns.append(TurnStart(note.state, part))
    return StepResult(first, turns)
