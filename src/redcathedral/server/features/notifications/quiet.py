"""Quiet hours: the hours of each day without notifications, in the reader's time zone."""

from datetime import datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from redcathedral.server.features.notifications.wire import QuietHours


def quiet_text(quiet: QuietHours | None) -> str:
    return "" if quiet is None else msgspec.json.encode(quiet).decode()


def quiet_hours(text: str) -> QuietHours | None:
    return msgspec.json.decode(text, type=QuietHours) if text else None


def time_zone(name: str) -> tzinfo:
    """Return the time zone of a name; raises ValueError."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError(f"there is no time zone {name!r}") from None


def quiet_until(quiet: QuietHours | None, at: int) -> int:
    """Return the first time from ``at`` on that is not quiet; times are in milliseconds since 1970.

    If the clock is set back, the repeated hour is quiet twice.  If the clock is set forward and
    skips the end of the quiet hours, they end when the clock would have shown that time.
    """
    if quiet is None or quiet.start == quiet.end:
        return at
    local = datetime.fromtimestamp(at / 1000, time_zone(quiet.zone))
    clock_time = f"{local:%H:%M}"
    has_started = clock_time >= quiet.start
    before_end = clock_time < quiet.end
    spans_midnight = quiet.start > quiet.end
    is_quiet = (has_started or before_end) if spans_midnight else (has_started and before_end)
    if not is_quiet:
        return at
    day = local.date() + timedelta(days=1 if spans_midnight and has_started else 0)
    hour, minute = map(int, quiet.end.split(":"))
    end = datetime(day.year, day.month, day.day, hour, minute, tzinfo=local.tzinfo)
    until = round(end.timestamp() * 1000)
    return until if until > at else round(end.replace(fold=1).timestamp() * 1000)
