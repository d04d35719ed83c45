"""How long people have to decide.  It knows no machine's clock; all times are in milliseconds."""

from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from redcathedral.server.core.wire.play_state import ClockWish

SECOND: Final = 1_000
DAY: Final = 24 * 60 * 60 * SECOND
BACK: Final = 30 * SECOND  # at least that much has who comes back to a bank that is used up
TurnKey: TypeAlias = tuple[int, int]  # a seat, and the number of the turn in the game


@dataclass(frozen=True)
class Clock:
    """The time left to each seat; a turn ends with the first decision of another."""

    wish: ClockWish
    left: tuple[int, ...]  # when it last stood
    turn: TurnKey | None = None  # the one that is timed
    since: int | None = None  # when it began to run; None while it stands

    @classmethod
    def begun(cls, wish: ClockWish, seats: int) -> "Clock":
        return cls(wish, (_full(wish),) * seats)

    @property
    def is_lasting(self) -> bool:
        """Whether it is of days: it runs on whoever is at the table, and without a server."""
        return self.wish.kind == "days"

    @property
    def running(self) -> int | None:
        return None if self.since is None or self.turn is None else self.turn[0]

    @property
    def flag(self) -> int | None:
        seat = self.running
        return None if seat is None or self.since is None else self.since + self.left[seat]

    def left_at(self, seat: int, at: int) -> int:
        left = self.left[seat]
        if seat != self.running or self.since is None:
            return left
        return max(0, left - max(0, at - self.since))

    def is_out(self, at: int) -> bool:
        return self.flag is not None and self.flag <= at

    def stopped(self, at: int) -> "Clock":
        left = tuple(self.left_at(seat, at) for seat in range(len(self.left)))
        return replace(self, left=left, since=None)

    def held(self) -> "Clock":
        """The clock stands; what has run since it began to is not used."""
        return replace(self, since=None)

    def passed(self, turn: TurnKey | None, at: int, *, runs: bool, completes: bool) -> "Clock":
        """Return the clock for the next turn; only a completed turn gives a bank its increment."""
        stands = self.stopped(at)
        if turn != self.turn:
            left = list(stands.left)
            if self.turn is not None and completes:
                left[self.turn[0]] = self._after_turn(left[self.turn[0]])
            if turn is not None and self.wish.kind != "bank":
                left[turn[0]] = _full(self.wish)
            stands = replace(stands, left=tuple(left), turn=turn)
        return replace(stands, since=at if runs and turn is not None else None)

    def _after_turn(self, left: int) -> int:
        if self.wish.kind != "bank":
            return _full(self.wish)
        return left + self.wish.increment * SECOND

    def given_back(self, seat: int) -> "Clock":
        """A seat is played by its person again: a full turn, or some more where a bank is empty."""
        if self.wish.kind == "bank":
            time = max(self.left[seat], self.wish.increment * SECOND, BACK)
        else:
            time = _full(self.wish)
        return replace(self, left=(*self.left[:seat], time, *self.left[seat + 1 :]))


def _full(wish: ClockWish) -> int:
    return wish.time * (DAY if wish.kind == "days" else SECOND)
