"""Checks chat lines and notes: plain text, length and rate."""

import unicodedata
from collections import defaultdict, deque
from typing import Final

from redcathedral.box import characters
from redcathedral.server.core.table.command_result import CommandRefused

MAX_LINE_LENGTH: Final = 300  # characters
MAX_NOTE_LENGTH: Final = 4000  # characters
MINUTE_SECONDS: Final = 60.0
MAX_LINES_PER_MINUTE: Final = 20  # of a seat
MAX_MARKS_PER_LETTER: Final = 4  # accents and other combining characters
# These characters would change the text direction around a line.
DIRECTION_MARKS: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")


def plain_line(text: str) -> str:
    """Return one line without control characters and excess marks; raises CommandRefused."""
    normalized = unicodedata.normalize("NFC", " ".join(text.split()))
    allowed = "".join(filter(_is_allowed, normalized))
    line = characters.remove_excess_marks(allowed, MAX_MARKS_PER_LETTER).strip()
    if not characters.has_visible_character(line):
        raise CommandRefused("chat-empty")
    if len(line) > MAX_LINE_LENGTH:
        raise CommandRefused("chat-long", n=MAX_LINE_LENGTH)
    return line


def plain_note(text: str) -> str:
    """Return a text of any number of lines without control characters."""
    return "".join(
        character
        for character in unicodedata.normalize("NFC", text.replace("\r\n", "\n"))
        if character in "\n\t\u2028\u2029" or _is_allowed(character)
    )


def _is_allowed(character: str) -> bool:
    return character not in DIRECTION_MARKS and characters.is_allowed_in_text(character)


class ChatRateLimit:
    """Limits the chat lines of each seat per minute."""

    def __init__(self) -> None:
        self._times: defaultdict[int, deque[float]] = defaultdict(
            lambda: deque(maxlen=MAX_LINES_PER_MINUTE)
        )

    def check(self, seat: int, at: float) -> None:
        """Count a line at a time in seconds; raises CommandRefused above the limit."""
        times = self._times[seat]
        if len(times) == MAX_LINES_PER_MINUTE and at - times[0] < MINUTE_SECONDS:
            raise CommandRefused("chat-fast", n=MAX_LINES_PER_MINUTE)
        times.append(at)
