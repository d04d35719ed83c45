"""Bans: devices that the host of a game has excluded from it."""

import secrets

from sqlalchemy import Connection, delete, insert, literal, select

from redcathedral.server.core.store.rows import BanRow, SeatChange
from redcathedral.server.core.store.schema import BAN
from redcathedral.server.core.store.transaction import StorePart, now


class BanStore(StorePart):
    """The part of the store that lists bans."""

    def of(self, table_id: str) -> list[BanRow]:
        bans = select(BAN.c.id, BAN.c.seat, BAN.c.at).where(BAN.c.game == table_id)
        rows = self._rows(bans.order_by(BAN.c.at, BAN.c.id))
        return [BanRow(row.id, row.seat, row.at) for row in rows]


def change_bans(connection: Connection, table_id: str, change: SeatChange) -> None:
    at = now()
    banned = banned_from(connection, table_id)
    new_bans = [
        {
            "game": table_id,
            "device": device,
            "id": secrets.token_urlsafe(16),
            "seat": change.seat,
            "at": at,
        }
        for device in change.bans
        if device not in banned
    ]
    if new_bans:
        connection.execute(insert(BAN), new_bans)
    if change.unban is not None:
        connection.execute(delete(BAN).where(BAN.c.game == table_id, BAN.c.id == change.unban))


def copy_bans(connection: Connection, table_id: str, previous: str) -> None:
    """Copy the bans of the previous game to its rematch."""
    columns = ("device", "id", "seat", "at")
    bans = select(literal(table_id), *(BAN.c[name] for name in columns))
    copy = insert(BAN).from_select(("game", *columns), bans.where(BAN.c.game == previous))
    connection.execute(copy)


def banned_from(connection: Connection, table_id: str) -> frozenset[str]:
    return frozenset(connection.scalars(select(BAN.c.device).where(BAN.c.game == table_id)))
