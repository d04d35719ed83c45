"""Turns a due notice into a notification in the language of its reader."""

from dataclasses import dataclass
from typing import Final

from redcathedral.server.core.stored_table import decode_preview, listed_seats, stored_seats
from redcathedral.server.features.notifications.links import Links
from redcathedral.server.features.notifications.notices import GAME_OVER
from redcathedral.server.features.notifications.sql import CONFIRM, TEST, DueNotice, NoticeGame
from redcathedral.text import AllOf, Argument, Narrator


@dataclass(frozen=True, slots=True)
class Notification:
    """A message with its links; each try to send it has the same ``id``."""

    id: str
    kind: str
    title: str
    text: str
    link: str
    table: str | None
    confirm: str
    unsubscribe: str
    language: str


_KINDS: Final = (GAME_OVER, CONFIRM, TEST)


def is_current(notice: DueNotice) -> bool:
    """Return whether a notice still applies; CONFIRM is the only one for unconfirmed addresses."""
    game = notice.game
    if notice.address.device is None or notice.address.confirmed == (notice.turn == CONFIRM):
        return False
    if game is None:
        return notice.turn in (TEST, CONFIRM)
    if notice.turn == GAME_OVER:
        return game.over is not None
    seats = stored_seats(game.seats)
    stand_ins = decode_preview(game.picture).stand_ins
    is_seat_due = notice.seat < len(seats) and seats[notice.seat].colour == game.to_move
    has_stand_in = game.to_move in stand_ins
    return game.over is None and str(game.turn) == notice.turn and is_seat_due and not has_stand_in


def message(notice: DueNotice, words: Narrator, links: Links) -> Notification:
    kind = notice.turn if notice.turn in _KINDS else "turn"
    address, game = notice.address, notice.game
    names = _names(game, words.language) if game is not None else ()
    who: Argument = names[notice.seat] if notice.seat < len(names) and game is not None else ""
    values: dict[str, Argument] = {"who": who, "all": AllOf(names) if names else ""}
    if kind == CONFIRM:
        text = words.text(f"notify.confirm.{address.kind}")
    else:
        text = words.text(f"notify.{kind}", **values)
    return Notification(
        id=notice.id,
        kind=kind,
        title=words.text(f"notify.{kind}.title", **values),
        text=text,
        link=f"{links.base}/" if game is None else links.table(game.id),
        table=None if game is None else game.id,
        confirm=links.confirm(address),
        unsubscribe=links.unsubscribe(address),
        language=address.language,
    )


def _names(game: NoticeGame, language: str) -> tuple[str, ...]:
    seats = listed_seats(game.seats, game.names, decode_preview(game.picture).filled, language)
    return tuple(seat.called for seat in seats)
