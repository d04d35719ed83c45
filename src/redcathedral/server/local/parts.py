"""The parts of features in the documents of games; ``LocalStore.part`` finds them by name."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Final

from msgspec import Struct, field

from redcathedral.server.core.store.problem import Conflict
from redcathedral.server.core.store.rows import Rights
from redcathedral.server.features.analysis import store as analysis
from redcathedral.server.features.chat import store as chat
from redcathedral.server.features.chat.store import NO_REMOVAL, ChatRow, EarlierChat, NoteRow
from redcathedral.server.features.plans import store as plans
from redcathedral.server.features.seasons import store as seasons

if TYPE_CHECKING:
    from redcathedral.server.local.store import Game, LocalStore

EMPTY_NOTE: Final = NoteRow(0, "")


class Analysis(Struct):
    """The analysis of a game: its key, and the turns of both passes by number."""

    key: str
    is_wanted: bool = True
    first_pass: dict[int, str] = field(default_factory=dict)
    precise: dict[int, str] = field(default_factory=dict)


class Part:
    """The base class of the parts."""

    def __init__(self, store: LocalStore) -> None:
        self._store = store

    def _game(self, name: str) -> Game | None:
        return self._store.by_id.get(name)


class PlanStore(Part, plans.PlanStore):
    """Stores plans."""

    def plans_of(self, game: str) -> dict[int, str]:
        found = self._game(game)
        return {} if found is None else dict(found.plans)

    def write(self, game: str, seat: int, data: str | None) -> None:
        changed = self._store.change(game)
        changed.plans.pop(seat, None)
        if data is not None:
            changed.plans[seat] = data


class SeasonStore(Part, seasons.SeasonStore):
    """Stores seasons."""

    def name(self, game: str) -> str:
        found = self._game(game)
        return "" if found is None else found.season

    def games(self, name: str, rights: Rights) -> list[str]:
        del rights
        return [game.id for game in self._store.by_id.values() if game.season == name]

    def write(self, game: str, name: str) -> None:
        self._store.change(game).season = name


class ChatStore(Part, chat.ChatStore):
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


class AnalysisStore(Part, analysis.AnalysisStore):
    """Stores analyses."""

    def request(self, game: str, key: str) -> None:
        changed = self._store.change(game)
        if changed.analysis is None or changed.analysis.key != key:
            changed.analysis = Analysis(key)
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

    def _with_key(self, game: str, key: str) -> Analysis | None:
        found = self._game(game)
        if found is None or found.analysis is None or found.analysis.key != key:
            return None
        return found.analysis
