"""Bans: devices that the host of a game has excluded from it."""

import secrets

from sqlalchemy import Connection, delete, insert, select

from redcathedral.server.core.store.rows import BanRow, SeatChange
from redcathedral.server.core.store.schema import BAN
from redcathedral.server.core.store.transaction import StorePart, now


class BanStore(StorePart):
    """The part of the store that lists bans."""

    def of(self, id: str) -> list[BanRow]:
        bans = select(BAN.c.id, BAN.c.seat, BAN.c.at).where(BAN.c.game == id)
        rows = self._rows(bans.order_by(BAN.c.at, BAN.c.id))
        return [BanRow(row.id, row.seat, row.at) for row in rows]


def change_bans(connection: Connection, id: str, change: SeatChange) -> None:
    """Add and lift the bans of a change."""
    at = now()
    known = banned_from(connection, id)
    new = [
        {
            "game": id,
            "device": device,
            "id": secrets.token_urlsafe(16),
            "seat": change.seat,
            "at": at,
        }
        for device in change.bans
        if device not in known
    ]
    if new:
        connection.execute(insert(BAN), new)
    if change.unban is not None:
        connection.execute(delete(BAN).where(BAN.c.game == id, BAN.c.id == change.unban))


def copy_bans(connection: Connection, id: str, previous: str) -> None:
    """Copy the bans of the previous game to its rematch."""
    bans = select(BAN.c.device, BAN.c.id, BAN.c.seat, BAN.c.at).where(BAN.c.game == previous)
    rows = [
        {"game": id, "device": row.device, "id": row.id, "seat": row.seat, "at": row.at}
        for row in connection.execute(bans)
    ]
    if rows:
        connection.execute(insert(BAN), rows)


def banned_from(connection: Connection, id: str) -> frozenset[str]:
    return frozenset(connection.scalars(select(BAN.c.device).where(BAN.c.game == id)))
