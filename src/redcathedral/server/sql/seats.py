"""The devices that hold the seats of games and of their rematches, and the links to seats."""

from collections.abc import Collection, Sequence

import sqlalchemy as sa
from sqlalchemy import Connection, delete, insert, select, update

from redcathedral.server.core.store import store
from redcathedral.server.core.store.problem import Conflict, UnknownTable
from redcathedral.server.core.store.rows import (
    HOST_SEAT,
    BanRow,
    PreviousGame,
    Rights,
    SeatChange,
    ServerBanRow,
)
from redcathedral.server.core.store.time import now
from redcathedral.server.sql.bans import SERVER_BAN, banned_from, change_bans, copy_bans
from redcathedral.server.sql.schema import BAN, DEVICE_LINK, GAME, HOLDER, LINK, PERSON
from redcathedral.server.sql.transaction import StorePart


class SqlSeatStore(StorePart, store.SeatStore):
    """Stores seats and links to them in the database."""

    def rights(self, table_id: str) -> Rights | None:
        with self._reads() as connection:
            access = connection.execute(select(GAME.c.access).where(GAME.c.id == table_id)).scalar()
            holders = holders_of(connection, [table_id])[table_id]
            banned = banned_from(connection, table_id)
        return None if access is None else Rights(access, holders, banned)

    def count_waiting(self, devices: Collection[str]) -> dict[str, int]:
        host = HOLDER.alias()
        is_host = sa.exists().where(
            host.c.game == HOLDER.c.game, host.c.seat == HOST_SEAT, host.c.device == HOLDER.c.device
        )
        counts = (
            select(HOLDER.c.device, sa.func.count().label("seats"))
            .join(GAME, GAME.c.id == HOLDER.c.game)
            .where(HOLDER.c.device.in_(devices), HOLDER.c.seat >= 0, ~is_host)
            .where(GAME.c.over.is_(None), GAME.c.turn == 1)
            .group_by(HOLDER.c.device)
        )
        return {row.device: row.seats for row in self._rows(counts)}

    def link(self, secret: str) -> tuple[str, int] | None:
        rows = self._rows(select(LINK.c.game, LINK.c.seat).where(LINK.c.secret == secret))
        return (rows[0].game, rows[0].seat) if rows else None

    def bans(self, table_id: str) -> list[BanRow]:
        bans = select(BAN.c.id, BAN.c.seat, BAN.c.at).where(BAN.c.game == table_id)
        rows = self._rows(bans.order_by(BAN.c.at, BAN.c.id))
        return [BanRow(row.id, row.seat, row.at) for row in rows]

    def server_bans(self) -> list[ServerBanRow]:
        rows = self._rows(select(SERVER_BAN).order_by(SERVER_BAN.c.at, SERVER_BAN.c.id))
        return [ServerBanRow(row.device, row.id, row.colour, row.at) for row in rows]

    def lift_server_ban(self, ban_id: str) -> None:
        self._run(delete(SERVER_BAN).where(SERVER_BAN.c.id == ban_id))

    def add_device_link(self, secret: str, device: str, until: int) -> None:
        values = {"secret": secret, "device": device, "until": until}
        with self._transaction() as connection:
            connection.execute(delete(DEVICE_LINK).where(DEVICE_LINK.c.until < now()))
            connection.execute(insert(DEVICE_LINK), values)

    def move_to_device(self, secret: str, device: str) -> list[str]:
        with self._transaction() as connection:
            is_valid = (DEVICE_LINK.c.secret == secret, DEVICE_LINK.c.until >= now())
            # One statement deletes and returns the link, so that only one program can use it.
            use_link = delete(DEVICE_LINK).where(*is_valid).returning(DEVICE_LINK.c.device)
            old = connection.execute(use_link).scalar()
            if old is None:
                raise UnknownTable(secret)
            if old == device:
                raise Conflict("the same device made the link")
            is_banned = BAN.c.game == HOLDER.c.game, BAN.c.device.in_((old, device))
            shared = _held_by(old).where(~sa.exists().where(*is_banned))
            old_places = set(map(tuple, connection.execute(shared)))
            new_places = old_places - set(map(tuple, connection.execute(_held_by(device))))
            if new_places:
                values = [
                    {"game": game, "seat": seat, "access": access, "device": device}
                    for game, seat, access in new_places
                ]
                connection.execute(insert(HOLDER), values)
            return sorted({str(game) for game, *_ in new_places})

    def release(
        self, table_id: str, device: str, places: Sequence[int], named: Collection[int]
    ) -> None:
        with self._transaction() as connection:
            at_places = (HOLDER.c.game == table_id, HOLDER.c.seat.in_(places))
            connection.execute(delete(HOLDER).where(*at_places, HOLDER.c.device == device))
            is_named = (PERSON.c.game == table_id, PERSON.c.seat.in_(named))
            connection.execute(update(PERSON).where(*is_named).values(name=""))

    def remove_device_links(self, device: str) -> None:
        self._run(delete(DEVICE_LINK).where(DEVICE_LINK.c.device == device))


def change_seat(connection: Connection, table_id: str, change: SeatChange) -> None:
    seat = change.seat
    if change.bans or change.unban is not None:
        change_bans(connection, table_id, change)
    of_seat = (HOLDER.c.game == table_id, HOLDER.c.seat == seat)
    if change.name is not None:
        person = (PERSON.c.game == table_id, PERSON.c.seat == seat)
        connection.execute(update(PERSON).where(*person).values(name=change.name))
    if change.replaces_holders:
        others = HOLDER.c.device.not_in(change.holders)
        connection.execute(delete(HOLDER).where(*of_seat, others))
    holders = set(connection.scalars(select(HOLDER.c.device).where(*of_seat)))
    new_holders = [
        {"game": table_id, "seat": seat, "device": device}
        for device in change.holders
        if device not in holders
    ]
    if new_holders:
        access = connection.execute(select(GAME.c.access).where(GAME.c.id == table_id)).scalar_one()
        new_holders = [{**holder, "access": access} for holder in new_holders]
        connection.execute(insert(HOLDER), new_holders)
    if change.drops_link:
        connection.execute(delete(LINK).where(LINK.c.game == table_id, LINK.c.seat == seat))
    if change.link is not None:
        connection.execute(insert(LINK), {"game": table_id, "seat": seat, "secret": change.link})


def holders_of(connection: Connection, ids: Sequence[str]) -> dict[str, dict[int, frozenset[str]]]:
    holders: dict[str, dict[int, frozenset[str]]] = {table_id: {} for table_id in ids}
    for row in connection.execute(select(HOLDER).where(HOLDER.c.game.in_(ids))):
        seats = holders[row.game]
        seats[row.seat] = seats.get(row.seat, frozenset()) | {row.device}
    return holders


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


def names_of(connection: Connection, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
    names: dict[str, list[str]] = {table_id: [] for table_id in ids}
    people = connection.execute(
        select(PERSON).where(PERSON.c.game.in_(ids)).order_by(PERSON.c.game, PERSON.c.seat)
    )
    for row in people:
        names[row.game].append(row.name)
    return {table_id: tuple(of_game) for table_id, of_game in names.items()}


def _held_by(device: str) -> sa.Select[tuple[str, int, str]]:
    return select(HOLDER.c.game, HOLDER.c.seat, HOLDER.c.access).where(HOLDER.c.device == device)
