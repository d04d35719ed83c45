"""Bans: devices that the host of a game has excluded from it, or a local visitor everywhere."""

import secrets
from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection, delete, insert, literal, select

from redcathedral.server.core.store.rows import SeatChange
from redcathedral.server.core.store.time import now
from redcathedral.server.sql.schema import BAN, METADATA

# It is created like the tables of features.
SERVER_BAN: Final = sa.Table(
    "server_ban",
    METADATA,
    sa.Column("device", sa.String(64), primary_key=True),  # by its hash
    sa.Column("id", sa.String(22), nullable=False),
    sa.Column("colour", sa.String(16), nullable=False),  # of the seat that the device held
    sa.Column("at", sa.BigInteger, nullable=False),
)


def change_bans(connection: Connection, table_id: str, change: SeatChange) -> None:
    table, values = BAN, {"game": table_id, "seat": change.seat, "at": now()}
    banned = banned_from(connection, table_id)
    if change.everywhere is not None:
        table, values = SERVER_BAN, {"colour": change.everywhere, "at": now()}
        banned = frozenset(connection.scalars(select(SERVER_BAN.c.device)))
    new_bans = [
        {**values, "device": device, "id": secrets.token_urlsafe(16)}
        for device in change.bans
        if device not in banned
    ]
    if new_bans:
        connection.execute(insert(table), new_bans)
    if change.unban is not None:
        connection.execute(delete(BAN).where(BAN.c.game == table_id, BAN.c.id == change.unban))


def copy_bans(connection: Connection, table_id: str, previous: str) -> None:
    columns = ("device", "id", "seat", "at")
    bans = select(literal(table_id), *(BAN.c[name] for name in columns))
    copy = insert(BAN).from_select(("game", *columns), bans.where(BAN.c.game == previous))
    connection.execute(copy)


def banned_from(connection: Connection, table_id: str) -> frozenset[str]:
    return frozenset(connection.scalars(select(BAN.c.device).where(BAN.c.game == table_id)))
