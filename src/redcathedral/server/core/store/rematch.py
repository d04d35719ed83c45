"""Store a rematch: a new game of the same people.  Each game has at most one."""

from sqlalchemy import Connection, insert, select, update

from redcathedral.server.core.store.bans import copy_bans
from redcathedral.server.core.store.problem import Conflict
from redcathedral.server.core.store.rows import PreviousGame
from redcathedral.server.core.store.schema import GAME, HOLDER


def add_rematch(connection: Connection, id: str, previous: PreviousGame) -> None:
    """Record a stored game as the rematch of another; its seats keep their devices and bans."""
    is_first = (GAME.c.id == previous.game, GAME.c.rematch.is_(None))
    if connection.execute(update(GAME).where(*is_first).values(rematch=id)).rowcount != 1:
        raise Conflict(f"the game {previous.game} has a rematch, or was deleted")
    _copy_holders(connection, id, previous)
    copy_bans(connection, id, previous.game)


def _copy_holders(connection: Connection, id: str, previous: PreviousGame) -> None:
    """Give each device the new seat of its player; the host and spectators stay the same."""
    new_seats = {old: seat for seat, old in enumerate(previous.seats)}
    access = select(GAME.c.access).where(GAME.c.id == id).scalar_subquery()
    held = select(HOLDER.c.seat, HOLDER.c.device, access.label("access")).where(
        HOLDER.c.game == previous.game
    )
    moved = [
        {
            "game": id,
            "seat": new_seats.get(row.seat, row.seat),
            "device": row.device,
            "access": row.access,
        }
        for row in connection.execute(held)
    ]
    if moved:
        connection.execute(insert(HOLDER), moved)
