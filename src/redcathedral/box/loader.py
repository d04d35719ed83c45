"""Loading an edition: read, checked as a whole, and hashed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from redcathedral.box.edition import Edition
from redcathedral.box.facts import check_facts
from redcathedral.box.fingerprint import fingerprint
from redcathedral.box.problem import EditionError, Problem
from redcathedral.box.reader import read_edition
from redcathedral.box.sheet import Sheet
from redcathedral.box.source import LIMIT, Source, read_source


def load_edition(source: str | Path | None = None) -> Edition:
    """The edition of a packaged id or of a file; None is ``reconstructed-2020``.

    A text that is the id of a packaged edition names that edition, any other text or path a
    file.  The edition is always checked; raises EditionError with all problems, in line order.
    """
    return _checked(read_source(source))


def parse_edition(text: str, file: str = "<text>") -> Edition:
    """The edition of a file's text; ``file`` is what the problems call it.

    Raises EditionError with all problems, in line order.
    """
    if len(text.encode()) > LIMIT:
        fix = "check that it is an edition file"
        problem = Problem(0, "", f"more than {LIMIT:,} bytes are no edition", "format", fix)
        raise EditionError(file, [problem])
    return _checked(Source(file, text))


def edition_text(source: str | Path) -> str:
    """The text of an edition file, by a packaged id or a path; raises EditionError.

    It is TOML, but whether it can be played, only ``parse_edition`` says.
    """
    return read_source(source).text


def _checked(source: Source) -> Edition:
    sheet = Sheet(source)
    edition = read_edition(sheet)
    check_facts(edition, sheet)
    if sheet.problems:
        raise EditionError(sheet.source.file, sheet.problems)
    return replace(edition, hash=fingerprint(edition))
