"""The text of an edition file: its TOML tables, and the line number of each row."""

import re
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeAlias, cast

from redcathedral.box.problem import EditionError
from redcathedral.box.quoting import toml_text

EditionSections: TypeAlias = dict[str, dict[str, Any]]  # section -> row -> value
MAX_BYTES = 128 * 1024  # bytes; the packaged edition has about 14,000
MAX_LINE_LENGTH = 1000  # characters of a line; the longest row has about 150
DEFAULT_EDITION = "reconstructed-2020"
_PACKAGED = files("redcathedral.box").joinpath("editions")
_HEADER = re.compile(r"\s*\[{1,2}([^\[\]]*)\]{1,2}\s*(?:#.*)?")
_KEY = re.compile(r"""\s*(?:"([^"\\]*)"|'([^']*)'|([A-Za-z0-9_-]+))\s*[=.]""")
_LINE = re.compile(r"\(at line ([0-9]+), column [0-9]+\)$")


class Source:
    """The text of an edition file, parsed as TOML; raises EditionError if it is not TOML."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self.tables = _parse_toml(file, text)
        self._lines = _find_lines(text)

    @property
    def valid_tables(self) -> EditionSections:
        """The tables of a text that ``parse_edition`` accepts."""
        return cast("EditionSections", self.tables)

    def line(self, section: str, row: str = "") -> int:
        """Return the line (from 1) of a row, or of its section, or else the last line."""
        last = max(1, len(self.text.splitlines()))
        return self._lines.get((section, row)) or self._lines.get((section, "")) or last


def editions() -> tuple[str, ...]:
    """Return the ids of the packaged editions."""
    names = (entry.name for entry in _PACKAGED.iterdir())
    return tuple(sorted(name[:-5] for name in names if name.endswith(".toml")))


def read_source(source: str | Path | None) -> Source:
    """Read the packaged edition with this id, or a file; raises EditionError."""
    if source is None:
        source = DEFAULT_EDITION
    if isinstance(source, str) and source in editions():
        name = f"{source}.toml"
        return Source(name, _PACKAGED.joinpath(name).read_text(encoding="utf-8"))
    # A path may contain bytes that are not UTF-8.
    file = str(source).encode("utf-8", "replace").decode()
    return Source(file, _decode(file, _read_bytes(file, source)))


def _read_bytes(file: str, source: str | Path) -> bytes:
    fix = f"name a .toml file, or an edition that comes with the program: {', '.join(editions())}"
    try:
        path = Path(source)
        if not path.exists():
            raise EditionError.single(file, "there is no such file or edition", fix)
        if not path.is_file():
            raise EditionError.single(file, "this is not a file", fix)
        with path.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or "the name cannot be used"
        raise EditionError.single(file, f"the file cannot be read: {reason}", fix) from error
    if len(content) > MAX_BYTES:
        raise EditionError.single(
            file, f"more than {MAX_BYTES:,} bytes are too many for an edition", fix
        )
    return content


def _decode(file: str, content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        reason, fix = "this is not UTF-8 text", "save the file as UTF-8"
        raise EditionError.single(file, reason, fix, line) from error


def _parse_toml(file: str, text: str) -> dict[str, object]:
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_LINE_LENGTH:
            reason = f"a line of {len(line):,} characters is too long for an edition"
            fix = f"write one component on one line of at most {MAX_LINE_LENGTH:,} characters"
            raise EditionError.single(file, reason, fix, number)
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        reason, fix = "the brackets are nested too deep", "write one component on one line"
        raise EditionError.single(file, reason, fix) from error
    except ValueError as error:
        raise _syntax_error(file, text, str(error)) from error


def _syntax_error(file: str, text: str, message: str) -> EditionError:
    """Convert an error message of tomllib to an error with a line and a fix."""
    match = _LINE.search(message)
    line = int(match[1]) if match is not None else text.count("\n") + 1  # else "at end of document"
    message = message.partition(" (at ")[0]
    if re.search("overwrite|twice|Duplicate|immutable|redefine", message, re.IGNORECASE):
        fix = "each section and each id must be unique; remove or rename one of them"
        return EditionError.single(file, f"something is defined twice here: {message}", fix, line)
    fix = 'write rows as  id = { key = "text", other = 3, mark = "printed" }  on one line'
    return EditionError.single(file, f"this is not TOML: {toml_text(message)}", fix, line)


def _find_lines(text: str) -> dict[tuple[str, str], int]:
    """Find the first line of each section and row, from headers and keys only."""
    lines: dict[tuple[str, str], int] = {}
    section = ""
    table = ""
    for number, line in enumerate(text.split("\n"), 1):
        header = _HEADER.fullmatch(line)
        key = _KEY.match(line)
        if header is not None:
            names = [name.strip(" \t\"'") for name in header[1].split(".", 1)]
            section, table = names[0], names[1] if len(names) > 1 else ""
            lines.setdefault((section, ""), number)
            lines.setdefault((section, table), number)
        elif key is not None and not table:
            name = key[1] or key[2] or key[3] or ""
            lines.setdefault((section, name) if section else (name, ""), number)
    return lines
