"""The editions for new games: those of the package, those of the host, and uploaded ones."""

import hashlib
import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from redcathedral.box import Edition, EditionError, edition_text, editions, parse_edition
from redcathedral.box.source import DEFAULT_EDITION
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.store.game_store import GameStore
from redcathedral.server.core.store.problem import Conflict
from redcathedral.server.core.store.rows import EditionRow
from redcathedral.server.core.wire.edition import EditionRef

MAX_UPLOADED: Final = 100
HEADER_LENGTH: Final = 10_000  # characters of a record in which its edition is named
HEADER_LINES: Final = 50
KEY: Final = re.compile(r"[a-z0-9]{1,64}")


def edition_key(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def row_of(edition: Edition, text: str) -> EditionRow:
    return EditionRow(EditionRef(edition_key(text), edition.id, edition.name, edition.hash), text)


@cache
def packaged_editions() -> tuple[tuple[EditionRow, Edition], ...]:
    texts = {text: parse_edition(text) for text in map(edition_text, editions())}
    return tuple((row_of(edition, text), edition) for text, edition in texts.items())


class Editions:
    """All editions by key; stored ones are parsed when they are first used.

    ``given`` has the texts of the host's files; the first of them is the default.  Raises
    EditionError if one of them cannot be played.  Use it in the thread of the store, except for
    ``references``.
    """

    def __init__(self, store: GameStore, given: Sequence[str] = ()) -> None:
        self._store = store
        self._references: dict[str, EditionRef] = {}
        self._parsed: dict[str, tuple[EditionRow, Edition]] = {}
        for text in given:
            edition = parse_edition(text)
            row = row_of(edition, text)
            self._register(row, edition)
            store.editions.add(row)
        for row, edition in packaged_editions():
            self._register(row, edition)
        self._built_in = frozenset(self._references)
        for reference in store.editions.all():
            self._references.setdefault(reference.key, reference)
        (self.packaged_key,) = (  # the ratings of the bots are for this one
            row.head.key for row, edition in packaged_editions() if edition.id == DEFAULT_EDITION
        )
        self.default_key = edition_key(given[0]) if given else self.packaged_key

    def _register(self, row: EditionRow, edition: Edition) -> None:
        self._references.setdefault(row.head.key, row.head)
        self._parsed.setdefault(row.head.key, (row, edition))

    def references(self) -> list[EditionRef]:
        return list(self._references.values())

    def find(self, name: str | None) -> tuple[EditionRow, Edition]:
        """Return the edition with this key or packaged id; the default for None."""
        key = self.default_key if name is None else name
        if name in editions():
            key = next(
                (known for known in self._built_in if self._references[known].id == name), key
            )
        if key not in self._parsed:
            row = self._store.editions.find(key) if KEY.fullmatch(key) else None
            if row is None:
                self._references.pop(key, None)
                raise _unknown()
            self.from_row(row)
        return self._parsed[key]

    def from_row(self, row: EditionRow) -> tuple[EditionRow, Edition]:
        """Return a stored edition, parsed; raises ApiError if that is impossible."""
        key = row.head.key
        if key not in self._parsed:
            try:
                self._register(row, parse_edition(row.text, f"{row.head.id}.toml"))
            except EditionError as error:
                reason = f"the edition {key} cannot be read: {error.problems[0]}"
                raise ApiError(409, "unreadable-edition", reason) from None
        return self._parsed[key]

    def of_record(self, record: str) -> Edition | None:
        """Return the edition that the header of a record names, if possible with the same hash."""
        lines = [line.split() for line in record[:HEADER_LENGTH].splitlines()[:HEADER_LINES]]
        words = next((line for line in lines if line and line[0].casefold() == "edition"), [])
        same_id = [known for known in self._references.values() if known.id in words[1:2]]
        for reference in sorted(same_id, key=lambda known: known.hash not in words[2:3]):
            try:
                return self.find(reference.key)[1]
            except ApiError:
                continue
        return None

    def row_of(self, edition: Edition) -> EditionRow:
        row = next((row for row, known in self._parsed.values() if known == edition), None)
        if row is None:
            raise _unknown()
        return row

    def check_capacity(self, text: str) -> None:
        """Raise ApiError if another edition cannot be stored."""
        uploaded = self._references.keys() - self._built_in
        if edition_key(text) not in self._references and len(uploaded) >= MAX_UPLOADED:
            raise ApiError(409, "too-many-editions")

    def add(self, edition: Edition, text: str) -> EditionRef:
        self.check_capacity(text)
        row = row_of(edition, text)
        self._store.editions.add(row)
        self._register(row, edition)
        return row.head

    def remove(self, key: str) -> None:
        """Delete an uploaded edition that no game uses; raises ApiError."""
        if key not in self._references:
            raise _unknown()
        try:
            if key in self._built_in:
                raise Conflict("the server was started with this edition")
            self._store.editions.remove(key)
        except Conflict:
            raise ApiError(409, "edition-in-use") from None
        self._references.pop(key)
        self._parsed.pop(key, None)


def _unknown() -> ApiError:
    fix = "upload its file, or choose one of: " + ", ".join(editions())
    return ApiError(404, "unknown-edition", fix=fix)
