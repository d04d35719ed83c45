"""Bans: devices that the host of a game has excluded from it."""

import secrets

from sqlalchemy import Connection, delete, insert, literal, select

from redcathedral.server.core.store.rows import SeatChange
from redcathedral.server.core.store.time import now
from redcathedral.server.sql.schema import BAN


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
    columns = ("device", "id", "seat", "at")
    bans = select(literal(table_id), *(BAN.c[name] for name in columns))
    copy = insert(BAN).from_select(("game", *columns), bans.where(BAN.c.game == previous))
    connection.execute(copy)


def banned_from(connection: Connection, table_id: str) -> frozenset[str]:
    return frozenset(connection.scalars(select(BAN.c.device).where(BAN.c.game == table_id)))
