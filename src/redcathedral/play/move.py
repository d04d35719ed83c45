"""A decision of a game in progress, with all that came of it."""

from dataclasses import dataclass

from redcathedral.engine import rules
from redcathedral.engine.state import State
from redcathedral.record.event import Event
from redcathedral.record.notation import decision_text
from redcathedral.record.outcome import steps_due


@dataclass(frozen=True)
class Move:
    """A played decision: ``steps`` (its id, then chance), events, and the position before it."""

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
        """How many of the steps come before what fell last."""
        state = self.before.copy()
        rules.apply(state, self.decision)
        known = last = 1
        while known < len(self.steps):
            last = known
            known += steps_due(state)
            for outcome in self.steps[last:known]:
                rules.settle(state, outcome)
        return last
