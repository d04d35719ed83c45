"""Try a legal decision on a copy of the position, to show its effect before it is played."""

from functools import cached_property

from redcathedral.box.vocabulary import MATERIAL_COUNT, RESOURCES
from redcathedral.engine import rules
from redcathedral.engine.decisions import ACTIVATE, DIE, TAKE, TILE
from redcathedral.engine.resources import free_slots, receivable
from redcathedral.engine.state import State
from redcathedral.play.offer import Offer, offered
from redcathedral.record.event import Gained, collected_events


class Trial:
    """The effect of a legal decision up to the next chance outcome: positions and events."""

    def __init__(self, before: State, decision: int) -> None:
        self.before = before
        self.decision = decision
        self.after = before.copy()
        with collected_events(self.after) as self.events:
            rules.apply(self.after, decision)

    @cached_property
    def take(self) -> "Trial | None":
        """The decision to take as much as possible on the space of a moved die (R6.5)."""
        takes = [number for number in self._landing_moves if number < ACTIVATE]
        return Trial(self.after, takes[-1]) if takes else None

    @cached_property
    def activations(self) -> "list[Trial]":
        """The decisions to activate a workshop tile on the space of a moved die (R6.9)."""
        return [Trial(self.after, number) for number in self._landing_moves if number >= ACTIVATE]

    @cached_property
    def offer(self) -> Offer | None:
        """The offer of the decision, or of a moved die's space; None if all of it is received."""
        offer = offered(self.before, self.after, self.decision)
        if offer is None:
            return None
        resource, amount = offer
        receipt = self.take or self
        received = sum(
            event.amount
            for event in receipt.events
            if isinstance(event, Gained) and event.resource == RESOURCES[resource]
        )
        if received >= amount or self._takes_less_than_possible(resource, received):
            return None
        is_full = resource < MATERIAL_COUNT and free_slots(receipt.after, self.before.seat) == 0
        return Offer(RESOURCES[resource], amount, received, "room" if is_full else "supply")

    def _takes_less_than_possible(self, resource: int, units: int) -> bool:
        """Return whether a decision takes less from the market's tile than possible."""
        before = self.before
        return TAKE <= self.decision < ACTIVATE and units < receivable(
            before, before.seat, resource, units + 1
        )

    @cached_property
    def _landing_moves(self) -> list[int]:
        """The legal decisions on the space of a moved die."""
        if not DIE <= self.decision < TILE:
            return []
        return [number for number in rules.legal(self.after) if TAKE <= number < DIE]
