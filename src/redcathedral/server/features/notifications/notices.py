"""Store notices with an action: for the player of a new turn, or for all players at the end."""

from collections import defaultdict
from dataclasses import dataclass
from functools import partial
from typing import Final

from sqlalchemy import Connection, bindparam, insert, select

from redcathedral.server.core.store.rows import RowEffect
from redcathedral.server.core.table.seated_game import SeatedGame
from redcathedral.server.core.table_feature import TableFeature
from redcathedral.server.features.notifications.sql import ADDRESS, NOTICE, notice_values
from redcathedral.server.sql.schema import HOLDER

SEND_DELAY_MS: Final = 20_000  # gives a page that lost its connection time to reconnect
GAME_OVER: Final = "over"  # a notice has it in place of a turn number
SELECT_HOLDERS: Final = select(HOLDER.c.seat, HOLDER.c.device).where(
    HOLDER.c.game == bindparam("of"), HOLDER.c.seat >= 0
)


@dataclass(frozen=True, slots=True)
class News:
    """The number of a new turn or GAME_OVER, the ``seats`` to notify, and all ``human_seats``."""

    turn: str
    seats: tuple[int, ...]
    human_seats: frozenset[int]


class TurnNews(TableFeature):
    """Writes the notices of a table in the transactions of its actions."""

    def effect(self, before: SeatedGame, after: SeatedGame) -> RowEffect | None:
        news = turn_news(before, after)
        return None if news is None else partial(add_notices, news)


def turn_news(before: SeatedGame, after: SeatedGame) -> News | None:
    people = frozenset(after.people)
    if after.over is not None:
        return None if before.over is not None else News(GAME_OVER, tuple(after.people), people)
    turn = _turn(after)
    if turn is None or turn == _turn(before):
        return None
    number, seat = turn
    return News(str(number), (seat,), people)


def _turn(seated: SeatedGame) -> tuple[int, int] | None:
    """Return the number of the turn and the seat that decides, None if that is no person's seat."""
    game = seated.game
    if game.is_over or game.seat not in seated.active:
        return None
    return int(game.state.turn) + 1, game.seat


def add_notices(news: News, connection: Connection, game: str, at: int) -> None:
    """Store notices for the devices of these seats, except for a device that has all seats."""
    seats_of: defaultdict[str, set[int]] = defaultdict(set)
    for row in connection.execute(SELECT_HOLDERS, {"of": game}):
        seats_of[row.device].add(row.seat)
    seat_of = {  # only the first seat of each device, so that it gets one notice
        device: min(seats.intersection(news.seats))
        for device, seats in seats_of.items()
        if not seats.isdisjoint(news.seats) and not seats >= news.human_seats
    }
    if not seat_of:
        return
    addresses = connection.execute(
        select(ADDRESS.c.id, ADDRESS.c.device).where(
            ADDRESS.c.device.in_(seat_of), ADDRESS.c.confirmed
        )
    ).all()
    same_news = (NOTICE.c.game == game, NOTICE.c.turn == news.turn)
    query = select(NOTICE.c.seat, NOTICE.c.address).where(*same_news)
    stored = {(row.seat, row.address) for row in connection.execute(query)}
    rows = [
        notice_values(row.id, game, seat_of[row.device], news.turn, at, SEND_DELAY_MS)
        for row in addresses
        if (seat_of[row.device], row.id) not in stored
    ]
    if rows:
        connection.execute(insert(NOTICE), rows)
