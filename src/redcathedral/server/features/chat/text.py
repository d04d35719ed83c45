"""What may be said at a table: one line of plain text, and how often."""

import unicodedata
from collections import defaultdict, deque
from typing import Final

from redcathedral.box.characters import (
    has_visible_character,
    is_allowed_in_text,
    remove_excess_marks,
)
from redcathedral.server.core.table.command_result import CommandRefused

LONGEST: Final = 300  # letters of a line
NOTE: Final = 4000  # letters of a note
MINUTE: Final = 60.0  # seconds
AT_ONCE: Final = 20  # lines of a seat in a minute
MARKS: Final = 4  # marks on one letter
# Direction marks that affect the text around a line.
_HIDDEN: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")


def plain_line(text: str) -> str:
    """Return one visible line without control characters and piled marks; raises CommandRefused."""
    line = unicodedata.normalize("NFC", " ".join(text.split()))
    shown = remove_excess_marks("".join(filter(_is_shown, line)), MARKS).strip()
    if not has_visible_character(shown):
        raise CommandRefused("chat-empty")
    if len(shown) > LONGEST:
        raise CommandRefused("chat-long", n=LONGEST)
    return shown


def plain_note(text: str) -> str:
    """The same of a text of many lines, however long."""
    kept = unicodedata.normalize("NFC", text.replace("\r\n", "\n"))
    return "".join(each for each in kept if each in "\n\t\u2028\u2029" or _is_shown(each))


def _is_shown(each: str) -> bool:
    return each not in _HIDDEN and is_allowed_in_text(each)


class ChatRateLimit:
    """How often the seats of a table have said something of late, by any clock in seconds."""

    def __init__(self) -> None:
        self._times: defaultdict[int, deque[float]] = defaultdict(lambda: deque(maxlen=AT_ONCE))

    def check(self, seat: int, at: float) -> None:
        times = self._times[seat]
        if len(times) == AT_ONCE and at - times[0] < MINUTE:
            raise CommandRefused("chat-fast", n=AT_ONCE)
        times.append(at)
