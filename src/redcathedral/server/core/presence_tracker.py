"""Who is at a table: seats with a page, those away for long, spectators.  Times in milliseconds."""

from collections.abc import Iterable
from typing import Final

SETTLES: Final = 2_000  # until others are told: who only loads the page anew has not gone
AWAY: Final = 60_000  # until others may ask for a bot


class PresenceTracker:
    """Since when the seats of a table are without a page."""

    def __init__(self, seats: Iterable[int], at: int) -> None:
        self._gone = dict.fromkeys(seats, at)
        self.here: frozenset[int] = frozenset()
        self.came: frozenset[int] = frozenset()  # all that have ever been here

    def note(self, here: frozenset[int], at: int) -> None:
        for seat in self.here - here:
            self._gone[seat] = at
        self.here = here
        self.came |= here

    def away(self, at: int) -> frozenset[int]:
        return frozenset(
            seat for seat, gone in self._gone.items() if seat not in self.here and gone + AWAY <= at
        )

    def next_away(self, at: int) -> int | None:
        coming = [
            gone + AWAY
            for seat, gone in self._gone.items()
            if seat not in self.here and gone + AWAY > at
        ]
        return min(coming, default=None)
