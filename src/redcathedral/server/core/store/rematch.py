"""A game that the same people begin after another: each game has one at most."""

from dataclasses import dataclass

from sqlalchemy import Connection, insert, select, update

from redcathedral.server.core.store.bans import carry_bans
from redcathedral.server.core.store.problem import Conflict
from redcathedral.server.core.store.schema import GAME, HOLDER


@dataclass(frozen=True, slots=True)
class Rematched:
    """The game before, and for each seat of the next one the seat there of who sits on it."""

    game: str
    seats: tuple[int, ...]


def join(connection: Connection, id: str, before: Rematched) -> None:
    is_first = (GAME.c.id == before.game, GAME.c.rematch.is_(None))
    if connection.execute(update(GAME).where(*is_first).values(rematch=id)).rowcount != 1:
        raise Conflict(f"the game {before.game} has a rematch, or is gone")
    _carry_holders(connection, id, before)
    carry_bans(connection, id, before.game)


def _carry_holders(connection: Connection, id: str, before: Rematched) -> None:
    """Who held a seat in the game before holds the one that they have now; hosts stay hosts."""
    now = {old: seat for seat, old in enumerate(before.seats)}
    access = select(GAME.c.access).where(GAME.c.id == id).scalar_subquery()
    held = select(HOLDER.c.seat, HOLDER.c.device, access.label("access")).where(
        HOLDER.c.game == before.game
    )
    moved = [
        {
            "game": id,
            "seat": now.get(row.seat, row.seat),
            "device": row.device,
            "access": row.access,
        }
        for row in connection.execute(held)
    ]
    if moved:
        connection.execute(insert(HOLDER), moved)
