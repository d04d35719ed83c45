"""The timer of one table: finds the changes that are due by its clock and connected pages."""

from collections.abc import Callable, Iterable
from typing import Final

from redcathedral.server.core.system_clock import SystemClock, TimerHandle
from redcathedral.server.core.table.actions import Answered, ClockStarted, ClockStopped
from redcathedral.server.core.table.command_result import CommandResult
from redcathedral.server.core.table.names import table_seat_names
from redcathedral.server.core.table.proposals import SeatsPresent, stand_in
from redcathedral.server.core.table.seated_game import SeatedGame
from redcathedral.server.core.wire.play_state import Presence
from redcathedral.text import Term

UPDATE_DELAY_MILLISECONDS: Final = 2_000  # so that reloading a page shows no change to others
ABSENT_AFTER_MILLISECONDS: Final = 60_000  # then other players may ask for a substitute
STORE_RETRY_MILLISECONDS: Final = 5_000  # after a failure of the store


class PresenceTracker:
    """The present seats of a table, and the time (in ms) when each other seat's last page left."""

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


class TableTimer:
    """Tracks the clock and the connected pages; calls ``on_due`` when a change may be due."""

    def __init__(
        self, system_clock: SystemClock, seats: Iterable[int], on_due: Callable[[], None]
    ) -> None:
        self._system_clock = system_clock
        self._seats = tuple(seats)
        self._on_due = on_due
        self._alarm: TimerHandle | None = None
        self._spectators = 0
        self._sent_presence: Presence | None = None
        self._ahead_milliseconds = 0  # of the table's time, compared with the machine's
        self._slept_at: int | None = None  # the table's time before a sleep, until its clock stops
        self._is_asleep = False  # from a sleep until the pages before it have been dropped
        self._was_away = False  # true if the clock is stopped because the server did not run
        self.is_leader = True  # the clock's changes are due at this process
        self._reset_presence()

    def _reset_presence(self) -> None:
        self._presence = PresenceTracker(self._seats, self._system_clock.now())
        self._presence_due_at: int | None = None  # the time to send a changed presence
        self._retry_at = 0  # the time to try again after the store failed

    def now(self, seated: SeatedGame) -> int:
        """Return the time of the table, which never decreases and does not count a sleep."""
        at = self._machine_time() + self._ahead_milliseconds
        if self._slept_at is not None:
            return max(self._slept_at, seated.at)
        self._ahead_milliseconds += max(0, seated.at - at)
        return max(at, seated.at)

    def _machine_time(self) -> int:
        self._system_clock.notice_sleep()
        return self._system_clock.now()

    def note_sleep(self, at: int) -> None:
        """Note that the server slept, as if it had stopped at this time and started again."""
        if self._slept_at is None:
            self._slept_at = at + self._ahead_milliseconds
        self._ahead_milliseconds = 0
        self._is_asleep = True

    def wake_up(self) -> None:
        self._is_asleep = False
        self._reset_presence()

    def update_pages(self, present: frozenset[int], spectators: int) -> None:
        now = self._machine_time()
        if (present, spectators) != (self._presence.present, self._spectators):
            self._presence.update(present, now)
            self._spectators = spectators
            self._presence_due_at = now + UPDATE_DELAY_MILLISECONDS

    @property
    def present(self) -> SeatsPresent:
        absent = self._presence.absent(self._machine_time())
        return SeatsPresent(self._presence.present, frozenset() if self._is_asleep else absent)

    def presence(self, seated: SeatedGame) -> Presence:
        setting = seated.game.state.setting
        present = self.present
        present_colours, absent_colours = (
            [setting.colour(seat) for seat in sorted(seats & frozenset(seated.people))]
            for seats in (present.here, present.away)
        )
        return Presence(present_colours, absent_colours, self._spectators)

    def changed_presence(self, seated: SeatedGame) -> Presence | None:
        """Return the presence if it has changed and is stable, else None."""
        now = self._machine_time()
        if self._presence_due_at is not None and self._presence_due_at > now:
            return None
        self._presence_due_at = None
        presence = self.presence(seated)
        if presence == self._sent_presence:
            return None
        self._sent_presence = presence
        return presence

    def is_ticking(self, seated: SeatedGame) -> bool:
        """Whether a clock is running that needs the table in memory."""
        clock = seated.play_state.clock
        return clock is not None and not clock.counts_days and clock.running_seat is not None

    def has_expired(self, seated: SeatedGame) -> bool:
        clock = seated.play_state.clock
        return clock is not None and clock.has_expired(self.now(seated))

    def action_after_load(self, seated: SeatedGame) -> CommandResult | None:
        """Return the action that excludes the time without a server from the clock."""
        clock = seated.play_state.clock
        is_running = clock is not None and not seated.play_state.is_held
        self._was_away = clock is not None and is_running and not clock.counts_days
        return CommandResult(ClockStopped(counted=False)) if self._was_away else None

    def due_change(self, seated: SeatedGame) -> CommandResult | None:
        """Return the change that is due now.

        A clock that counts days always runs.  Any other clock runs while a player is at the table,
        but starts only after all players have been there or the first round is over.  After the
        server did not run or slept, the clock starts when the player to move has connected.
        """
        play_state, clock = seated.play_state, seated.play_state.clock
        is_running = clock is not None and not (clock.counts_days or play_state.is_held)
        if not self.is_leader and not self._is_asleep:
            self._slept_at = None
        if not self.is_leader or seated.game.is_over or self._machine_time() < self._retry_at:
            return None
        if self._slept_at is not None:
            if is_running:
                self._was_away = True
                return CommandResult(ClockStopped(counted=True))
            self._slept_at = None
        if self._is_asleep:
            return None
        present = self._presence.present
        vote = play_state.question("stand-in")
        if vote is not None and vote.about is not None and vote.about in present:
            who = table_seat_names(seated)[vote.about]
            return CommandResult(Answered("stand-in", [], False), Term("conduct.here", who=who))
        if clock is None:
            return None
        if play_state.is_held:
            if seated.open:
                return None
            state = seated.game.state
            has_begun = (
                state.turn >= state.setting.seat_count
                or self._presence.ever_present >= seated.active
            )
            seat = seated.game.seat
            is_awaited = self._was_away and seat in seated.active
            is_back = seat in present if is_awaited else bool(present)
            starts = clock.counts_days or (is_back and has_begun)
            return CommandResult(ClockStarted()) if starts else None
        self._was_away = False
        if self.has_expired(seated) and clock.running_seat is not None:
            return stand_in(seated, clock.running_seat, "time")
        if not present and self._presence_due_at is None and not clock.counts_days:
            return CommandResult(ClockStopped(counted=True))
        return None

    def retry_later(self) -> None:
        self._retry_at = self._machine_time() + STORE_RETRY_MILLISECONDS

    def set_alarm(self, seated: SeatedGame) -> None:
        self.stop()
        clock = seated.play_state.clock
        is_due_here = self.is_leader and not seated.game.is_over
        deadline = clock.deadline if clock is not None and is_due_here else None
        milliseconds_left = None if deadline is None else deadline - self.now(seated)
        now = self._machine_time()
        absent = self._presence.next_absence(now) if self._presence.present else None
        times = [time for time in (self._presence_due_at, absent) if time is not None]
        if milliseconds_left is not None:
            times.append(now + milliseconds_left)
        if self._retry_at > now:
            times.append(self._retry_at)
        if self._presence_due_at is None and self.presence(seated) != self._sent_presence:
            times.append(now)  # presence changed since the last check
        if times:
            self._alarm = self._system_clock.call_in(
                max(min(times), self._retry_at) - now, self._on_due
            )

    def stop(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
