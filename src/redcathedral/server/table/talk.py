"""What may be said at a table: one line of plain text, and how often."""

import unicodedata
from collections import defaultdict, deque
from typing import Final

from redcathedral.server.table.decided import CommandRefused

LONGEST: Final = 300  # letters of a line
NOTE: Final = 4000  # letters of a note
MINUTE: Final = 60.0  # seconds
AT_ONCE: Final = 20  # lines of a seat in a minute
# What writes over its surroundings, or cannot be seen: direction marks that reach beyond the text,
# controls, halves of letters, and letters that nobody knows.  What joins letters stays.
_HIDDEN: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
_NONE: Final = ("Cc", "Cs", "Cn", "Co")


def plain_line(text: str) -> str:
    """A text as one line without what cannot be seen in it; raises CommandRefused."""
    shown = "".join(
        each for each in unicodedata.normalize("NFC", " ".join(text.split())) if _is_shown(each)
    ).strip()
    if not shown:
        raise CommandRefused("chat-empty")
    if len(shown) > LONGEST:
        raise CommandRefused("chat-long", n=LONGEST)
    return shown


def plain_note(text: str) -> str:
    """The same of a text of many lines, however long."""
    kept = unicodedata.normalize("NFC", text.replace("\r\n", "\n"))
    return "".join(each for each in kept if each in "\n\t" or _is_shown(each))


def _is_shown(each: str) -> bool:
    return each not in _HIDDEN and unicodedata.category(each) not in _NONE


class TalkPace:
    """How often the seats of a table have said something of late, by any clock in seconds."""

    def __init__(self) -> None:
        self._times: defaultdict[int, deque[float]] = defaultdict(lambda: deque(maxlen=AT_ONCE))

    def check(self, seat: int, at: float) -> None:
        """Raise CommandRefused where a seat has said enough for now; it may go on after that."""
        times = self._times[seat]
        if len(times) == AT_ONCE and at - times[0] < MINUTE:
            raise CommandRefused("chat-fast", n=AT_ONCE)
        times.append(at)
