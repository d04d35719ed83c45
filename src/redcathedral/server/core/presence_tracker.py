"""Track which seats of a table have a connected page.  Times are in milliseconds."""

from collections.abc import Iterable
from typing import Final

UPDATE_DELAY_MILLISECONDS: Final = 2_000  # so that reloading a page shows no change to others
ABSENT_AFTER_MILLISECONDS: Final = 60_000  # then other players may ask for a substitute


class PresenceTracker:
    """The present seats of a table, and the time when each other seat's last page left."""

    def __init__(self, seats: Iterable[int], now: int) -> None:
        self._left_at = dict.fromkeys(seats, now)
        self.present: frozenset[int] = frozenset()
        self.ever_present: frozenset[int] = frozenset()

    def update(self, present: frozenset[int], now: int) -> None:
        for seat in self.present - present:
            self._left_at[seat] = now
        self.present = present
        self.ever_present |= present

    def absent(self, now: int) -> frozenset[int]:
        """Return the seats that have had no page for ``ABSENT_AFTER_MILLISECONDS``."""
        return frozenset(seat for seat, at in self._absence_times().items() if at <= now)

    def next_absence(self, now: int) -> int | None:
        return min((at for at in self._absence_times().values() if at > now), default=None)

    def _absence_times(self) -> dict[int, int]:
        """Return the time at which each seat without a page counts as absent."""
        return {
            seat: left_at + ABSENT_AFTER_MILLISECONDS
            for seat, left_at in self._left_at.items()
            if seat not in self.present
        }
