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
from redcathedral.words import Term

RETRY: Final = 5_000  # milliseconds, when the store failed


class Conductor:
    """Asks its table for what is due: ``call`` is called when it is time to look."""

    def __init__(self, watch: Timekeeper, seats: Iterable[int], call: Callable[[], None]) -> None:
        self._watch = watch
        self._call = call
        self._alarm: Alarm | None = None
        self._attendance = Attendance(seats, watch.now())
        self._onlookers = 0
        self._settles: int | None = None  # when what has changed among the pages is told
        self._told: Presence | None = None
        self._waits = 0  # until when nothing is tried, because the store failed

    def now(self, seated: SeatedGame) -> int:
        """The time, which at a table never goes back."""
        return max(self._watch.now(), seated.at)

    # --- pages

    def note(self, here: frozenset[int], onlookers: int) -> None:
        """So stand the pages at the table now."""
        if (here, onlookers) != (self._attendance.here, self._onlookers):
            now = self._watch.now()
            self._attendance.note(here, now)
            self._onlookers = onlookers
            self._settles = now + SETTLES

    @property
    def around(self) -> Around:
        """Who is here, and who has been away for long."""
        return Around(self._attendance.here, self._attendance.away(self._watch.now()))

    def presence(self, seated: SeatedGame) -> Presence:
        """Who is at the table, for a page."""
        setting = seated.game.state.setting
        around = self.around
        here, away = (
            [setting.colour(seat) for seat in sorted(seats & frozenset(seated.people))]
            for seats in (around.here, around.away)
        )
        return Presence(here, away, self._onlookers)

    def news(self, seated: SeatedGame) -> Presence | None:
        """Who is at the table where that has changed and is so for a while."""
        if self._settles is not None and self._settles > self._watch.now():
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
        """Whether the time that runs is used up."""
        clock = seated.conduct.clock
        return clock is not None and clock.is_out(self.now(seated))

    def first(self, seated: SeatedGame) -> Decided | None:
        """What is due when the table comes into memory: the server was away, and its time too."""
        clock = seated.conduct.clock
        is_late = clock is not None and not clock.is_lasting and not seated.conduct.is_held
        return Decided(ClockStopped(counted=False)) if is_late else None

    def due(self, seated: SeatedGame) -> Decided | None:
        """What is due now.

        A clock of days always runs, any other while somebody who plays is at the table, in the
        first round from when all have come.
        """
        conduct, clock = seated.conduct, seated.conduct.clock
        here = self._attendance.here
        if seated.game.is_over or self._watch.now() < self._waits:
            return None
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
            return Decided(ClockStarted()) if clock.is_lasting or (here and has_begun) else None
        if self.is_out(seated) and clock.running is not None:
            return stand_in(seated, clock.running, "time")
        if not here and self._settles is None and not clock.is_lasting:
            return Decided(ClockStopped(counted=True))
        return None

    def failed(self) -> None:
        """The store failed: it is tried again in a while."""
        self._waits = self._watch.now() + RETRY

    # --- the alarm

    def wind(self, seated: SeatedGame) -> None:
        """Be called when the next thing is due."""
        self.stop()
        now = self._watch.now()
        clock = seated.conduct.clock
        flag = None if clock is None or seated.game.is_over else clock.flag
        away = self._attendance.next_away(now) if self._attendance.here else None
        times = [time for time in (flag, self._settles, away) if time is not None]
        if self._waits > now:
            times.append(self._waits)
        if self._settles is None and self.presence(seated) != self._told:
            times.append(now)  # it has come since it was looked for news
        if times:
            self._alarm = self._watch.call_in(max(min(times), self._waits) - now, self._call)

    def stop(self) -> None:
        """Do not call."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
