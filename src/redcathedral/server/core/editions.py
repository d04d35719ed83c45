"""The editions a game can be played with: those of the package, given ones and uploaded ones."""

import hashlib
import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from redcathedral.box import Edition, EditionError, edition_text, editions, parse_edition
from redcathedral.box.source import DEFAULT_EDITION
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.store.problem import Conflict
from redcathedral.server.core.store.rows import EditionRow
from redcathedral.server.core.store.store import Store
from redcathedral.server.core.wire.edition import EditionRef

EDITIONS: Final = 100  # uploaded ones
KEY: Final = re.compile(r"[a-z0-9]{1,64}")


def edition_key(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def row_of(edition: Edition, text: str) -> EditionRow:
    return EditionRow(EditionRef(edition_key(text), edition.id, edition.name, edition.hash), text)


@cache
def packaged() -> tuple[tuple[EditionRow, Edition], ...]:
    texts = {text: parse_edition(text) for text in map(edition_text, editions())}
    return tuple((row_of(edition, text), edition) for text, edition in texts.items())


class Editions:
    """All editions by key; those of the store are read when they are asked for.

    ``given`` has the texts of files; the first of them is the default.  Raises EditionError for a
    given one that cannot be played.  To be used in the store's thread, but for ``references``.
    """

    def __init__(self, store: Store, given: Sequence[str] = ()) -> None:
        self._store = store
        self._heads: dict[str, EditionRef] = {}
        self._read: dict[str, tuple[EditionRow, Edition]] = {}
        for text in given:
            edition = parse_edition(text)
            row = row_of(edition, text)
            self._know(row, edition)
            store.editions.add(row)
        for row, edition in packaged():
            self._know(row, edition)
        self._own = frozenset(self._heads)
        for head in store.editions.all():
            self._heads.setdefault(head.key, head)
        (self.packaged,) = (  # the one of the ladder
            row.head.key for row, edition in packaged() if edition.id == DEFAULT_EDITION
        )
        self.default = edition_key(given[0]) if given else self.packaged

    def _know(self, row: EditionRow, edition: Edition) -> None:
        self._heads.setdefault(row.head.key, row.head)
        self._read.setdefault(row.head.key, (row, edition))

    def references(self) -> list[EditionRef]:
        return list(self._heads.values())

    def find(self, name: str | None) -> tuple[EditionRow, Edition]:
        """Return the edition with this key or packaged id; the default for None."""
        key = self.default if name is None else name
        if name in editions():
            key = next((own for own in self._own if self._heads[own].id == name), key)
        if key not in self._read:
            row = self._store.editions.find(key) if KEY.fullmatch(key) else None
            if row is None:
                self._heads.pop(key, None)
                raise _unknown()
            self.stored(row)
        return self._read[key]

    def stored(self, row: EditionRow) -> tuple[EditionRow, Edition]:
        """An edition of the store; raises ApiError for one that is not understood here."""
        key = row.head.key
        if key not in self._read:
            try:
                self._know(row, parse_edition(row.text, f"{row.head.id}.toml"))
            except EditionError as error:
                reason = f"the edition {key} is not understood: {error.problems[0]}"
                raise ApiError(409, "unreadable-edition", reason) from None
        return self._read[key]

    def fitting(self, record: str) -> Edition | None:
        """The edition that the header of a record names, the one with its hash before others."""
        named = [line.split() for line in record[:10_000].splitlines()[:50]]
        words = next((line for line in named if line and line[0].casefold() == "edition"), [])
        heads = [head for head in self._heads.values() if head.id in words[1:2]]
        for head in sorted(heads, key=lambda head: head.hash not in words[2:3]):
            try:
                return self.find(head.key)[1]
            except ApiError:
                continue
        return None

    def row_of(self, edition: Edition) -> EditionRow:
        row = next((row for row, known in self._read.values() if known == edition), None)
        if row is None:
            raise _unknown()
        return row

    def make_room(self, text: str) -> None:
        uploaded = self._heads.keys() - self._own
        if edition_key(text) not in self._heads and len(uploaded) >= EDITIONS:
            raise ApiError(409, "too-many-editions")

    def add(self, edition: Edition, text: str) -> EditionRef:
        self.make_room(text)
        row = row_of(edition, text)
        self._store.editions.add(row)
        self._know(row, edition)
        return row.head

    def remove(self, key: str) -> None:
        """Forget an uploaded edition that no game is played with; raises ApiError."""
        if key not in self._heads:
            raise _unknown()
        try:
            if key in self._own:
                raise Conflict("the server was started with it")
            self._store.editions.remove(key)
        except Conflict:
            raise ApiError(409, "edition-in-use") from None
        self._heads.pop(key)
        self._read.pop(key, None)


def _unknown() -> ApiError:
    fix = "upload its file, or take one of: " + ", ".join(editions())
    return ApiError(404, "unknown-edition", fix=fix)
