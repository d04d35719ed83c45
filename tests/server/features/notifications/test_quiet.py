"""Quiet hours: over midnight, and where the clock is set forward or back."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from redcathedral.server.features.notifications.quiet import quiet_until
from redcathedral.server.features.notifications.wire import QuietHours

BERLIN = ZoneInfo("Europe/Berlin")


def at(text: str, fold: int = 0) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=BERLIN, fold=fold).timestamp() * 1000)


@pytest.mark.parametrize(
    ("start", "end", "now", "until"),
    [
        ("22:00", "07:00", "2026-01-05 21:59", None),
        ("22:00", "07:00", "2026-01-05 22:00", "2026-01-06 07:00"),
        ("22:00", "07:00", "2026-01-05 23:59", "2026-01-06 07:00"),
        ("22:00", "07:00", "2026-01-06 00:00", "2026-01-06 07:00"),
        ("22:00", "07:00", "2026-01-06 06:59", "2026-01-06 07:00"),
        ("22:00", "07:00", "2026-01-06 07:00", None),
        ("22:00", "07:00", "2026-12-31 23:00", "2027-01-01 07:00"),
        ("13:00", "15:30", "2026-01-05 12:59", None),
        ("13:00", "15:30", "2026-01-05 13:00", "2026-01-05 15:30"),
        ("13:00", "15:30", "2026-01-05 15:30", None),
        ("08:00", "08:00", "2026-01-05 08:00", None),
        # set forward at 02:00 on 29 March 2026, back at 03:00 on 25 October
        ("22:00", "07:00", "2026-03-28 23:00", "2026-03-29 07:00"),
        ("22:00", "07:00", "2026-10-24 23:00", "2026-10-25 07:00"),
        ("01:00", "02:30", "2026-03-29 01:30", "2026-03-29 03:30"),
    ],
)
def test_the_end_of_quiet_hours(start: str, end: str, now: str, until: str | None) -> None:
    expected = at(now if until is None else until)
    assert quiet_until(QuietHours(start, end, "Europe/Berlin"), at(now)) == expected


def test_a_repeated_hour_is_quiet_twice() -> None:
    quiet = QuietHours("01:00", "02:30", "Europe/Berlin")
    first, second = at("2026-10-25 02:30"), at("2026-10-25 02:30", 1)
    assert quiet_until(quiet, at("2026-10-25 01:30")) == first
    assert quiet_until(quiet, first) == first
    assert quiet_until(quiet, at("2026-10-25 02:10", 1)) == second


def test_quiet_hours_in_the_night_of_a_clock_change() -> None:
    quiet = QuietHours("22:00", "07:00", "Europe/Berlin")
    for evening, hours in (("2026-01-05", 9), ("2026-03-28", 8), ("2026-10-24", 10)):
        start = at(f"{evening} 22:00")
        assert quiet_until(quiet, start) - start == hours * 3600 * 1000


def test_no_quiet_hours() -> None:
    assert quiet_until(None, 5) == 5
