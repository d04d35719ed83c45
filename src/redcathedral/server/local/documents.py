"""The documents of games and editions, which the browser stores."""

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from msgspec import Struct, field

from redcathedral.server.core.store import rows
from redcathedral.server.core.store.problem import Conflict
from redcathedral.server.core.wire.edition import EditionRef
from redcathedral.server.core.wire.protocol import Access
from redcathedral.server.features.chat.store import NoteRow

DEVICE: Final = "browser"  # the only device
# The kind of a document, and the id of the game or the key of the edition.
DocumentKey: TypeAlias = tuple[Literal["game", "edition"], str]


class AnalysisDocument(Struct):
    """The analysis of a game: its key, and the turns of both passes by number."""

    key: str
    is_wanted: bool = True
    first_pass: dict[int, str] = field(default_factory=dict)
    precise: dict[int, str] = field(default_factory=dict)


class GameDocument(Struct):
    """The document of a game: the values of ``rows.StoredGame`` and of the parts of features."""

    id: str
    created: int
    changed: int
    edition: EditionRef
    base: str
    seats: str
    names: list[str]
    access: Access
    standing: rows.TableStanding
    places: set[int]  # of the device
    actions: list[str]
    times: list[int]
    rematch: str | None = None
    season: str = ""
    plans: dict[int, str] = field(default_factory=dict)
    notes: dict[int, NoteRow] = field(default_factory=dict)
    analysis: AnalysisDocument | None = None

    def rights(self) -> rows.Rights:
        return rows.Rights(self.access, dict.fromkeys(self.places, frozenset({DEVICE})))

    def row(self) -> rows.GameRow:
        return rows.GameRow(
            id=self.id,
            created=self.created,
            changed=self.changed,
            edition=self.edition,
            version=len(self.actions),
            standing=self.standing,
            seats=self.seats,
            names=tuple(self.names),
            rights=self.rights(),
            rematch=self.rematch,
        )


class Documents:
    """All games and editions; ``changed`` has the keys of documents that are not stored yet."""

    def __init__(
        self, games: Iterable[GameDocument] = (), editions: Iterable[rows.EditionRow] = ()
    ) -> None:
        self.games = {game.id: game for game in games}
        self.editions = {edition.head.key: edition for edition in editions}
        self.changed: set[DocumentKey] = set()

    def document(self, key: DocumentKey) -> GameDocument | rows.EditionRow | None:
        """Return a document, None if it was deleted."""
        kind, name = key
        return self.games.get(name) if kind == "game" else self.editions.get(name)

    def change(self, table_id: str) -> GameDocument:
        """Return a game that the caller changes; raises Conflict if there is none."""
        if table_id not in self.games:
            raise Conflict(f"there is no game {table_id}")
        self.changed.add(("game", table_id))
        return self.games[table_id]
