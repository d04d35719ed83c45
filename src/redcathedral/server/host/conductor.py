"""Time at one table: what the clock, and pages that come and go, make due.  It changes nothing."""

from collections.abc import Callable, Iterable
from typing import Final

from redcathedral.server.host.attendance import SETTLES, Attendance
from redcathedral.server.host.timekeeper import Alarm, Timekeeper
from redcathedral.server.table.actions import Answered, ClockStarted, ClockStopped
from redcathedral.server.table.conduct_commands import Around, stand_in
from redcathedral.server.table.decided import Decided
from redcathedral.server.table.names import called
from redcathedral.server.table.seated_game import SeatedGame
from redcathedral.server.wire.conduct import Presence
from redcathedral.text import Term

RETRY: Final = 5_000  # milliseconds, when the store failed


class Conductor:
    """Asks its table for what is due: ``call`` is called when it is time to look."""

    def __init__(self, watch: Timekeeper, seats: Iterable[int], call: Callable[[], None]) -> None:
        self._watch = watch
        self._seats = tuple(seats)
        self._call = call
        self._alarm: Alarm | None = None
        self._onlookers = 0
        self._told: Presence | None = None
        self._ahead = 0  # milliseconds by which the table's time is ahead of the machine's
        self._slept_at: int | None = None  # the table's time before a sleep, until its clock stops
        self._is_asleep = False  # from a sleep until the check which pages are connected
        self._was_away = False  # the clock is stopped because the server was away or slept
        self._begin()

    def _begin(self) -> None:
        self._attendance = Attendance(self._seats, self._watch.now())
        self._settles: int | None = None  # when the pages are sent a changed presence
        self._waits = 0  # no attempts until then, because the store failed

    def now(self, seated: SeatedGame) -> int:
        """Return the time of the table, which never goes back; after a sleep, the one before."""
        at = self._time() + self._ahead
        if self._slept_at is not None:
            return max(self._slept_at, seated.at)
        self._ahead += max(0, seated.at - at)
        return max(at, seated.at)

    def _time(self) -> int:
        self._watch.notice_sleep()
        return self._watch.now()

    def slept(self, at: int) -> None:
        """Note that the server slept from a time on, which counts as its end and a new start."""
        if self._slept_at is None:
            self._slept_at = at + self._ahead
        self._ahead = 0
        self._is_asleep = True

    def wake_up(self) -> None:
        self._is_asleep = False
        self._begin()

    # --- pages

    def note(self, here: frozenset[int], onlookers: int) -> None:
        now = self._time()
        if (here, onlookers) != (self._attendance.here, self._onlookers):
            self._attendance.note(here, now)
            self._onlookers = onlookers
            self._settles = now + SETTLES

    @property
    def around(self) -> Around:
        away = self._attendance.away(self._time())
        return Around(self._attendance.here, frozenset() if self._is_asleep else away)

    def presence(self, seated: SeatedGame) -> Presence:
        setting = seated.game.state.setting
        around = self.around
        here, away = (
            [setting.colour(seat) for seat in sorted(seats & frozenset(seated.people))]
            for seats in (around.here, around.away)
        )
        return Presence(here, away, self._onlookers)

    def news(self, seated: SeatedGame) -> Presence | None:
        """Who is at the table where that has changed and is so for a while."""
        now = self._time()
        if self._settles is not None and self._settles > now:
            return None
        self._settles = None
        presence = self.presence(seated)
        if presence == self._told:
            return None
        self._told = presence
        return presence

    # --- the clock

    def is_ticking(self, seated: SeatedGame) -> bool:
        """Whether somebody's time runs that runs only in memory."""
        clock = seated.conduct.clock
        return clock is not None and not clock.is_lasting and clock.running is not None

    def is_out(self, seated: SeatedGame) -> bool:
        clock = seated.conduct.clock
        return clock is not None and clock.is_out(self.now(seated))

    def first(self, seated: SeatedGame) -> Decided | None:
        """What is due when the table comes into memory: the server was away, and its time too."""
        clock = seated.conduct.clock
        self._was_away = clock is not None and not clock.is_lasting and not seated.conduct.is_held
        return Decided(ClockStopped(counted=False)) if self._was_away else None

    def due(self, seated: SeatedGame) -> Decided | None:
        """Return the decision that is due now.

        A clock of days always runs.  Any other clock runs while a player is at the table, and in
        the first round when all players are there.  After the server was away or slept, it runs
        again when the player to move has come back.
        """
        conduct, clock = seated.conduct, seated.conduct.clock
        runs = clock is not None and not (clock.is_lasting or conduct.is_held)
        if seated.game.is_over or self._time() < self._waits:
            return None
        if self._slept_at is not None:
            if runs:
                self._was_away = True
                return Decided(ClockStopped(counted=True))
            self._slept_at = None
        if self._is_asleep:
            return None
        here = self._attendance.here
        vote = conduct.question("stand-in")
        if vote is not None and vote.about is not None and vote.about in here:
            who = called(seated)[vote.about]
            return Decided(Answered("stand-in", [], False), Term("conduct.here", who=who))
        if clock is None:
            return None
        if conduct.is_held:
            if seated.open:
                return None
            state = seated.game.state
            has_begun = (
                state.turn >= state.setting.seat_count or self._attendance.came >= seated.active
            )
            seat = seated.game.seat
            is_awaited = self._was_away and seat in seated.active
            is_back = seat in here if is_awaited else bool(here)
            return Decided(ClockStarted()) if clock.is_lasting or (is_back and has_begun) else None
        self._was_away = False
        if self.is_out(seated) and clock.running is not None:
            return stand_in(seated, clock.running, "time")
        if not here and self._settles is None and not clock.is_lasting:
            return Decided(ClockStopped(counted=True))
        return None

    def failed(self) -> None:
        self._waits = self._time() + RETRY

    # --- the alarm

    def wind(self, seated: SeatedGame) -> None:
        self.stop()
        clock = seated.conduct.clock
        flag = None if clock is None or seated.game.is_over else clock.flag
        left = None if flag is None else flag - self.now(seated)
        now = self._time()
        away = self._attendance.next_away(now) if self._attendance.here else None
        times = [time for time in (self._settles, away) if time is not None]
        if left is not None:
            times.append(now + left)
        if self._waits > now:
            times.append(self._waits)
        if self._settles is None and self.presence(seated) != self._told:
            times.append(now)  # it has come since it was looked for news
        if times:
            self._alarm = self._watch.call_in(max(min(times), self._waits) - now, self._call)

    def stop(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
