"""A legal decision tried out: what would come of it."""

from functools import cached_property

from redcathedral.box.vocabulary import MATERIAL_COUNT, RESOURCES
from redcathedral.engine import rules
from redcathedral.engine.decisions import ACTIVATE, DIE, TAKE, TILE
from redcathedral.engine.resources import free_slots, receivable
from redcathedral.engine.state import JournalEntry, State
from redcathedral.play.offer import Offer, offered
from redcathedral.record.event import Gained, events_of


class Trial:
    """A legal decision tried out on a copy of ``before``, up to the next chance outcome."""

    def __init__(self, before: State, decision: int) -> None:
        self.before = before
        self.decision = decision
        self.after = before.copy()
        journal: list[JournalEntry] = []
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

    @cached_property
    def offer(self) -> Offer | None:
        """What it, or a moved die's landing, offers where not all of that can be received."""
        found = offered(self.before, self.after, self.decision)
        if found is None:
            return None
        resource, amount = found
        last = self.take or self
        received = sum(
            gain.amount
            for gain in last.events
            if isinstance(gain, Gained) and gain.resource == RESOURCES[resource]
        )
        if received >= amount or self._takes_less(resource, received):
            return None
        full = resource < MATERIAL_COUNT and free_slots(last.after, self.before.seat) == 0
        return Offer(RESOURCES[resource], amount, received, "room" if full else "supply")

    def _takes_less(self, resource: int, units: int) -> bool:
        """Whether the player could take more of the market's tile."""
        before = self.before
        return TAKE <= self.decision < ACTIVATE and units < receivable(
            before, before.seat, resource, units + 1
        )

    @property
    def _there(self) -> list[int]:
        if not DIE <= self.decision < TILE:
            return []
        return [number for number in rules.legal(self.after) if TAKE <= number < DIE]
