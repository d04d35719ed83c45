"""Everything about the store that takes time, done in one thread of its own."""

from __future__ import annotations

import asyncio
import secrets
import zlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Final, ParamSpec, TypeVar

from redcathedral.play.game import Game
from redcathedral.record.rcg import Record
from redcathedral.record.replay import replay
from redcathedral.server.actions import SettingsChanged, decode, encode
from redcathedral.server.box_view import reference
from redcathedral.server.editions import Editions
from redcathedral.server.foundation import Foundation, standing, summary, without_names
from redcathedral.server.lobby import NewSeat, NewTable, Summary
from redcathedral.server.opponents import Opponents
from redcathedral.server.problems import Refusal
from redcathedral.server.sitting import BOT, LegalFilter, Sitting, players
from redcathedral.server.store import EditionRow, Store

P = ParamSpec("P")
T = TypeVar("T")

TABLES: Final = 1000  # games kept
LISTED: Final = 200  # games in the list
NAME: Final = 40  # letters of a name
RECORD: Final = 4 * 1024 * 1024  # bytes of a record, unpacked


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
        """A table as the store has it; raises UnknownTable."""
        stored = self.store.load(id)
        row, edition = self.editions.stored(stored.edition)
        return Foundation(
            row=stored.row,
            edition=reference(edition, row.key),
            box=edition,
            actions=[decode(action.data) for action in stored.actions],
            legal_filter=self._legal_filter,
            seed=self._seed,
        )

    def games(self) -> list[Summary]:
        """The games changed last."""
        return [
            summary(row, self.editions.reference(row.edition)) for row in self.store.games(LISTED)
        ]

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
        return self._add(game, names, row, auto_end=wish.auto_end)

    def upload(self, data: bytes) -> Foundation:
        """A game of a record file; raises Refusal."""
        self._make_room()
        record = _read(_unpacked(data), self.editions)
        names = [
            "" if seat.text.startswith(BOT) else _shortened(seat.text)
            for seat in record.header.seats
        ]
        record = _known_bots(record, self.opponents)
        game = Game(record=record, seed=self._seed)
        row, _ = self.editions.find(self.editions.key_of(record.components.edition))
        return self._add(game, names, row, auto_end=False)

    def _add(
        self, game: Game, names: Sequence[str], row: EditionRow, *, auto_end: bool
    ) -> Foundation:
        game.record = without_names(game.record)
        id_ = secrets.token_urlsafe(9)
        sitting = Sitting(game, players(game))
        actions = [encode(SettingsChanged(auto_end))] if auto_end else []
        self.store.add(id_, game.record.text(), names, row, standing(sitting), actions)
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


def _shortened(name: str) -> str:
    return name[:NAME].strip()


def _known_bots(record: Record, opponents: Opponents) -> Record:
    """The record with people in place of bots that a visitor may not choose."""
    seats = tuple(
        replace(seat, text="")
        if seat.text.startswith(BOT) and not opponents.may_play(seat.text.removeprefix(BOT))
        else seat
        for seat in record.header.seats
    )
    return replace(record, header=replace(record.header, seats=seats))


def _unpacked(data: bytes) -> str:
    """The text of an uploaded record, plain or gzipped; raises Refusal."""
    fix = "choose a .rcg or .rcg.gz file of one game"
    if data.startswith(b"\x1f\x8b"):
        unpacker = zlib.decompressobj(wbits=31)
        try:
            data = unpacker.decompress(data, RECORD + 1)
        except zlib.error:
            raise Refusal(400, "bad-record", "the gzip data is broken", fix) from None
    if len(data) > RECORD:
        reason = f"more than {RECORD // 1024 // 1024} MiB are no game record"
        raise Refusal(413, "too-large", reason, fix)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refusal(400, "bad-record", "the file is not UTF-8 text", fix) from None


def _read(text: str, editions: Editions) -> Record:
    """The record of a text; raises Refusal with line, reason and way out."""
    report = replay(text, given=editions.fitting(text))
    if report.problems:
        first = report.problems[0]
        place = f"line {first.line}: " if first.line else ""
        read = f"{first.read[:80]!r}: " if first.read else ""
        details = [*first.details, *report.warnings]
        raise Refusal(400, "bad-record", f"{place}{read}{first.reason}", first.fix, details)
    assert report.record is not None
    return report.record
