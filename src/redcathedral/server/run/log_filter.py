"""Limit repeated lines in the log: a few per minute are written, the others are counted."""

import logging
import time
from typing import Final

MAX_PER_MINUTE: Final = 5  # lines with the same format
MINUTE: Final = 60.0
MAX_LINES: Final = 1000  # remembered lines


class RepeatFilter(logging.Filter):
    """Writes the same line once a minute, and lines of the same format a few times."""

    def __init__(self) -> None:
        super().__init__()
        self._since = time.monotonic()
        self._written: set[str] = set()
        self._formats: dict[str, int] = {}
        self._omitted = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to write a line; the next written line has the number of omitted ones."""
        now = time.monotonic()
        if now - self._since >= MINUTE or len(self._written) >= MAX_LINES:
            self._since = now
            self._written.clear()
            self._formats.clear()
        line, line_format = record.getMessage(), f"{record.name} {record.msg}"
        count = self._formats.get(line_format, 0)
        if line in self._written or count >= MAX_PER_MINUTE:
            self._omitted += 1
            return False
        self._written.add(line)
        self._formats[line_format] = count + 1
        if self._omitted:
            record.msg, record.args = f"{line} ({self._omitted} similar lines were omitted)", ()
            self._omitted = 0
        return True


def log_to_stderr() -> None:
    handler = logging.StreamHandler()
    handler.addFilter(RepeatFilter())
    line_format = "%(levelname)s: %(message)s"
    logging.basicConfig(level=logging.WARNING, format=line_format, handlers=[handler])
