"""Store a rematch: a new game of the same people.  Each game has at most one."""

from sqlalchemy import Connection, insert, select, update

from redcathedral.server.core.store.bans import copy_bans
from redcathedral.server.core.store.problem import Conflict
from redcathedral.server.core.store.rows import PreviousGame
from redcathedral.server.core.store.schema import GAME, HOLDER


def add_rematch(connection: Connection, table_id: str, previous: PreviousGame) -> None:
    """Record a stored game as the rematch of another; its seats keep their devices and bans."""
    has_no_rematch = (GAME.c.id == previous.game, GAME.c.rematch.is_(None))
    first_rematch = update(GAME).where(*has_no_rematch).values(rematch=table_id)
    if connection.execute(first_rematch).rowcount != 1:
        raise Conflict(f"the game {previous.game} has a rematch, or was deleted")
    _copy_holders(connection, table_id, previous)
    copy_bans(connection, table_id, previous.game)


def _copy_holders(connection: Connection, table_id: str, previous: PreviousGame) -> None:
    """Give each device the new seat of its player; the host and spectators stay the same."""
    new_seats = {old_seat: seat for seat, old_seat in enumerate(previous.seats)}
    access = select(GAME.c.access).where(GAME.c.id == table_id).scalar_subquery()
    old_holders = select(HOLDER.c.seat, HOLDER.c.device, access.label("access")).where(
        HOLDER.c.game == previous.game
    )
    new_holders = [
        {
            "game": table_id,
            "seat": new_seats.get(row.seat, row.seat),
            "device": row.device,
            "access": row.access,
        }
        for row in connection.execute(old_holders)
    ]
    if new_holders:
        connection.execute(insert(HOLDER), new_holders)
