"""Read a record file, plain or gzipped, and separate its lines from comments."""

import gzip
import io
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from redcathedral.box.problem import ParseError

MAX_BYTES: Final = 32 * 1024 * 1024  # of text; the longest games need a tenth of this
MAX_LINE_LENGTH: Final = 64 * 1024  # characters; a ``state`` with four players has 4,500
MAX_LINES: Final = 500_000
_GZIP_MAGIC: Final = b"\x1f\x8b"
_COMMENT: Final = re.compile(r"(?:^|\s)#")


@dataclass(frozen=True, slots=True)
class Line:
    """A line: its number from 1, its text without the comment, its words, and the comment."""

    number: int
    text: str = ""
    words: list[str] = field(default_factory=list)
    comment: str | None = None

    @property
    def quoted(self) -> str:
        """The text of the line for an error, without the JSON of a position."""
        return self.words[0] if self.words and self.words[0] in ("state", "start") else self.text


class LineError(ParseError):
    """A ParseError about a different line than the current one."""

    def __init__(self, line: Line, reason: str, fix: str) -> None:
        super().__init__(reason, fix)
        self.line = line


def read_text(path: Path) -> str:
    """Read a UTF-8 file, plain or gzipped, without a byte order mark; raises ParseError."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
            if data.startswith(_GZIP_MAGIC):
                file.seek(0)
                with gzip.open(file) as unpacked_file:
                    data = unpacked_file.read(MAX_BYTES + 1)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        fix = "compress the file again, or use the uncompressed .rcg file"
        raise ParseError(f"the gzip data is broken: {error}", fix) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ParseError(
            f"cannot be read: {reason}", "check the name and the permissions"
        ) from None
    if len(data) > MAX_BYTES:
        reason = f"holds more than {MAX_BYTES // 1024 // 1024} MiB of text, no game is that long"
        raise ParseError(reason, "check that it is a record of one game")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = Line(data.count(b"\n", 0, error.start) + 1)
        byte = f"byte 0x{data[error.start]:02x} at offset {error.start}"
        raise LineError(line, f"the text is not UTF-8 ({byte})", "save the file as UTF-8") from None


def lines_of(text: str) -> Iterator[Line]:
    """Yield the lines of a text that are not blank; raises LineError."""
    for number, raw in enumerate(io.StringIO(text, newline=None), 1):
        line = raw.strip()
        if not line:
            continue
        if len(line) > MAX_LINE_LENGTH or number > MAX_LINES:
            problem = (
                f"line of {len(line)} characters"
                if len(line) > MAX_LINE_LENGTH
                else "file this long"
            )
            fix = "check that it is a record of one game"
            raise LineError(Line(number, line[:MAX_LINE_LENGTH]), f"no record has a {problem}", fix)
        comment: str | None = None
        if line.split(maxsplit=1)[0].lower() != "state":  # its JSON may contain " #"
            if (match := _COMMENT.search(line)) is not None:
                comment = line[match.end() :].strip()
                line = line[: match.start()].rstrip()
        yield Line(number, line, line.split(), comment)


def is_cut(text: str, number: int) -> bool:
    """Return whether a line is the last one and has no newline, so the file may be incomplete."""
    count = sum(1 for _ in io.StringIO(text, newline=None))
    return 0 < number == count and not text.endswith(("\n", "\r"))
