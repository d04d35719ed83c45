"""Games in memory, each a document that the browser stores.

The methods change documents and note which ones; ``LocalStoreThread`` has them stored.  There is
one device, and every game is visible to it.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct, field

from redcathedral.server.core.store import rows
from redcathedral.server.core.store import store as stores
from redcathedral.server.core.store.problem import BrokenTable, Conflict, UnknownTable
from redcathedral.server.core.store.time import now
from redcathedral.server.core.wire.edition import EditionRef
from redcathedral.server.core.wire.lobby import GAME_KINDS, GameKind
from redcathedral.server.core.wire.protocol import Access
from redcathedral.server.features.analysis import store as analysis
from redcathedral.server.features.chat import store as chat
from redcathedral.server.features.chat.store import NO_REMOVAL, ChatRow, EarlierChat, NoteRow
from redcathedral.server.features.plans import store as plans
from redcathedral.server.features.seasons import store as seasons

DEVICE: Final = "browser"  # the only device
EMPTY_NOTE: Final = NoteRow(0, "")
MAX_COUNT: Final = 100  # games of a kind; the count of more games is MAX_COUNT + 1
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


class LocalStore(stores.Store):
    """All games and editions; ``changed`` has the keys of documents that are not stored yet."""

    def __init__(
        self, games: Iterable[GameDocument] = (), editions: Iterable[rows.EditionRow] = ()
    ) -> None:
        self.by_id = {game.id: game for game in games}
        self.edition_by_key = {edition.head.key: edition for edition in editions}
        self.changed: set[DocumentKey] = set()
        self.seats = LocalSeatStore(self)
        self.editions = LocalEditionStore(self)

    def close(self) -> None:
        """Do nothing: the documents are stored."""

    def part(self, kind: Callable[..., stores.Part]) -> stores.Part:
        part: stores.Part = PARTS[kind](self)
        return part

    def document(self, key: DocumentKey) -> GameDocument | rows.EditionRow | None:
        """Return a document, None if it was deleted."""
        kind, name = key
        return self.by_id.get(name) if kind == "game" else self.edition_by_key.get(name)

    def change(self, table_id: str) -> GameDocument:
        """Return a game that the caller changes; raises Conflict if there is none."""
        if table_id not in self.by_id:
            raise Conflict(f"there is no game {table_id}")
        self.changed.add(("game", table_id))
        return self.by_id[table_id]

    def add(
        self,
        table_id: str,
        game: rows.NewGameRow,
        edition: rows.EditionRow,
        previous: rows.PreviousGame | None = None,
    ) -> None:
        if table_id in self.by_id:
            raise Conflict(f"there is a game {table_id}")
        places = set[int]() if game.device is None else {*game.held, rows.HOST_SEAT}
        if previous is not None:
            earlier = self.change(previous.game)
            if earlier.rematch is not None:
                raise Conflict(f"the game {previous.game} has a rematch")
            earlier.rematch = table_id
            new_seats = {old_seat: seat for seat, old_seat in enumerate(previous.seats)}
            places |= {new_seats.get(place, place) for place in earlier.places}
        at = now() if game.at is None else game.at
        self.editions.add(edition)
        self.by_id[table_id] = GameDocument(
            id=table_id,
            created=at,
            changed=at,
            edition=edition.head,
            base=game.base,
            seats=game.seats,
            names=list(game.names),
            access=game.access,
            standing=game.standing,
            places=places,
            actions=list(game.actions),
            times=[at] * len(game.actions),
        )
        self.changed.add(("game", table_id))

    def append_all(self, actions: Sequence[rows.ActionRow]) -> list[Exception | None]:
        return [self._append(action) for action in actions]

    def _append(self, action: rows.ActionRow) -> Exception | None:
        game = self.by_id.get(action.game)
        if game is None or len(game.actions) != action.version - 1:
            return Conflict(f"the table {action.game} is not at version {action.version - 1}")
        game.changed = now() if action.at is None else action.at
        game.actions.append(action.data)
        game.times.append(game.changed)
        game.standing = action.standing
        for change in action.seats:
            self._change_seat(game, change)
        self.changed.add(("game", game.id))
        return None

    def _change_seat(self, game: GameDocument, change: rows.SeatChange) -> None:
        if change.name is not None:
            game.names[change.seat] = change.name
        if DEVICE in change.holders:
            game.places.add(change.seat)
        elif change.replaces_holders:
            game.places.discard(change.seat)

    def version(self, table_id: str) -> int:
        return len(self._game(table_id).actions)

    def expired(self, at: int, limit: int) -> list[str]:
        flags = [
            (game.standing.flag, game.id)
            for game in self.by_id.values()
            if game.standing.flag is not None and game.standing.over is None
        ]
        return [game for flag, game in sorted(flags)[:limit] if flag <= at]

    def rematch(self, table_id: str) -> str | None:
        game = self.by_id.get(table_id)
        return None if game is None else game.rematch

    def games(
        self,
        kind: GameKind,
        since: int,
        limit: int,
        last_place: rows.ListPlace | None = None,
        visible_to: rows.VisibleTo = rows.EVERYTHING,
    ) -> list[rows.GameRow]:
        del visible_to
        games = [game for game in self.by_id.values() if _is_of(kind, game, since)]
        if last_place is not None:
            games = [game for game in games if (game.changed, game.id) < last_place]
        return _newest_first(games)[:limit]

    def game(self, table_id: str) -> rows.GameRow | None:
        return self.by_id[table_id].row() if table_id in self.by_id else None

    def counts(
        self, since: int, visible_to: rows.VisibleTo = rows.EVERYTHING
    ) -> dict[GameKind, int]:
        return {
            kind: len(self.games(kind, since, MAX_COUNT + 1, visible_to=visible_to))
            for kind in GAME_KINDS
        }

    def games_of(self, device: str, *, seated: bool = True) -> list[rows.GameRow]:
        del device
        first = 0 if seated else rows.HOST_SEAT
        return _newest_first(
            [game for game in self.by_id.values() if any(place >= first for place in game.places)]
        )

    def load(self, table_id: str) -> rows.StoredGame:
        game = self._game(table_id)
        edition = self.editions.find(game.edition.key)
        if edition is None:
            raise BrokenTable("its edition is missing")
        return rows.StoredGame(
            game.row(), game.base, edition, tuple(game.actions), tuple(game.times)
        )

    def remove(self, table_id: str) -> None:
        self._game(table_id)
        del self.by_id[table_id]
        self.changed.add(("game", table_id))
        for game in self.by_id.values():
            if game.rematch == table_id:
                self.change(game.id).rematch = None

    def _game(self, table_id: str) -> GameDocument:
        if table_id not in self.by_id:
            raise UnknownTable(table_id)
        return self.by_id[table_id]


def _is_of(kind: GameKind, game: GameDocument, since: int) -> bool:
    """Return whether a list shows a game; nobody can join the games of a browser."""
    match kind:
        case "running":
            return game.standing.over is None and game.changed >= since
        case "over":
            return game.standing.over is not None
        case "open":
            return False
        case "all":
            return True


def _newest_first(games: Iterable[GameDocument]) -> list[rows.GameRow]:
    ordered = sorted(games, key=lambda game: (game.changed, game.id), reverse=True)
    return [game.row() for game in ordered]


class Part:
    """The base class of the parts of the store."""

    def __init__(self, store: LocalStore) -> None:
        self._store = store

    def _game(self, name: str) -> GameDocument | None:
        return self._store.by_id.get(name)


class LocalEditionStore(Part, stores.EditionStore):
    """Stores editions as documents."""

    def add(self, row: rows.EditionRow) -> None:
        if row.head.key not in self._store.edition_by_key:
            self._store.edition_by_key[row.head.key] = row
            self._store.changed.add(("edition", row.head.key))

    def all(self) -> list[EditionRef]:
        return [row.head for row in self._store.edition_by_key.values()]

    def find(self, key: str) -> rows.EditionRow | None:
        return self._store.edition_by_key.get(key)

    def remove(self, key: str) -> None:
        if any(game.edition.key == key for game in self._store.by_id.values()):
            raise Conflict(f"there are games with the edition {key}")
        if self._store.edition_by_key.pop(key, None) is not None:
            self._store.changed.add(("edition", key))


class LocalSeatStore(Part, stores.SeatStore):
    """Stores seats in the documents of games; there are no links, because there are no guests."""

    def rights(self, table_id: str) -> rows.Rights | None:
        game = self._game(table_id)
        return None if game is None else game.rights()

    def release(
        self, table_id: str, device: str, places: Sequence[int], named: Collection[int]
    ) -> None:
        del device
        game = self._store.change(table_id)
        game.places -= set(places)
        game.names = ["" if seat in named else name for seat, name in enumerate(game.names)]

    def count_waiting(self, devices: Collection[str]) -> dict[str, int]:
        return dict.fromkeys(devices, 0)

    def link(self, secret: str) -> None:
        """Return None: the link is unknown."""

    def bans(self, table_id: str) -> list[rows.BanRow]:
        del table_id
        return []

    def add_device_link(self, secret: str, device: str, until: int) -> None:
        """Store nothing: no other device can follow the link."""

    def move_to_device(self, secret: str, device: str) -> list[str]:
        del device
        raise UnknownTable(secret)

    def remove_device_links(self, device: str) -> None:
        """Do nothing: there are no links."""


class LocalPlanStore(Part, plans.PlanStore):
    """Stores plans."""

    def plans_of(self, game: str) -> dict[int, str]:
        found = self._game(game)
        return {} if found is None else dict(found.plans)

    def write(self, game: str, seat: int, data: str | None) -> None:
        changed = self._store.change(game)
        changed.plans.pop(seat, None)
        if data is not None:
            changed.plans[seat] = data


class LocalSeasonStore(Part, seasons.SeasonStore):
    """Stores seasons."""

    def name(self, game: str) -> str:
        found = self._game(game)
        return "" if found is None else found.season

    def games(self, name: str, rights: rows.Rights) -> list[str]:
        del rights
        return [game.id for game in self._store.by_id.values() if game.season == name]

    def write(self, game: str, name: str) -> None:
        self._store.change(game).season = name


class LocalChatStore(Part, chat.ChatStore):
    """Stores notes; nobody chats with themselves, so a line is not stored."""

    def add_line(self, game: str, at: int, seat: int, text: str) -> int:
        del at, seat, text
        raise Conflict(f"the game {game} has no chat")

    def chat(self, game: str, since: int = 0) -> list[ChatRow]:
        del game, since
        return []

    def new_lines(self, game: str, since: int, forgotten: int) -> tuple[int, list[ChatRow]]:
        del game, since, forgotten
        return NO_REMOVAL, []

    def earlier(self, game: str) -> list[EarlierChat]:
        del game
        return []

    def forget_chat(self, game: str, seats: Collection[int]) -> None:
        """Do nothing: there are no lines."""

    def note(self, game: str, seat: int) -> NoteRow:
        found = self._game(game)
        return EMPTY_NOTE if found is None else found.notes.get(seat, EMPTY_NOTE)

    def write_note(self, game: str, seat: int, number: int, text: str) -> int:
        if self.note(game, seat).number != number:
            raise Conflict(f"the note of seat {seat} at {game} was written meanwhile")
        self._store.change(game).notes[seat] = NoteRow(number + 1, text)
        return number + 1

    def forget_notes(self, game: str, seats: Collection[int]) -> None:
        if self._game(game) is not None:
            notes = self._store.change(game).notes
            for seat in seats:
                notes.pop(seat, None)


class LocalAnalysisStore(Part, analysis.AnalysisStore):
    """Stores analyses."""

    def request(self, game: str, key: str) -> None:
        changed = self._store.change(game)
        if changed.analysis is None or changed.analysis.key != key:
            changed.analysis = AnalysisDocument(key)
        changed.analysis.is_wanted = True

    def stop(self, game: str) -> None:
        found = self._game(game)
        if found is not None and found.analysis is not None:
            self._store.change(game)
            found.analysis.is_wanted = False

    def requested(self) -> list[str]:
        games = self._store.by_id.values()
        return [game.id for game in games if game.analysis is not None and game.analysis.is_wanted]

    def add(self, game: str, key: str, is_precise: bool, rows: Mapping[int, str]) -> None:
        found = self._with_key(game, key)
        if found is None:
            raise Conflict(f"the analysis of table {game} was removed")
        self._store.change(game)
        (found.precise if is_precise else found.first_pass).update(rows)

    def turns(self, game: str, key: str) -> tuple[list[str], list[str]]:
        found = self._with_key(game, key)
        if found is None:
            return [], []
        first, precise = (
            [turns[number] for number in sorted(turns)]
            for turns in (found.first_pass, found.precise)
        )
        return first, precise

    def _with_key(self, game: str, key: str) -> AnalysisDocument | None:
        found = self._game(game)
        if found is None or found.analysis is None or found.analysis.key != key:
            return None
        return found.analysis


PARTS: Final[dict[Any, Any]] = {
    analysis.AnalysisStore: LocalAnalysisStore,
    chat.ChatStore: LocalChatStore,
    plans.PlanStore: LocalPlanStore,
    seasons.SeasonStore: LocalSeasonStore,
}
