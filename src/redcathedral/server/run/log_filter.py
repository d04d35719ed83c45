"""The log: a line that comes again and again is told a few times a minute, and then counted."""

import logging
import time
from typing import Final

OFTEN: Final = 5  # times a minute that lines of one form are written
MINUTE: Final = 60.0
KINDS: Final = 1000  # of lines that are remembered


class RepeatFilter(logging.Filter):
    """Writes a line once a minute, and lines of one form a few times, against floods."""

    def __init__(self) -> None:
        super().__init__()
        self._since = time.monotonic()
        self._told: set[str] = set()
        self._forms: dict[str, int] = {}
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written; the first one of a new minute tells how many were not."""
        at = time.monotonic()
        if at - self._since >= MINUTE or len(self._told) >= KINDS:
            self._since = at
            self._told.clear()
            self._forms.clear()
        line, form = record.getMessage(), f"{record.name} {record.msg}"
        count = self._forms.get(form, 0)
        if line in self._told or count >= OFTEN:
            self._left_out += 1
            return False
        self._told.add(line)
        self._forms[form] = count + 1
        if self._left_out:
            record.msg, record.args = f"{line} (before this {self._left_out} lines alike)", ()
            self._left_out = 0
        return True


def log_to_stderr() -> None:
    handler = logging.StreamHandler()
    handler.addFilter(RepeatFilter())
    form = "%(levelname)s: %(message)s"
    logging.basicConfig(level=logging.WARNING, format=form, handlers=[handler])
