"""The editions a game can be played with: those of the package, given ones and uploaded ones."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from redcathedral.box import Edition, EditionError, edition_text, editions, parse_edition
from redcathedral.server.box_view import reference
from redcathedral.server.problems import Refusal
from redcathedral.server.protocol import EditionRef
from redcathedral.server.store import EditionRow, Store


def edition_key(text: str) -> str:
    """What an edition is kept under: the same for the same file."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def row_of(edition: Edition, text: str) -> EditionRow:
    """An edition as the store keeps it."""
    return EditionRow(edition_key(text), edition.id, edition.name, edition.hash, text)


class Editions:
    """All editions by key.  ``given`` has the texts of files; the first of them is the default.

    Raises EditionError for a given one that cannot be played.
    """

    def __init__(self, store: Store, given: Sequence[str] = ()) -> None:
        self._store = store
        self._known: dict[str, tuple[EditionRow, Edition]] = {}
        self._listed: list[str] = []
        packaged = [edition_text(name) for name in editions()]
        for text in [*given, *packaged]:
            edition = parse_edition(text)
            key = self._know(row_of(edition, text), edition)
            if text in given:
                store.add_edition(self._known[key][0])
        for row in store.editions():
            self._know_stored(row)
        self.default = self._listed[0] if given else edition_key(edition_text(_DEFAULT))

    def _know(self, row: EditionRow, edition: Edition) -> str:
        if row.key not in self._known:
            self._known[row.key] = (row, edition)
            self._listed.append(row.key)
        return row.key

    def _know_stored(self, row: EditionRow) -> None:
        if row.key not in self._known:
            self._know(row, parse_edition(row.text, f"{row.id}.toml"))

    def references(self) -> list[EditionRef]:
        """All editions by name."""
        return [reference(self._known[key][1], key) for key in self._listed]

    def find(self, name: str | None) -> tuple[EditionRow, Edition]:
        """The edition with this key or, in the package, this id; the default for None."""
        if name is None:
            return self._known[self.default]
        if name in self._known:
            return self._known[name]
        for row, edition in self._known.values():
            if row.id == name and name in editions():
                return row, edition
        fix = "upload its file, or take one of: " + ", ".join(editions())
        raise Refusal(404, "unknown-edition", f"there is no edition {name[:40]!r} here", fix)

    def fitting(self, record: str) -> list[Edition]:
        """The editions that the header of a record names, the one with its hash last."""
        named = [line.split() for line in record.splitlines()[:50]]
        words = next((line for line in named if line and line[0].casefold() == "edition"), [])
        fitting = [edition for _, edition in self._known.values() if edition.id in words[1:2]]
        return sorted(fitting, key=lambda edition: edition.hash in words[2:3])

    def stored(self, row: EditionRow) -> tuple[EditionRow, Edition]:
        """The edition that a stored game was begun with."""
        self._know_stored(row)
        return self._known[row.key]

    def reference(self, key: str) -> EditionRef:
        """A known edition by name; one that another program has stored meanwhile too."""
        if key not in self._known:
            row = self._store.edition(key)
            if row is not None:
                self._know_stored(row)
        return reference(self._known[key][1], key)

    def key_of(self, edition: Edition) -> str:
        """The key of a known edition."""
        keys = [key for key, (_, known) in self._known.items() if known == edition]
        return keys[0]

    def upload(self, text: str) -> EditionRef:
        """Keep an edition file; raises Refusal with all that is wrong with it."""
        try:
            edition = parse_edition(text, "edition")
        except EditionError as error:
            first = error.problems[0]
            more = len(error.problems) - 1
            reason = f"this edition cannot be played: line {first.line}: {first.reason}"
            reason += f" (and {more} more)" if more else ""
            details = [str(problem) for problem in error.problems]
            raise Refusal(400, "bad-edition", reason, first.fix, details) from None
        row = row_of(edition, text)
        self._store.add_edition(row)
        return reference(edition, self._know(row, edition))


_DEFAULT = "reconstructed-2020"
