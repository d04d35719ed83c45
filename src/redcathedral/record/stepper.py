"""Standing at every moment of a game: the engine driven by steps, one at a time.

A step is a decision's id or the number of a chance outcome, whichever is due.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from redcathedral.engine import chance, decisions, events, ivan, rules
from redcathedral.engine.phases import DONE, MARKET, OVER, ROLL, TURN
from redcathedral.engine.setting import IVAN
from redcathedral.engine.state import Event, State
from redcathedral.engine.turn import pass_turn


class Opening(NamedTuple):
    """The start of a turn: the position there, and what then happened by rule (Ivan's turn).

    The position is the live one while a human's turn has not gone on: copy it to keep it.
    """

    state: State
    events: Sequence[Event]


class Passage(NamedTuple):
    """What a step brought: the events of the turn it belongs to, and the turns it opened.

    It opens two when Ivan's whole turn goes by without a choice or a roll.
    """

    events: Sequence[Event]
    openings: Sequence[Opening]


class Walk:
    """A game in progress.  ``state`` is the live position after the steps taken so far."""

    def __init__(self, state: State) -> None:
        self.state = state

    def start(self) -> Passage:
        """Open the turn of a start position; at the set-up of a game nothing is opened."""
        state = self.state
        if state.phase != TURN:
            return Passage((), ())
        if not _is_ivans(state):
            return Passage((), (Opening(state, ()),))
        snapshot = state.copy()
        journal = [Event(events.TURN_BEGAN, IVAN, 0, 0, 0)]
        state.journal = journal
        ivan.play(state)
        state.journal = None
        return self._passage(journal, snapshot)

    def advance(self, step: int) -> Passage:
        """Take a step; raises IllegalDecision or ImpossibleOutcome and then changes nothing."""
        state = self.state
        snapshot = _ivans_start(state, step)
        journal: list[Event] = []
        state.journal = journal
        try:
            if state.is_chance:
                rules.settle(state, step)
            else:
                rules.play(state, step)
        finally:
            state.journal = None
        return self._passage(journal, snapshot)

    def _passage(self, journal: list[Event], snapshot: State | None) -> Passage:
        """Divide the events by the turns that began."""
        first: list[Event] = []
        openings: list[Opening] = []
        part = first
        for event in journal:
            if event.kind != events.TURN_BEGAN:
                part.append(event)
                continue
            part = []
            before = snapshot if event.seat == IVAN else None
            openings.append(Opening(before or self.state, part))
        return Passage(first, openings)


def _is_ivans(state: State) -> bool:
    return state.setting.solo and state.seat == IVAN


def _ivans_start(state: State, step: int) -> State | None:
    """The position at the start of Ivan's turn, when this step of the human leads to it.

    The engine plays his turn up to the first choice or chance outcome without a stop (R8.4); the
    record shows the start of it (`turn`, `state`).
    """
    if not state.setting.solo or state.seat == IVAN:
        return None
    if state.phase == ROLL:
        if state.after != OVER or state.pending & (state.pending - 1) != 0:
            return None
    elif step != decisions.END or state.phase == MARKET or step not in rules.legal(state):
        return None
    snapshot = state.copy()
    if state.phase == ROLL:
        if not 1 <= step <= 6:
            return None
        snapshot.after = DONE
        chance.settle(snapshot, step)
    return snapshot if pass_turn(snapshot) else None
