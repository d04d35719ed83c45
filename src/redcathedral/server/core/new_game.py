"""A game before it is kept: set up by a visitor, or gone on with from a record."""

import secrets
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from redcathedral.box import Edition
from redcathedral.box.options import Options
from redcathedral.play.game import Game
from redcathedral.play.seating import make_header, seat_colours
from redcathedral.record.header import BOT, Header
from redcathedral.record.person_name import PersonNameError, person_name
from redcathedral.record.setup_code import turn_order
from redcathedral.server.core.api_error import ApiError, bad_name
from redcathedral.server.core.opponents import Opponents
from redcathedral.server.core.store.rows import NewGameRow
from redcathedral.server.core.stored_table import seats_text, standing
from redcathedral.server.core.table.actions import (
    PlaySettingsChanged,
    SeatsOpened,
    SettingsChanged,
    TableAction,
    encode,
)
from redcathedral.server.core.table.play_state import STAND_IN
from redcathedral.server.core.table.seated_game import SeatedGame, players, with_seat_texts
from redcathedral.server.core.wire.lobby import NewSeat, NewTable
from redcathedral.server.core.wire.play_state import ClockKind
from redcathedral.server.core.wire.protocol import Access

TIMES: Final[dict[ClockKind, tuple[int, int]]] = {  # of a clock, the least and the most
    "turn": (10, 3_600),
    "bank": (30, 10_800),
    "days": (1, 30),
}
INCREMENT: Final = 300  # seconds, the most


def new_row(game: Game, names: Sequence[str], actions: Sequence[TableAction] = ()) -> NewGameRow:
    """Return a game to be stored; the device that begins it holds the seats of all people."""
    texts = ["" if seat.bot is None else seat.text for seat in game.header.seats]
    seated = SeatedGame(game, players(game.header))
    for action in actions:
        seated.apply(action)
    return NewGameRow(
        base=with_seat_texts(game.record, texts).text(),
        seats=seats_text(game.header),
        names=tuple(names),
        standing=standing(seated),
        actions=tuple(map(encode, actions)),
        held=tuple(seated.sitting),
    )


def set_up(
    wish: NewTable, edition: Edition, opponents: Opponents, seed: int | None, access: Access
) -> NewGameRow:
    """A game that a visitor wants; raises ApiError, HeaderError or SetupCodeError."""
    seats = list(wish.seats)
    if access == "house" and any(seat.is_open for seat in seats):
        reason = "in the house everybody plays any seat, so none is open"
        raise ApiError(400, "bad-game", reason, "make the table private or public")
    if wish.lot and seats and not any(seat.kind == "ivan" for seat in seats):
        first = _drawn_first(seats, wish.setup)
        seats = seats[first:] + seats[:first]
    who = _who(seats, opponents)
    game = Game(
        players=len(who.texts),
        solo=who.solo,
        colours=who.colours,
        names=who.texts,
        options=wish.options,
        edition=edition,
        seed=seed,
        setup=wish.setup,
    )
    people = [kept_name(seat.name) for seat in seats if seat.kind != "ivan"]
    actions = opening_actions(game, wish.auto_end, wish.own_dice)
    if opened := [at for at, seat in enumerate(seats) if seat.is_open]:
        actions.append(SeatsOpened(opened))
    actions += play_settings_actions(game, wish, opponents)
    return replace(new_row(game, people, actions), access=access)


def _drawn_first(seats: Sequence[NewSeat], setup: str | None) -> int:
    """The seat that begins by lot (R2.10); with a set-up code the lot is that of the code."""
    if setup is None:
        return secrets.randbelow(len(seats))
    order = turn_order(setup)
    return min(range(len(seats)), key=lambda seat: order.index(seats[seat].colour))


def header_for(
    seats: Sequence[NewSeat], options: Options, edition: Edition, opponents: Opponents
) -> Header:
    who = _who(seats, opponents)
    taken = seat_colours(len(who.texts), who.solo, who.colours)
    return make_header(edition, taken, who.solo, who.texts, options)


class _Who(NamedTuple):
    """Who sits at a game: the colours of all seats, and of each but Ivan's the header's text."""

    solo: bool
    colours: list[str]
    texts: list[str]


def _who(seats: Sequence[NewSeat], opponents: Opponents) -> _Who:
    for seat in seats:
        _check(seat, opponents)
    solo = _is_solo(seats)
    people = seats[:1] if solo else seats
    texts = [f"{BOT}{seat.bot}" if seat.kind == "bot" else "" for seat in people]
    return _Who(solo, [seat.colour for seat in seats], texts)


def opening_actions(game: Game, auto_end: bool, own_dice: bool) -> list[TableAction]:
    if own_dice and all(player.kind != "person" for player in players(game.header)):
        reason = "only bots play, so nobody rolls dice at the table"
        raise ApiError(400, "bad-game", reason, "seat a person, or let dice be rolled here")
    return [SettingsChanged(auto_end, own_dice)] if auto_end or own_dice else []


def play_settings_actions(game: Game, wish: NewTable, opponents: Opponents) -> list[TableAction]:
    if wish.stand_in is not None:
        opponents.check(wish.stand_in)
    clock = wish.clock
    if clock is not None:
        least, most = TIMES[clock.kind]
        increments = INCREMENT if clock.kind == "bank" else 0
        if not (least <= clock.time <= most and 0 <= clock.increment <= increments):
            unit = "days" if clock.kind == "days" else "seconds"
            more = f" and an increment up to {INCREMENT} seconds" if increments else ""
            reason = f"a clock of this kind does not have {clock.time}+{clock.increment} {unit}"
            fix = f"take {least} to {most} {unit}{more or ' and no increment'}"
            raise ApiError(400, "bad-game", reason, fix)
        if all(player.kind != "person" for player in players(game.header)):
            fix = "seat a person, or leave the clock out"
            raise ApiError(400, "bad-game", "only bots play, and no clock runs for them", fix)
    if clock is None and wish.stand_in is None:
        return []
    return [PlaySettingsChanged(clock, wish.stand_in or STAND_IN)]


def branched(seated: SeatedGame, told: int, others: Collection[int]) -> tuple[NewGameRow, Edition]:
    """Return a new game from an earlier moment, without the names at the seats of ``others``."""
    game = Game(record=seated.record_until(told))
    players = enumerate(seated.players)
    names = ["" if seat in others else player.name for seat, player in players]
    return new_row(game, names), game.edition


def _is_solo(seats: Sequence[NewSeat]) -> bool:
    ivans = [index for index, seat in enumerate(seats) if seat.kind == "ivan"]
    if not ivans:
        return False
    if ivans != [1] or len(seats) != 2:
        reason = "Ivan plays against one seat and is the second of the two"
        raise ApiError(400, "bad-game", reason, "name one seat and then his")
    return True


def _check(seat: NewSeat, opponents: Opponents) -> None:
    if seat.kind == "bot":
        opponents.check(seat.bot or "")
    elif seat.bot is not None:
        reason = f"no bot can sit where the seat's kind is {seat.kind!r}"
        raise ApiError(400, "bad-game", reason, "write the kind `bot`, or leave the bot out")
    if seat.is_open and (seat.kind != "person" or seat.name.strip()):
        reason = "only a person without a name yet can be waited for"
        raise ApiError(400, "bad-game", reason, "leave kind and name of an open seat out")
    if seat.kind == "person":
        kept_name(seat.name)


def kept_name(text: str) -> str:
    try:
        return person_name(text)
    except PersonNameError as error:
        raise bad_name(error) from None
