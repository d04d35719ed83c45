"""The lines of a file: plain or gzipped, of any newline, with comments set apart."""

import gzip
import io
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from redcathedral.box.problem import ParseError

SIZE_LIMIT: Final = 32 * 1024 * 1024  # bytes of text; the longest games need a tenth of it
LENGTH_LIMIT: Final = 64 * 1024  # signs on a line; a `state` of four players has 4,500
COUNT_LIMIT: Final = 500_000  # lines
_GZIP: Final = b"\x1f\x8b"
_COMMENT: Final = re.compile(r"(?:^|\s)#")


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its number from 1, the text without the comment, its words, the comment."""

    number: int
    text: str = ""
    words: list[str] = field(default_factory=list)
    comment: str | None = None

    @property
    def quoted(self) -> str:
        """What an error quotes of it: not the JSON of a position."""
        return self.words[0] if self.words and self.words[0] in ("state", "start") else self.text


class LineError(ParseError):
    """A ParseError about another line than the one being read."""

    def __init__(self, line: Line, reason: str, fix: str) -> None:
        super().__init__(reason, fix)
        self.line = line


def read_text(path: Path) -> str:
    """The text of a UTF-8 file, plain or gzipped, without a byte order mark.  Raises ParseError."""
    try:
        with path.open("rb") as file:
            data = file.read(SIZE_LIMIT + 1)
            if data.startswith(_GZIP):
                file.seek(0)
                with gzip.open(file) as packed:
                    data = packed.read(SIZE_LIMIT + 1)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        fix = "pack it again, or take the unpacked .rcg"
        raise ParseError(f"the gzip data is broken: {error}", fix) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ParseError(
            f"cannot be read: {reason}", "check the name and the permissions"
        ) from None
    if len(data) > SIZE_LIMIT:
        reason = f"holds more than {SIZE_LIMIT // 1024 // 1024} MiB of text, no game is that long"
        raise ParseError(reason, "check that it is a record of one game")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = Line(data.count(b"\n", 0, error.start) + 1)
        byte = f"byte 0x{data[error.start]:02x} at offset {error.start}"
        raise LineError(line, f"the text is not UTF-8 ({byte})", "save the file as UTF-8") from None


def lines_of(text: str) -> Iterator[Line]:
    """The lines that say something; blank ones are skipped.  Raises LineError."""
    for number, raw in enumerate(io.StringIO(text, newline=None), 1):
        line = raw.strip()
        if not line:
            continue
        if len(line) > LENGTH_LIMIT or number > COUNT_LIMIT:
            what = f"line of {len(line)} signs" if len(line) > LENGTH_LIMIT else "file this long"
            fix = "check that it is a record of one game"
            raise LineError(Line(number, line[:LENGTH_LIMIT]), f"no record has a {what}", fix)
        comment: str | None = None
        if line.split(maxsplit=1)[0].lower() != "state":  # JSON, never cut
            cut = _COMMENT.search(line)
            if cut is not None:
                comment = line[cut.end() :].strip()
                line = line[: cut.start()].rstrip()
        yield Line(number, line, line.split(), comment)


def is_cut(text: str, number: int) -> bool:
    """Whether this line is the last one and has no end: the file may have been cut off there."""
    count = sum(1 for _ in io.StringIO(text, newline=None))
    return 0 < number == count and not text.endswith(("\n", "\r"))
