"""Quiet hours: from when to when nothing is told, by the clock of the reader's time zone."""

from datetime import datetime, timedelta, tzinfo
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from redcathedral.server.features.notifications.wire import QuietHours

_DECODER: Final = msgspec.json.Decoder(QuietHours)


def quiet_text(quiet: QuietHours | None) -> str:
    return "" if quiet is None else msgspec.json.encode(quiet).decode()


def quiet_hours(text: str) -> QuietHours | None:
    return _DECODER.decode(text) if text else None


def zone(name: str) -> tzinfo:
    """A time zone by its name; raises ValueError."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError(f"there is no time zone {name!r}") from None


def quiet_until(quiet: QuietHours | None, at: int) -> int:
    """Return when something due may be sent: ``at``, or later, in milliseconds since 1970.

    An hour that the clock repeats is quiet twice; an end that it skips counts as if it had come.
    """
    if quiet is None or quiet.start == quiet.end:
        return at
    here = datetime.fromtimestamp(at / 1000, zone(quiet.zone))
    now = f"{here:%H:%M}"
    is_late = now >= quiet.start
    is_early = now < quiet.end
    over_midnight = quiet.start > quiet.end
    if not ((is_late or is_early) if over_midnight else (is_late and is_early)):
        return at
    day = here.date() + timedelta(days=1 if over_midnight and is_late else 0)
    hour, minute = map(int, quiet.end.split(":"))
    end = datetime(day.year, day.month, day.day, hour, minute, tzinfo=here.tzinfo)
    until = round(end.timestamp() * 1000)
    return until if until > at else round(end.replace(fold=1).timestamp() * 1000)
