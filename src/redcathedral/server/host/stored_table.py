"""What a table is rebuilt from: the record it began with, and every action since."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Final, cast

import msgspec
from msgspec import Struct

from redcathedral.box import Edition
from redcathedral.box.vocabulary import COLOURS
from redcathedral.play.game import Game
from redcathedral.record.game_record import Record
from redcathedral.record.header import Header
from redcathedral.record.replay import read
from redcathedral.server.store import EditionHead, GameRow, Standing
from redcathedral.server.table.actions import Action
from redcathedral.server.table.seated_game import BOT, LegalFilter, Sitting, players
from redcathedral.server.table.views import over_reason
from redcathedral.server.wire.events import colour_of
from redcathedral.server.wire.lobby import Summary, SummarySeat
from redcathedral.server.wire.protocol import Colour, EditionRef, Reason, SeatKind


@dataclass
class Foundation:
    """A table as it is stored, with the edition it is played with."""

    row: GameRow
    base: str
    edition: EditionRef
    box: Edition
    actions: list[Action] = field(default_factory=list)
    legal_filter: LegalFilter | None = None
    seed: int | None = None

    @property
    def id(self) -> str:
        """The table's id."""
        return self.row.id

    def sitting(self) -> Sitting:
        """The table as it stands, rebuilt."""
        game = Game(record=read(self.base, self.box), seed=self.seed)
        sitting = Sitting(game, players(game, self.row.names), legal_filter=self.legal_filter)
        for action in self.actions:
            sitting.apply(action)
        return sitting


def record_text(sitting: Sitting, *, names: bool) -> str:
    """The game's record, with the names of people only where they are asked for."""
    record = sitting.game.record
    if not names:
        return record.text()
    seats = tuple(
        replace(seat, text=player.name) if player.kind == "person" else seat
        for seat, player in zip(record.header.seats, sitting.players, strict=False)
    )
    return replace(record, header=replace(record.header, seats=seats)).text()


def without_names(record: Record) -> Record:
    """A record whose header names bots only."""
    seats = tuple(
        seat if seat.text.startswith(BOT) else replace(seat, text="")
        for seat in record.header.seats
    )
    return replace(record, header=replace(record.header, seats=seats))


def standing(sitting: Sitting) -> Standing:
    """What the list of games tells of a table."""
    state = sitting.game.state
    to_move = colour_of(state.setting, int(state.seat))
    return Standing(int(state.turn) + 1, to_move, over_reason(sitting))


class StoredSeat(Struct, frozen=True):
    """A seat as the store keeps it for the list of games."""

    colour: Colour
    kind: SeatKind
    bot: str | None = None


_SEATS: Final = msgspec.json.Decoder(list[StoredSeat])


def seats_text(header: Header) -> str:
    """The seats of a game as they are stored."""
    seats = []
    for seat in header.seats:
        bot = seat.text.removeprefix(BOT) if seat.text.startswith(BOT) else None
        kind: SeatKind = "person" if bot is None else "bot"
        seats.append(StoredSeat(_colour(seat.colour), kind, bot))
    if header.ivan is not None:
        seats.append(StoredSeat(_colour(header.ivan), "ivan"))
    return msgspec.json.encode(seats).decode()


def _colour(number: int) -> Colour:
    return COLOURS[number]


def summary(row: GameRow) -> Summary:
    """A table in the list of games; raises ValueError for what cannot be told."""
    names = [*row.names, *[""] * len(COLOURS)]
    told = Summary(
        id=row.id,
        created=_time_text(row.created),
        changed=_time_text(row.changed),
        number=row.number,
        turn=row.standing.turn,
        to_move=cast("Colour", row.standing.to_move),
        seats=[
            SummarySeat(seat.colour, name, seat.kind, seat.bot)
            for seat, name in zip(_SEATS.decode(row.seats), names, strict=False)
        ],
        edition=edition_ref(row.edition),
        over=cast("Reason | None", row.standing.over),
    )
    return msgspec.convert(msgspec.to_builtins(told), Summary)


def edition_ref(head: EditionHead) -> EditionRef:
    """An edition by name."""
    return EditionRef(key=head.key, id=head.id, name=head.name, hash=head.hash)


def _time_text(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="seconds")
