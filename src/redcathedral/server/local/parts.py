"""The parts of the store in a page: seats, editions, and what features store with a game."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from redcathedral.server.core.store import rows
from redcathedral.server.core.store import store as stores
from redcathedral.server.core.store.problem import Conflict, UnknownTable
from redcathedral.server.core.wire.edition import EditionRef
from redcathedral.server.features.analysis import store as analysis
from redcathedral.server.features.chat import store as chat
from redcathedral.server.features.chat.store import NO_REMOVAL, ChatRow, EarlierChat, NoteRow
from redcathedral.server.features.plans import store as plans
from redcathedral.server.features.seasons import store as seasons
from redcathedral.server.local.documents import AnalysisDocument, Documents, GameDocument

EMPTY_NOTE: Final = NoteRow(0, "")


class Part:
    """The base class of the parts of the store."""

    def __init__(self, documents: Documents) -> None:
        self._documents = documents

    def _game(self, name: str) -> GameDocument | None:
        return self._documents.games.get(name)


class LocalEditionStore(Part, stores.EditionStore):
    """Stores editions as documents."""

    def add(self, row: rows.EditionRow) -> None:
        if row.head.key not in self._documents.editions:
            self._documents.editions[row.head.key] = row
            self._documents.changed.add(("edition", row.head.key))

    def all(self) -> list[EditionRef]:
        return [row.head for row in self._documents.editions.values()]

    def find(self, key: str) -> rows.EditionRow | None:
        return self._documents.editions.get(key)

    def remove(self, key: str) -> None:
        if any(game.edition.key == key for game in self._documents.games.values()):
            raise Conflict(f"there are games with the edition {key}")
        if self._documents.editions.pop(key, None) is not None:
            self._documents.changed.add(("edition", key))


class LocalNetworkUses(stores.NetworkUses):
    """Counts nothing, because there are no guests."""

    def keys(self, network: str, kind: str) -> set[str]:  # noqa: ARG002
        return set()

    def add(self, *_: object) -> bool:
        return True


class LocalSeatStore(Part, stores.SeatStore):
    """Stores seats in the documents of games; there are no links, because there are no guests."""

    def rights(self, table_id: str) -> rows.Rights | None:
        game = self._game(table_id)
        return None if game is None else game.rights()

    def release(
        self, table_id: str, device: str, places: Sequence[int], named: Collection[int]
    ) -> None:
        del device
        game = self._documents.change(table_id)
        game.places -= set(places)
        game.names = ["" if seat in named else name for seat, name in enumerate(game.names)]

    def count_waiting(self, devices: Collection[str]) -> dict[str, int]:
        return dict.fromkeys(devices, 0)

    def link(self, secret: str) -> None:
        """Return None: the link is unknown."""

    def bans(self, table_id: str) -> list[rows.BanRow]:
        del table_id
        return []

    def server_bans(self) -> list[rows.ServerBanRow]:
        return []

    def lift_server_ban(self, ban_id: str) -> None:
        """Do nothing: there are no bans."""

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
        changed = self._documents.change(game)
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
        games = self._documents.games.values()
        return [game.id for game in games if name and game.season == name]

    def write(self, game: str, name: str) -> None:
        self._documents.change(game).season = name


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
        self._documents.change(game).notes[seat] = NoteRow(number + 1, text)
        return number + 1

    def forget_notes(self, game: str, seats: Collection[int]) -> None:
        if self._game(game) is not None:
            notes = self._documents.change(game).notes
            for seat in seats:
                notes.pop(seat, None)


class LocalAnalysisStore(Part, analysis.AnalysisStore):
    """Stores analyses."""

    def request(self, game: str, key: str) -> None:
        changed = self._documents.change(game)
        if changed.analysis is None or changed.analysis.key != key:
            changed.analysis = AnalysisDocument(key)
        changed.analysis.is_wanted = True

    def stop(self, game: str) -> None:
        found = self._game(game)
        if found is not None and found.analysis is not None:
            self._documents.change(game)
            found.analysis.is_wanted = False

    def requested(self) -> list[str]:
        games = self._documents.games.values()
        return [game.id for game in games if game.analysis is not None and game.analysis.is_wanted]

    def add(self, game: str, key: str, is_precise: bool, rows: Mapping[int, str]) -> None:
        found = self._with_key(game, key)
        if found is None:
            raise Conflict(f"the analysis of table {game} was removed")
        self._documents.change(game)
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
