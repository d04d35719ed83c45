"""Checks chat lines and notes: plain text, length and rate."""

import unicodedata
from collections import defaultdict, deque
from typing import Final

from redcathedral.box.characters import (
    has_visible_character,
    is_allowed_in_text,
    remove_excess_marks,
)
from redcathedral.server.core.table.command_result import CommandRefused

MAX_LINE_LENGTH: Final = 300  # letters of a line
MAX_NOTE_LENGTH: Final = 4000  # letters of a note
MINUTE_SECONDS: Final = 60.0  # seconds
MAX_LINES_PER_MINUTE: Final = 20  # lines of a seat in a minute
MAX_MARKS_PER_LETTER: Final = 4  # marks on one letter
# Direction marks that affect the text around a line.
_HIDDEN: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")


def plain_line(text: str) -> str:
    """Return one visible line without control characters and piled marks; raises CommandRefused."""
    line = unicodedata.normalize("NFC", " ".join(text.split()))
    shown = remove_excess_marks("".join(filter(_is_shown, line)), MAX_MARKS_PER_LETTER).strip()
    if not has_visible_character(shown):
        raise CommandRefused("chat-empty")
    if len(shown) > MAX_LINE_LENGTH:
        raise CommandRefused("chat-long", n=MAX_LINE_LENGTH)
    return shown


def plain_note(text: str) -> str:
    """Return a text of many lines, without control characters and with any length."""
    normalized = unicodedata.normalize("NFC", text.replace("\r\n", "\n"))
    return "".join(
        character
        for character in normalized
        if character in "\n\t\u2028\u2029" or _is_shown(character)
    )


def _is_shown(character: str) -> bool:
    return character not in _HIDDEN and is_allowed_in_text(character)


class ChatRateLimit:
    """Limits the chat lines of each seat per minute; the caller passes the time in seconds."""

    def __init__(self) -> None:
        self._times: defaultdict[int, deque[float]] = defaultdict(
            lambda: deque(maxlen=MAX_LINES_PER_MINUTE)
        )

    def check(self, seat: int, at: float) -> None:
        times = self._times[seat]
        if len(times) == MAX_LINES_PER_MINUTE and at - times[0] < MINUTE_SECONDS:
            raise CommandRefused("chat-fast", n=MAX_LINES_PER_MINUTE)
        times.append(at)
