"""A game before it is kept: set up by a visitor, or gone on with from a record."""

import secrets
from collections.abc import Sequence
from typing import Final

from redcathedral.box import Edition
from redcathedral.play.game import Game
from redcathedral.record.header import BOT
from redcathedral.server.host.opponents import Opponents
from redcathedral.server.host.refusal import RequestRefused
from redcathedral.server.host.stored_table import seats_text, standing
from redcathedral.server.store.rows import NewGameRow
from redcathedral.server.table.actions import SettingsChanged, TableAction, encode
from redcathedral.server.table.seated_game import SeatedGame, players, with_seat_texts
from redcathedral.server.wire.lobby import NewSeat, NewTable

NAME: Final = 40  # letters of a name


def new_row(game: Game, names: Sequence[str], actions: Sequence[TableAction] = ()) -> NewGameRow:
    """A game to be kept as it stands; the names of people are kept apart from its record."""
    texts = ["" if seat.bot is None else seat.text for seat in game.header.seats]
    return NewGameRow(
        base=with_seat_texts(game.record, texts).text(),
        seats=seats_text(game.header),
        names=tuple(names),
        standing=standing(SeatedGame(game, players(game.header))),
        actions=tuple(map(encode, actions)),
    )


def set_up(wish: NewTable, edition: Edition, opponents: Opponents, seed: int | None) -> NewGameRow:
    """A game that a visitor wants; raises RequestRefused or HeaderError."""
    seats = list(wish.seats)
    for seat in seats:
        _check(seat, opponents)
    solo = _is_solo(seats)
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
        seed=seed,
        setup=wish.setup,
    )
    names = [seat.name.strip() if seat.kind == "person" else "" for seat in people]
    return new_row(game, names, [SettingsChanged(True)] if wish.auto_end else [])


def branched(seated: SeatedGame, told: int) -> tuple[NewGameRow, Edition]:
    """A game of its own from the moment of another at which so much had been told."""
    game = Game(record=seated.record_until(told))
    return new_row(game, [player.name for player in seated.players]), game.edition


def _is_solo(seats: Sequence[NewSeat]) -> bool:
    """Whether it is a game against Ivan; raises RequestRefused where he sits wrongly."""
    ivans = [index for index, seat in enumerate(seats) if seat.kind == "ivan"]
    if not ivans:
        return False
    if ivans != [1] or len(seats) != 2:
        reason = "Ivan plays against one seat and is the second of the two"
        raise RequestRefused(400, "bad-game", reason, "name one seat and then his")
    return True


def _check(seat: NewSeat, opponents: Opponents) -> None:
    """Raise RequestRefused for a seat that nobody can take so."""
    if seat.kind == "bot":
        opponents.check(seat.bot or "")
    elif seat.bot is not None:
        reason = f"no bot can sit where the seat's kind is {seat.kind!r}"
        raise RequestRefused(400, "bad-game", reason, "write the kind `bot`, or leave the bot out")
    name = seat.name.strip() if seat.kind == "person" else ""
    if len(name) > NAME or not name.isprintable() or name.startswith((BOT, "#")) or " #" in name:
        fix = f"take up to {NAME} letters on one line, without ` #`, not beginning with `{BOT}`"
        raise RequestRefused(400, "bad-name", "this name cannot be used", fix)
