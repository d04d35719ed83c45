"""The time that each seat has left.  The caller passes the time; all times are in milliseconds."""

from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from redcathedral.server.core.wire.play_state import ClockWish

SECOND_MILLISECONDS: Final = 1_000
DAY_MILLISECONDS: Final = 24 * 60 * 60 * SECOND_MILLISECONDS
MIN_TIME_ON_RETURN: Final = (
    30 * SECOND_MILLISECONDS
)  # at least that much has who comes back to a bank that is used up
TurnKey: TypeAlias = tuple[int, int]  # a seat, and the number of the turn in the game


@dataclass(frozen=True)
class Clock:
    """The time left to each seat; a turn ends with the first decision of another."""

    wish: ClockWish
    left: tuple[int, ...]  # by seat, when the clock last stopped
    turn: TurnKey | None = None  # the turn whose seat uses its time
    since: int | None = None  # when the clock started; None while it is stopped

    @classmethod
    def begun(cls, wish: ClockWish, seats: int) -> "Clock":
        return cls(wish, (_full_time(wish),) * seats)

    @property
    def counts_days(self) -> bool:
        """Whether this clock counts days, so that it runs without players or a server."""
        return self.wish.kind == "days"

    @property
    def running(self) -> int | None:
        return None if self.since is None or self.turn is None else self.turn[0]

    @property
    def deadline(self) -> int | None:
        seat = self.running
        return None if seat is None or self.since is None else self.since + self.left[seat]

    def left_at(self, seat: int, at: int) -> int:
        left = self.left[seat]
        if seat != self.running or self.since is None:
            return left
        return max(0, left - max(0, at - self.since))

    def has_expired(self, at: int) -> bool:
        return self.deadline is not None and self.deadline <= at

    def stopped(self, at: int) -> "Clock":
        left = tuple(self.left_at(seat, at) for seat in range(len(self.left)))
        return replace(self, left=left, since=None)

    def held(self) -> "Clock":
        """Return the stopped clock; the time since its last start is given back."""
        return replace(self, since=None)

    def passed(self, turn: TurnKey | None, at: int, *, runs: bool, completes: bool) -> "Clock":
        """Return the clock for the next turn; only a completed turn gives a bank its increment."""
        stopped = self.stopped(at)
        if turn != self.turn:
            left = list(stopped.left)
            if self.turn is not None and completes:
                left[self.turn[0]] = self._after_turn(left[self.turn[0]])
            if turn is not None and self.wish.kind != "bank":
                left[turn[0]] = _full_time(self.wish)
            stopped = replace(stopped, left=tuple(left), turn=turn)
        return replace(stopped, since=at if runs and turn is not None else None)

    def _after_turn(self, left: int) -> int:
        if self.wish.kind != "bank":
            return _full_time(self.wish)
        return left + self.wish.increment * SECOND_MILLISECONDS

    def given_back(self, seat: int) -> "Clock":
        """Return the clock with enough time for a person who takes the seat back from a bot."""
        if self.wish.kind == "bank":
            time = max(
                self.left[seat], self.wish.increment * SECOND_MILLISECONDS, MIN_TIME_ON_RETURN
            )
        else:
            time = _full_time(self.wish)
        return replace(self, left=(*self.left[:seat], time, *self.left[seat + 1 :]))


def _full_time(wish: ClockWish) -> int:
    return wish.time * (DAY_MILLISECONDS if wish.kind == "days" else SECOND_MILLISECONDS)
