"""Games in memory, each a document that the browser stores.

The methods change documents and note which ones; ``LocalStoreThread`` has them stored.  There is
one device, and every game is visible to it.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from redcathedral.server.core.store import rows
from redcathedral.server.core.store import store as stores
from redcathedral.server.core.store.problem import BrokenTable, Conflict, UnknownTable
from redcathedral.server.core.store.time import now
from redcathedral.server.core.wire.lobby import GAME_KINDS, GameKind
from redcathedral.server.local.documents import DEVICE, Documents, GameDocument
from redcathedral.server.local.parts import (
    PARTS,
    LocalEditionStore,
    LocalNetworkUses,
    LocalSeatStore,
)

MAX_COUNT: Final = 100  # games of a kind; the count of more games is MAX_COUNT + 1


class LocalStore(stores.Store):
    """The store of the server in a page."""

    def __init__(self, documents: Documents) -> None:
        self.documents = documents
        self.seats = LocalSeatStore(documents)
        self.editions = LocalEditionStore(documents)
        self.network_uses = LocalNetworkUses()

    def close(self) -> None:
        """Do nothing: the documents are stored."""

    def part(self, kind: Callable[..., stores.Part]) -> stores.Part:
        part: stores.Part = PARTS[kind](self.documents)
        return part

    def add(
        self,
        table_id: str,
        game: rows.NewGameRow,
        edition: rows.EditionRow,
        previous: rows.PreviousGame | None = None,
    ) -> None:
        if table_id in self.documents.games:
            raise Conflict(f"there is a game {table_id}")
        places = set[int]() if game.device is None else {*game.held, rows.HOST_SEAT}
        if previous is not None:
            earlier = self.documents.change(previous.game)
            if earlier.rematch is not None:
                raise Conflict(f"the game {previous.game} has a rematch")
            earlier.rematch = table_id
            new_seats = {old_seat: seat for seat, old_seat in enumerate(previous.seats)}
            places |= {new_seats.get(place, place) for place in earlier.places}
        at = now() if game.at is None else game.at
        self.editions.add(edition)
        self.documents.games[table_id] = GameDocument(
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
        self.documents.changed.add(("game", table_id))

    def append_all(self, actions: Sequence[rows.ActionRow]) -> list[Exception | None]:
        return [self._append(action) for action in actions]

    def _append(self, action: rows.ActionRow) -> Exception | None:
        game = self.documents.games.get(action.game)
        if game is None or len(game.actions) != action.version - 1:
            return Conflict(f"the table {action.game} is not at version {action.version - 1}")
        game.changed = now() if action.at is None else action.at
        game.actions.append(action.data)
        game.times.append(game.changed)
        game.standing = action.standing
        for change in action.seats:
            self._change_seat(game, change)
        self.documents.changed.add(("game", game.id))
        return None

    def _change_seat(self, game: GameDocument, change: rows.SeatChange) -> None:
        if change.name is not None:
            game.names[change.seat] = change.name
        if DEVICE in change.holders:
            game.places.add(change.seat)
        elif change.replaces_holders:
            game.places.discard(change.seat)

    def actions_after(self, table_id: str, version: int) -> list[tuple[str, int]]:
        game = self._game(table_id)
        return list(zip(game.actions[version:], game.times[version:], strict=True))

    def expired(self, at: int, limit: int) -> list[str]:
        flags = [
            (game.standing.flag, game.id)
            for game in self.documents.games.values()
            if game.standing.flag is not None and game.standing.over is None
        ]
        return [game for flag, game in sorted(flags)[:limit] if flag <= at]

    def rematch(self, table_id: str) -> str | None:
        game = self.documents.games.get(table_id)
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
        games = [game for game in self.documents.games.values() if _is_of(kind, game, since)]
        if last_place is not None:
            games = [game for game in games if (game.changed, game.id) < last_place]
        return _newest_first(games)[:limit]

    def game(self, table_id: str) -> rows.GameRow | None:
        return self.documents.games[table_id].row() if table_id in self.documents.games else None

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
            [
                game
                for game in self.documents.games.values()
                if any(place >= first for place in game.places)
            ]
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
        del self.documents.games[table_id]
        self.documents.changed.add(("game", table_id))
        for game in self.documents.games.values():
            if game.rematch == table_id:
                self.documents.change(game.id).rematch = None

    def _game(self, table_id: str) -> GameDocument:
        if table_id not in self.documents.games:
            raise UnknownTable(table_id)
        return self.documents.games[table_id]


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
