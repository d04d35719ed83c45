"""The editions for new games: packaged editions, editions of the host, and uploaded editions."""

import hashlib
import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from msgspec import structs

from redcathedral.box import Edition, EditionError, edition_text, editions, parse_edition
from redcathedral.box.entered_box import EnteredBox
from redcathedral.box.entered_edition import ID_PREFIX, edition_of
from redcathedral.box.share_code import PREFIX, ShareCodeError, read_share_code
from redcathedral.box.source import DEFAULT_EDITION
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.store.problem import Conflict
from redcathedral.server.core.store.rows import EditionRow
from redcathedral.server.core.store.store import Store
from redcathedral.server.core.wire.edition import EditionRef
from redcathedral.text import Narrator
from redcathedral.text.problems import describe_edition_problem

MAX_UPLOADED_EDITIONS: Final = 100
MAX_HEADER_CHARACTERS: Final = 10_000  # of a record
MAX_HEADER_LINES: Final = 50
KEY_PATTERN: Final = re.compile(r"[a-z0-9]{1,64}")


def edition_key(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def row_of(edition: Edition, text: str) -> EditionRow:
    return EditionRow(EditionRef(edition_key(text), edition.id, edition.name, edition.hash), text)


@cache
def packaged_editions() -> tuple[tuple[EditionRow, Edition], ...]:
    texts = {text: parse_edition(text) for text in map(edition_text, editions())}
    return tuple((row_of(edition, text), edition) for text, edition in texts.items())


def shared_box(code: str) -> EnteredBox:
    """Return the box that somebody entered, from its share code; raises ApiError."""
    try:
        return read_share_code(code)
    except ShareCodeError as error:
        raise ApiError(400, "newer-format" if error.is_newer else "box-code") from None


@lru_cache(64)
def coded_edition(code: str) -> tuple[EditionRow, Edition]:
    """Return the edition of a share code, which is also its key; raises ApiError."""
    result = edition_of(shared_box(code))
    if result.edition is None:
        english = Narrator()
        texts = [english.say(describe_edition_problem(problem)) for problem in result.problems]
        raise ApiError(400, "bad-edition", texts[0], "correct the box", texts)
    edition = result.edition
    head = EditionRef(code, edition.id, edition.name, edition.hash)
    return EditionRow(head, result.text), edition


class Editions:
    """All editions by key; stored editions are parsed when they are first used.

    The key of an edition that is not stored, because somebody enters its box, is its share code.

    ``host_texts`` are the texts of the host's files; the first is the default edition.  Raises
    EditionError if one of them cannot be played.  Call all methods except ``references`` in the
    thread of the store.
    """

    def __init__(self, store: Store, host_texts: Sequence[str] = ()) -> None:
        self._store = store
        self._references: dict[str, EditionRef] = {}
        self._parsed: dict[str, tuple[EditionRow, Edition]] = {}
        for text in host_texts:
            edition = parse_edition(text)
            row = row_of(edition, text)
            self._register(row, edition)
            store.editions.add(row)
        for row, edition in packaged_editions():
            self._register(row, edition)
        self._built_in = frozenset(self._references)
        self.load()
        # The ratings of the bots are for this edition.
        (self.packaged_key,) = (
            row.head.key for row, edition in packaged_editions() if edition.id == DEFAULT_EDITION
        )
        self.default_key = edition_key(host_texts[0]) if host_texts else self.packaged_key

    def load(self) -> None:
        """Find the uploaded editions, also those that another process has added or removed."""
        stored = {reference.key: reference for reference in self._store.editions.all()}
        built_in = {key: self._references[key] for key in self._references if key in self._built_in}
        self._references = {**built_in, **{k: v for k, v in stored.items() if k not in built_in}}

    def _register(self, row: EditionRow, edition: Edition) -> None:
        self._references.setdefault(row.head.key, row.head)
        self._parsed.setdefault(row.head.key, (row, edition))

    def references(self) -> list[EditionRef]:
        """Return the editions to choose from: all except those of entered boxes."""
        return [
            reference
            for key, reference in self._references.items()
            if key in self._built_in or not reference.id.startswith(ID_PREFIX)
        ]

    def find(self, name: str | None) -> tuple[EditionRow, Edition]:
        """Return the edition with this key, share code or packaged id; the default for None."""
        if name is not None and name.startswith(PREFIX):
            return coded_edition(name)
        key = self.default_key if name is None else name
        if name in editions():
            built_in = (self._references[built_in_key] for built_in_key in self._built_in)
            key = next((reference.key for reference in built_in if reference.id == name), key)
        if key not in self._parsed:
            row = self._store.editions.find(key) if KEY_PATTERN.fullmatch(key) else None
            if row is None:
                self._references.pop(key, None)
                raise _unknown()
            self.from_row(row)
        return self._parsed[key]

    def from_row(self, row: EditionRow) -> tuple[EditionRow, Edition]:
        """Parse a stored edition; raises ApiError if the edition cannot be read."""
        key = row.head.key
        if key not in self._parsed:
            try:
                self._register(row, parse_edition(row.text, f"{row.head.id}.toml"))
            except EditionError as error:
                reason = f"the edition {key} cannot be read: {error.problems[0]}"
                raise ApiError(409, "unreadable-edition", reason) from None
        return self._parsed[key]

    def of_record(self, record: str) -> Edition | None:
        """Return the edition named in the header of a record, if possible with the same hash."""
        lines = record[:MAX_HEADER_CHARACTERS].splitlines()[:MAX_HEADER_LINES]
        edition_lines = (line.split() for line in lines if line.split()[:1])
        words = next((line for line in edition_lines if line[0].casefold() == "edition"), [])
        self.load()
        references = [value for value in self._references.values() if value.id in words[1:2]]
        for reference in sorted(references, key=lambda value: value.hash not in words[2:3]):
            try:
                return self.find(reference.key)[1]
            except ApiError:
                continue
        return None

    @staticmethod
    def stored_row(row: EditionRow) -> EditionRow:
        """Return the row under which a game stores its edition, with a key instead of a code."""
        return EditionRow(structs.replace(row.head, key=edition_key(row.text)), row.text)

    def row_of(self, edition: Edition) -> EditionRow:
        row = next((row for row, parsed in self._parsed.values() if parsed == edition), None)
        if row is None:
            raise _unknown()
        return row

    def check_capacity(self, text: str) -> None:
        self.load()
        uploaded = {reference.key for reference in self.references()} - self._built_in
        if edition_key(text) not in self._references and len(uploaded) >= MAX_UPLOADED_EDITIONS:
            raise ApiError(409, "too-many-editions")

    def add(self, edition: Edition, text: str) -> EditionRef:
        self.check_capacity(text)
        row = row_of(edition, text)
        self._store.editions.add(row)
        self._register(row, edition)
        return row.head

    def remove(self, key: str) -> None:
        """Delete an uploaded edition that no game uses; raises ApiError."""
        self.load()
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
