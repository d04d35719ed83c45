"""A game that the same people begin after another: each game has one at most."""

from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, select, update

from redcathedral.server.store.problem import Conflict
from redcathedral.server.store.schema import GAME, PERSON


@dataclass(frozen=True, slots=True)
class Rematched:
    """The game before, and for each seat of the next one the seat there of who sits on it."""

    game: str
    seats: tuple[int, ...]


def join(connection: Connection, id: str, before: Rematched) -> None:  # noqa: A002
    """Make a game that was just added the rematch of another; raises Conflict."""
    is_first = (GAME.c.id == before.game, GAME.c.rematch.is_(None))
    if connection.execute(update(GAME).where(*is_first).values(rematch=id)).rowcount != 1:
        raise Conflict(f"the game {before.game} has a rematch, or is gone")
    _carry_holders(connection, id, before)


def _carry_holders(connection: Connection, id: str, before: Rematched) -> None:  # noqa: A002
    """Who held a seat in the game before holds the one that they have now."""
    held = select(PERSON.c.seat, PERSON.c.device).where(PERSON.c.game == before.game)
    devices = {row.seat: row.device for row in connection.execute(held)}
    moved = [
        {"its": seat, "holder": devices[old]}
        for seat, old in enumerate(before.seats)
        if devices.get(old) is not None
    ]
    if moved:
        is_it = (PERSON.c.game == id, PERSON.c.seat == bindparam("its"))
        connection.execute(update(PERSON).where(*is_it).values(device=bindparam("holder")), moved)
