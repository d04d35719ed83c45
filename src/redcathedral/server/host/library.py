"""Everything about the store that takes time, done in one thread of its own."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, ParamSpec, TypeVar

import msgspec

from redcathedral.play.game import Game
from redcathedral.server.host.editions import Editions
from redcathedral.server.host.opponents import Opponents
from redcathedral.server.host.stored_table import (
    Foundation,
    edition_ref,
    seats_text,
    standing,
    summary,
    without_names,
)
from redcathedral.server.host.uploads import NAME, Begun, RecordFile
from redcathedral.server.http.refusals import Refusal
from redcathedral.server.store import EditionRow, Store
from redcathedral.server.table.actions import SettingsChanged, decode, encode
from redcathedral.server.table.seated_game import BOT, LegalFilter, Sitting, players
from redcathedral.server.wire.lobby import NewSeat, NewTable, Summary

P = ParamSpec("P")
T = TypeVar("T")
LOG: Final = logging.getLogger(__name__)

TABLES: Final = 1000  # games kept
LISTED: Final = 200  # games in the list


class Keeper:
    """The store and the editions, behind one thread."""

    def __init__(
        self,
        store: Store,
        given: Sequence[str] = (),
        *,
        further: Sequence[str] = (),
        legal_filter: LegalFilter | None = None,
        seed: int | None = None,
        limit: int = TABLES,
    ) -> None:
        self.store = store
        self.editions = Editions(store, given)
        self.opponents = Opponents(further)
        self._legal_filter = legal_filter
        self._seed = seed
        self._limit = limit
        self._thread = ThreadPoolExecutor(1, "store")

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Have something done in the store's thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, lambda: work(*args, **kwargs))

    def close(self) -> None:
        """Finish what is being written and let go of the store."""
        self._thread.shutdown()
        self.store.close()

    # --- in the thread

    def load(self, id: str) -> Foundation:  # noqa: A002
        """A table as the store has it; raises UnknownTable, BrokenTable or Refusal."""
        stored = self.store.load(id)
        _, edition = self.editions.stored(stored.edition)
        return Foundation(
            row=stored.row,
            base=stored.base,
            edition=edition_ref(stored.row.edition),
            box=edition,
            actions=[decode(action.data) for action in stored.actions],
            legal_filter=self._legal_filter,
            seed=self._seed,
        )

    def games(self) -> list[Summary]:
        """The games changed last, but for those of which nothing can be told."""
        told: list[Summary] = []
        for row in self.store.games(LISTED):
            try:
                told.append(summary(row))
            except (ValueError, OverflowError, OSError, TypeError, msgspec.MsgspecError) as error:
                LOG.warning("table %s cannot be listed: %s", row.id, error)
        return told

    def new(self, wish: NewTable) -> Foundation:
        """A new game; raises Refusal or HeaderError."""
        self._make_room()
        row, edition = self.editions.find(wish.edition)
        seats = list(wish.seats)
        solo = _check(seats, self.opponents)
        if wish.lot and not solo:
            first = secrets.randbelow(len(seats))
            seats = seats[first:] + seats[:first]
        people = seats[:1] if solo else seats
        game = Game(
            players=len(people),
            solo=solo,
            colours=[seat.colour for seat in seats],
            names=[f"{BOT}{seat.bot}" if seat.kind == "bot" else "" for seat in people],
            options=wish.options,
            edition=edition,
            seed=self._seed,
        )
        names = [seat.name.strip() if seat.kind == "person" else "" for seat in people]
        game.record = without_names(game.record)
        begun = Begun(
            base=game.record.text(),
            seats=seats_text(game.header),
            names=tuple(names),
            edition=edition,
            standing=standing(Sitting(game, players(game))),
        )
        return self._add(begun, row, [encode(SettingsChanged(True))] if wish.auto_end else [])

    def file(self, text: str) -> RecordFile:
        """The text of an uploaded record with what is needed to replay it."""
        self._make_room()
        return RecordFile(text, self.editions.fitting(text), self.opponents.all, self._seed)

    def add(self, begun: Begun) -> Foundation:
        """A game of a record file; raises Refusal."""
        self._make_room()
        row = self.editions.row_of(begun.edition)
        return self._add(begun, row, [])

    def _add(self, begun: Begun, row: EditionRow, actions: Sequence[str]) -> Foundation:
        id_ = secrets.token_urlsafe(9)
        names = begun.names
        self.store.add(id_, begun.base, begun.seats, names, row, begun.standing, actions)
        return self.load(id_)

    def _make_room(self) -> None:
        if self.store.count() >= self._limit:
            reason = f"there are {self._limit} games already"
            raise Refusal(409, "too-many-tables", reason, "remove some from the list of games")


def _check(seats: Sequence[NewSeat], opponents: Opponents) -> bool:
    """Whether it is a game against Ivan; raises Refusal for seats that cannot be."""
    for seat in seats:
        if seat.kind == "bot":
            opponents.check(seat.bot or "")
        if seat.kind == "person":
            _check_name(seat.name.strip())
    ivans = [index for index, seat in enumerate(seats) if seat.kind == "ivan"]
    if not ivans:
        return False
    if ivans != [1] or len(seats) != 2:
        reason = "Ivan plays against one seat and is the second of the two"
        raise Refusal(400, "bad-game", reason, "name one seat and then his")
    return True


def _check_name(name: str) -> None:
    if len(name) > NAME or not name.isprintable() or name.startswith((BOT, "#")) or " #" in name:
        fix = f"take up to {NAME} letters on one line, without ` #`, not beginning with `{BOT}`"
        raise Refusal(400, "bad-name", "this name cannot be used", fix)
