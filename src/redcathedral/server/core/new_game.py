"""Create the database row of a new game, from a visitor's choices or from an earlier game."""

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
from redcathedral.server.core.store.rows import LOCAL_ACCESS, NewGameRow
from redcathedral.server.core.stored_table import seats_text, table_standing
from redcathedral.server.core.table.actions import (
    Dealt,
    PlaySettingsChanged,
    SeatsOpened,
    SettingsChanged,
    TableAction,
    encode,
)
from redcathedral.server.core.table.play_state import DEFAULT_SUBSTITUTE
from redcathedral.server.core.table.seated_game import SeatedGame, players, with_seat_texts
from redcathedral.server.core.wire.lobby import NewSeat, NewTable
from redcathedral.server.core.wire.play_state import ClockKind
from redcathedral.server.core.wire.protocol import Access

CLOCK_TIMES: Final[dict[ClockKind, tuple[int, int]]] = {  # minimum and maximum
    "turn": (10, 3_600),
    "bank": (30, 10_800),
    "days": (1, 30),
}
MAX_INCREMENT_SECONDS: Final = 300


def new_row(game: Game, names: Sequence[str], actions: Sequence[TableAction] = ()) -> NewGameRow:
    """Return the row of a game; the device that begins it holds the seats of all people."""
    texts = ["" if seat.bot is None else seat.text for seat in game.header.seats]
    seated = SeatedGame(game, players(game.header))
    for action in actions:
        seated.apply(action)
    return NewGameRow(
        base=with_seat_texts(game.record, texts).text(),
        seats=seats_text(game.header),
        names=tuple(names),
        standing=table_standing(seated),
        actions=tuple(map(encode, actions)),
        held=tuple(seated.sitting),
    )


def set_up(
    new_table: NewTable, edition: Edition, opponents: Opponents, seed: int | None, access: Access
) -> NewGameRow:
    """Return the row of a visitor's new game; raises ApiError, HeaderError or SetupCodeError."""
    seats = list(new_table.seats)
    if access == LOCAL_ACCESS and any(seat.is_open for seat in seats):
        reason = "at a local table any seat can be played, so none can be open"
        raise ApiError(400, "bad-game", reason, "make the table private or public")
    if new_table.lot and seats and not any(seat.kind == "ivan" for seat in seats):
        first = _random_first_seat(seats, new_table.setup)
        seats = seats[first:] + seats[:first]
    seating = _seating(seats, opponents)
    game = Game(
        players=len(seating.texts),
        solo=seating.solo,
        colours=seating.colours,
        names=seating.texts,
        options=new_table.options,
        edition=edition,
        seed=seed,
        setup=new_table.setup,
    )
    people = [checked_name(seat.name) for seat in seats if seat.kind != "ivan"]
    actions = opening_actions(game, new_table.auto_end, new_table.own_dice)
    if open_seats := [index for index, seat in enumerate(seats) if seat.is_open]:
        actions.append(SeatsOpened(open_seats))
    actions += play_settings_actions(game, new_table, opponents)
    if new_table.deal is not None:
        if open_seats or [seat.kind for seat in seats].count("person") != 1:
            raise ApiError(400, "bad-game", "a deal is for one person", "take bots, or no deal")
        actions.append(Dealt(new_table.deal))
    return replace(new_row(game, people, actions), access=access)


def _random_first_seat(seats: Sequence[NewSeat], setup: str | None) -> int:
    """Return the seat that begins (R2.10), at random or from a set-up code."""
    if setup is None:
        return secrets.randbelow(len(seats))
    order = turn_order(setup)
    return min(range(len(seats)), key=lambda seat: order.index(seats[seat].colour))


def header_for(
    seats: Sequence[NewSeat], options: Options, edition: Edition, opponents: Opponents
) -> Header:
    seating = _seating(seats, opponents)
    taken = seat_colours(len(seating.texts), seating.solo, seating.colours)
    return make_header(edition, taken, seating.solo, seating.texts, options)


class _Seating(NamedTuple):
    """The colors of all seats, and the text in the header of each seat except Ivan's."""

    solo: bool
    colours: list[str]
    texts: list[str]


def _seating(seats: Sequence[NewSeat], opponents: Opponents) -> _Seating:
    for seat in seats:
        _check_seat(seat, opponents)
    solo = _is_solo(seats)
    people = seats[:1] if solo else seats
    texts = [f"{BOT}{seat.bot}" if seat.kind == "bot" else "" for seat in people]
    return _Seating(solo, [seat.colour for seat in seats], texts)


def opening_actions(game: Game, auto_end: bool, own_dice: bool) -> list[TableAction]:
    if own_dice and all(player.kind != "person" for player in players(game.header)):
        reason = "only bots play, so nobody can enter dice rolled at the table"
        raise ApiError(400, "bad-game", reason, "add a person, or let the server roll the dice")
    return [SettingsChanged(auto_end, own_dice)] if auto_end or own_dice else []


def play_settings_actions(
    game: Game, new_table: NewTable, opponents: Opponents
) -> list[TableAction]:
    if new_table.stand_in is not None:
        opponents.check(new_table.stand_in)
    clock = new_table.clock
    if clock is not None:
        shortest, longest = CLOCK_TIMES[clock.kind]
        max_increment = MAX_INCREMENT_SECONDS if clock.kind == "bank" else 0
        if not (shortest <= clock.time <= longest and 0 <= clock.increment <= max_increment):
            unit = "days" if clock.kind == "days" else "seconds"
            time = f"{clock.time}+{clock.increment} {unit}"
            reason = f"a clock of the kind {clock.kind!r} cannot have {time}"
            increment = (
                f"an increment up to {max_increment} seconds" if max_increment else "no increment"
            )
            fix = f"choose {shortest} to {longest} {unit} and {increment}"
            raise ApiError(400, "bad-game", reason, fix)
        if all(player.kind != "person" for player in players(game.header)):
            fix = "add a person, or omit the clock"
            raise ApiError(400, "bad-game", "a game of bots alone has no clock", fix)
    if clock is None and new_table.stand_in is None:
        return []
    return [PlaySettingsChanged(clock, new_table.stand_in or DEFAULT_SUBSTITUTE)]


def branch_row(
    seated: SeatedGame, log_length: int, others: Collection[int]
) -> tuple[NewGameRow, Edition]:
    """Return a new game from an earlier point of another one, and its edition.

    The point is after ``log_length`` entries of the log.  Seats of ``others`` get no names.
    """
    game = Game(record=seated.record_until(log_length))
    names = ["" if seat in others else player.name for seat, player in enumerate(seated.players)]
    return new_row(game, names), game.edition


def _is_solo(seats: Sequence[NewSeat]) -> bool:
    ivans = [index for index, seat in enumerate(seats) if seat.kind == "ivan"]
    if not ivans:
        return False
    if ivans != [1] or len(seats) != 2:
        reason = "a game with Ivan has two seats, and his is the second"
        raise ApiError(400, "bad-game", reason, "list one seat, then Ivan's")
    return True


def _check_seat(seat: NewSeat, opponents: Opponents) -> None:
    if seat.kind == "bot":
        opponents.check(seat.bot or "")
    elif seat.bot is not None:
        reason = f"a seat of the kind {seat.kind!r} cannot have a bot"
        raise ApiError(400, "bad-game", reason, "use the kind `bot`, or omit the bot")
    if seat.is_open and (seat.kind != "person" or seat.name.strip()):
        reason = "an open seat is for a person and has no name yet"
        raise ApiError(400, "bad-game", reason, "omit the kind and the name of an open seat")
    if seat.kind == "person":
        checked_name(seat.name)


def checked_name(text: str) -> str:
    try:
        return person_name(text)
    except PersonNameError as error:
        raise bad_name(error) from None
