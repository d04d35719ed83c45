"""Loading an edition: read, checked as a whole, and hashed."""

import functools
from dataclasses import replace
from pathlib import Path

from redcathedral.box.consistency import check_consistency
from redcathedral.box.edition import Edition, fingerprint
from redcathedral.box.edition_file import EditionFile
from redcathedral.box.file_sections import HEAD
from redcathedral.box.problem import EditionError, Problem
from redcathedral.box.reader import read_edition
from redcathedral.box.source import MAX_BYTES, Source, editions, read_source


def load_edition(source: str | Path | None = None, *, own_id: bool = False) -> Edition:
    """The edition of a packaged id or of a file; None is ``reconstructed-2020``.

    A text that is the id of a packaged edition names that edition, any other text or path a
    file.  The edition is always checked; raises EditionError with all problems, in line order.
    With ``own_id``, for new games, one is the id of a packaged edition over other numbers: games
    that were played with such a file are still to be read.
    """
    return _checked(read_source(source), own_id)


def parse_edition(text: str, file: str = "<text>", *, own_id: bool = False) -> Edition:
    """The edition of a text, called ``file`` in problems; otherwise as ``load_edition``."""
    if len(text.encode()) > MAX_BYTES:
        fix = "check that it is an edition file"
        raise EditionError.single(file, f"more than {MAX_BYTES:,} bytes are no edition", fix)
    return _checked(Source(file, text), own_id)


def edition_text(source: str | Path) -> str:
    """The TOML of a packaged id or a path, its content not checked; raises EditionError."""
    return read_source(source).text


def _checked(source: Source, own_id: bool = False) -> Edition:
    file = EditionFile(source)
    edition = read_edition(file)
    check_consistency(edition, file)
    if file.problems:
        raise EditionError(file.source.file, file.problems)
    edition = replace(edition, hash=fingerprint(edition))
    if own_id and edition.id in editions() and edition.hash != _packaged_hash(edition.id):
        reason = f"{edition.id} comes with the program, and its numbers are others"
        fix = 'write an id and a name of its own, such as id = "my-box"'
        problem = Problem(source.line(HEAD, "id"), f"{HEAD}.id", reason, "format", fix)
        raise EditionError(source.file, [problem])
    return edition


@functools.cache
def _packaged_hash(id_: str) -> str:
    return _checked(read_source(id_)).hash
