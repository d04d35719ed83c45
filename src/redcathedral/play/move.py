"""A move of a game: a decision, with the chance outcomes and events that followed it."""

from dataclasses import dataclass

from redcathedral.engine import rules
from redcathedral.engine.state import State
from redcathedral.record.event import Event
from redcathedral.record.game_record import Comment
from redcathedral.record.notation import decision_text
from redcathedral.record.outcome import steps_due


@dataclass(frozen=True)
class Move:
    """A seat's decision, its events, the position before it, and its ``steps``: id and outcomes."""

    seat: int
    decision: int
    steps: tuple[int, ...]
    events: tuple[Event, ...]
    before: State

    @property
    def text(self) -> str:
        """The decision in the record's notation."""
        return decision_text(self.decision)

    @property
    def steps_before_last_roll(self) -> int:
        """The number of steps of this move before its last roll."""
        state = self.before.copy()
        rules.apply(state, self.decision)
        end = last_roll = 1
        while end < len(self.steps):
            last_roll = end
            end += steps_due(state)
            for outcome in self.steps[last_roll:end]:
                rules.settle(state, outcome)
        return last_roll

    def undo_comment(self, step: int) -> Comment:
        """Return the comment in the record after an undo beyond a roll or the end of a turn."""
        return Comment(step, f"taken back with its dice: {self.text}")
