"""A legal decision tried out: what would come of it."""

from functools import cached_property

from redcathedral.engine import rules
from redcathedral.engine.decisions import ACTIVATE, DIE, TAKE, TILE
from redcathedral.engine.state import Note, State
from redcathedral.record.event import events_of


class Trial:
    """A legal decision tried out on a copy of the position, up to the next chance outcome.

    ``before`` and ``after`` are the positions, ``events`` what would happen between them.
    """

    def __init__(self, before: State, decision: int) -> None:
        self.before = before
        self.decision = decision
        self.after = before.copy()
        journal: list[Note] = []
        self.after.journal = journal
        rules.apply(self.after, decision)
        self.after.journal = None
        self.events = events_of(journal, before.setting)

    @cached_property
    def take(self) -> "Trial | None":
        """The most that could be taken where a moved die lands (R6.5)."""
        takes = [number for number in self._there if number < ACTIVATE]
        return Trial(self.after, takes[-1]) if takes else None

    @cached_property
    def activations(self) -> "list[Trial]":
        """The workshop tiles that could be used where a moved die lands (R6.9)."""
        return [Trial(self.after, number) for number in self._there if number >= ACTIVATE]

    @property
    def _there(self) -> list[int]:
        if not DIE <= self.decision < TILE:
            return []
        return [number for number in rules.legal(self.after) if TAKE <= number < DIE]
