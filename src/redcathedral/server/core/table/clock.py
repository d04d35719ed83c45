"""The clock of a table, with the time left to each seat.  All times are in milliseconds."""

from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from redcathedral.server.core.wire.play_state import ClockSettings

SECOND_MILLISECONDS: Final = 1_000
DAY_MILLISECONDS: Final = 24 * 60 * 60 * SECOND_MILLISECONDS
# The minimum time left to a player who takes a seat back from a bot, with a clock that is a bank.
MIN_RETURN_MILLISECONDS: Final = 30 * SECOND_MILLISECONDS
TurnKey: TypeAlias = tuple[int, int]  # a seat, and the number of the turn in the game


@dataclass(frozen=True)
class Clock:
    """The time left to each seat; a turn ends with the first decision of another."""

    wish: ClockSettings
    time_left: tuple[int, ...]  # by seat, when the clock last stopped
    turn: TurnKey | None = None  # the turn whose seat uses its time
    started_at: int | None = None  # when the clock started; None while it is stopped

    @classmethod
    def full(cls, wish: ClockSettings, seats: int) -> "Clock":
        return cls(wish, (_full_time(wish),) * seats)

    @property
    def counts_days(self) -> bool:
        """Whether this clock counts days, so that it runs without players or a server."""
        return self.wish.kind == "days"

    @property
    def running_seat(self) -> int | None:
        return None if self.started_at is None or self.turn is None else self.turn[0]

    @property
    def deadline(self) -> int | None:
        if self.started_at is None or self.turn is None:
            return None
        return self.started_at + self.time_left[self.turn[0]]

    def time_left_at(self, seat: int, at: int) -> int:
        time_left = self.time_left[seat]
        if seat != self.running_seat or self.started_at is None:
            return time_left
        return max(0, time_left - max(0, at - self.started_at))

    def has_expired(self, at: int) -> bool:
        return self.deadline is not None and self.deadline <= at

    def stopped(self, at: int) -> "Clock":
        time_left = tuple(self.time_left_at(seat, at) for seat in range(len(self.time_left)))
        return replace(self, time_left=time_left, started_at=None)

    def without_current_run(self) -> "Clock":
        """Return the stopped clock, without counting the time since its last start."""
        return replace(self, started_at=None)

    def at_turn(self, turn: TurnKey | None, at: int, *, runs: bool, completes: bool) -> "Clock":
        """Return the clock for the next turn; only a completed turn gives a bank its increment."""
        stopped = self.stopped(at)
        if turn != self.turn:
            time_left = list(stopped.time_left)
            if self.turn is not None and completes:
                time_left[self.turn[0]] = self._after_turn(time_left[self.turn[0]])
            if turn is not None and self.wish.kind != "bank":
                time_left[turn[0]] = _full_time(self.wish)
            stopped = replace(stopped, time_left=tuple(time_left), turn=turn)
        return replace(stopped, started_at=at if runs and turn is not None else None)

    def _after_turn(self, time_left: int) -> int:
        if self.wish.kind != "bank":
            return _full_time(self.wish)
        return time_left + self.wish.increment * SECOND_MILLISECONDS

    def with_return_time(self, seat: int) -> "Clock":
        """Return the clock with enough time for a person who takes the seat back from a bot."""
        if self.wish.kind == "bank":
            increment = self.wish.increment * SECOND_MILLISECONDS
            time = max(self.time_left[seat], increment, MIN_RETURN_MILLISECONDS)
        else:
            time = _full_time(self.wish)
        return replace(self, time_left=(*self.time_left[:seat], time, *self.time_left[seat + 1 :]))


def _full_time(wish: ClockSettings) -> int:
    return wish.time * (DAY_MILLISECONDS if wish.kind == "days" else SECOND_MILLISECONDS)
