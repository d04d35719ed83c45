"""A log filter that drops repeated lines and counts them."""

import logging
import time
from typing import Final

MAX_LINES_PER_MINUTE: Final = 5  # of the same format
MINUTE_SECONDS: Final = 60.0
MAX_STORED_LINES: Final = 1000


class RepeatFilter(logging.Filter):
    """Passes the same line once a minute, and lines of the same format a few times."""

    def __init__(self) -> None:
        super().__init__()
        self._minute_start = time.monotonic()
        self._written_lines: set[str] = set()
        self._format_counts: dict[str, int] = {}
        self._omitted_count = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to write a line; a written line reports the omitted lines before it."""
        now = time.monotonic()
        is_full = len(self._written_lines) >= MAX_STORED_LINES
        if is_full or now - self._minute_start >= MINUTE_SECONDS:
            self._minute_start = now
            self._written_lines.clear()
            self._format_counts.clear()
        line, line_format = record.getMessage(), f"{record.name} {record.msg}"
        count = self._format_counts.get(line_format, 0)
        if line in self._written_lines or count >= MAX_LINES_PER_MINUTE:
            self._omitted_count += 1
            return False
        self._written_lines.add(line)
        self._format_counts[line_format] = count + 1
        if self._omitted_count:
            record.msg = f"{line} ({self._omitted_count} similar lines were omitted)"
            record.args = ()
            self._omitted_count = 0
        return True


def log_to_stderr() -> None:
    handler = logging.StreamHandler()
    handler.addFilter(RepeatFilter())
    line_format = "%(levelname)s: %(message)s"
    logging.basicConfig(level=logging.WARNING, format=line_format, handlers=[handler])
