"""Apply a decision or a roll to a copy of a position, and collect its events."""

from collections import deque
from collections.abc import Sequence

from redcathedral.box.quoting import quote
from redcathedral.engine import rules
from redcathedral.engine.decisions import DECISION_COUNT
from redcathedral.engine.rules import IllegalDecision
from redcathedral.engine.state import JournalEntry, State
from redcathedral.play.manual_dice import GameDice
from redcathedral.play.move import Move
from redcathedral.record.event import Event, events_of
from redcathedral.record.notation import decision_text, decisions_text


def simulate_decision(
    state: State, seat: int, decision: int, dice: GameDice, outcomes: deque[int] | None
) -> tuple[Move, State]:
    """Return the move of a legal decision of ``seat``, and the position after it.

    The outcomes of chance after the decision are ``outcomes``, or the outcomes that the move had
    before it was undone, and then those of the dice.
    """
    after, journal = _copy_with_journal(state)
    rules.apply(after, decision)
    settled = dice.settle(after, outcomes or dice.recall(state, decision))
    after.journal = None
    events = tuple(events_of(journal, after.setting))
    return Move(seat, decision, (decision, *settled), events, state), after


def simulate_roll(
    state: State, outcomes: Sequence[int], dice: GameDice
) -> tuple[State, tuple[int, ...], tuple[Event, ...]]:
    """Return the position after a roll with these outcomes, its steps and its events."""
    after, journal = _copy_with_journal(state)
    steps = dice.settle_steps(after, len(outcomes), deque(outcomes))
    after.journal = None
    return after, steps, tuple(events_of(journal, after.setting))


def _copy_with_journal(state: State) -> tuple[State, list[JournalEntry]]:
    after = state.copy()
    journal: list[JournalEntry] = []
    after.journal = journal
    return after, journal


def illegal_decision(decision: int, legal: list[int], due_roll: str) -> IllegalDecision:
    """Return the error for an illegal decision; ``due_roll`` is the roll to be entered, or ""."""
    name = f"decision {decision}"
    if 0 <= decision < DECISION_COUNT:
        name = quote(decision_text(decision))
    reason = f"legal here: {decisions_text(legal)}" if legal else "the game is over"
    if due_roll:
        reason = f"waiting for a roll ({due_roll}): call settle() first"
    error = IllegalDecision(decision, legal)
    error.args = (f"{name} is not possible; {reason}",)
    return error
