"""Load an edition: read its file, check it as a whole, and compute its hash."""

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
    """Load the packaged edition with an id, or an edition file; None is ``reconstructed-2020``.

    A string that is not the id of a packaged edition is a path.  Raises EditionError with all
    problems, in line order.  ``own_id`` rejects a file that has the id of a packaged edition with
    different numbers; it is set for new games, but old games with such a file can still be read.
    """
    return _checked(read_source(source), own_id)


def parse_edition(text: str, file: str = "<text>", *, own_id: bool = False) -> Edition:
    """Load an edition from a text, called ``file`` in problems; see ``load_edition``."""
    if len(text.encode()) > MAX_BYTES:
        fix = "check that it is an edition file"
        raise EditionError.single(
            file, f"more than {MAX_BYTES:,} bytes are too many for an edition", fix
        )
    return _checked(Source(file, text), own_id)


def edition_text(source: str | Path) -> str:
    """Return the TOML text of a packaged id or a path, without checks; raises EditionError."""
    return read_source(source).text


def _checked(source: Source, own_id: bool = False) -> Edition:
    file = EditionFile(source)
    edition = read_edition(file)
    check_consistency(edition, file)
    if file.problems:
        raise EditionError(file.source.file, file.problems)
    edition = replace(edition, hash=fingerprint(edition))
    if own_id and edition.id in editions() and edition.hash != _packaged_hash(edition.id):
        reason = f"{edition.id} is a packaged edition, and its numbers are different"
        fix = 'write your own id and name, such as id = "my-box"'
        problem = Problem(source.line(HEAD, "id"), f"{HEAD}.id", reason, "format", fix)
        raise EditionError(source.file, [problem])
    return edition


@functools.cache
def _packaged_hash(id_: str) -> str:
    return _checked(read_source(id_)).hash
