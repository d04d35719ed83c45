"""The devices that hold the seats of games, and the links to seats."""

from collections.abc import Collection, Sequence

import sqlalchemy as sa
from sqlalchemy import Connection, delete, insert, select, update

from redcathedral.server.core.store.bans import banned_from, change_bans
from redcathedral.server.core.store.problem import Conflict, UnknownTable
from redcathedral.server.core.store.rows import HOST_SEAT, Rights, SeatChange
from redcathedral.server.core.store.schema import BAN, DEVICE_LINK, GAME, HOLDER, LINK, PERSON
from redcathedral.server.core.store.transaction import StorePart, now


class SeatStore(StorePart):
    """The part of the store with seats and links."""

    def rights(self, id: str) -> Rights | None:
        with self._transaction() as connection:
            access = connection.execute(select(GAME.c.access).where(GAME.c.id == id)).scalar()
            holders = holders_of(connection, [id])[id]
            banned = banned_from(connection, id)
        return None if access is None else Rights(access, holders, banned)

    def count_waiting(self, devices: Collection[str]) -> dict[str, int]:
        """Count each device's seats in games that have not begun, except games that it hosts."""
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

    def add_device_link(self, secret: str, device: str, until: int) -> None:
        values = {"secret": secret, "device": device, "until": until}
        with self._transaction() as connection:
            connection.execute(delete(DEVICE_LINK).where(DEVICE_LINK.c.until < now()))
            connection.execute(insert(DEVICE_LINK), values)

    def move_to_device(self, secret: str, device: str) -> list[str]:
        """Give a device the seats of the device that made a link; return the games.

        The link works once.  Games that have banned one of the two devices are left out.  Raises
        UnknownTable for an unknown or expired link, and Conflict for a link of the same device.
        """
        with self._transaction() as connection:
            is_valid = (DEVICE_LINK.c.secret == secret, DEVICE_LINK.c.until >= now())
            # One statement deletes and reads it, so that two programs cannot both use it.
            taken = delete(DEVICE_LINK).where(*is_valid).returning(DEVICE_LINK.c.device)
            old = connection.execute(taken).scalar()
            if old is None:
                raise UnknownTable(secret)
            if old == device:
                raise Conflict("the same device made the link")
            is_banned = BAN.c.game == HOLDER.c.game, BAN.c.device.in_((old, device))
            shared = _held_by(old).where(~sa.exists().where(*is_banned))
            held = set(map(tuple, connection.execute(shared)))
            new = held - set(map(tuple, connection.execute(_held_by(device))))
            if new:
                values = [
                    {"game": game, "seat": seat, "access": access, "device": device}
                    for game, seat, access in new
                ]
                connection.execute(insert(HOLDER), values)
            return sorted({str(game) for game, *_ in new})

    def release(self, id: str, device: str, places: Sequence[int], named: Collection[int]) -> None:
        """Remove a device from places at a table, and the names of the ``named`` seats."""
        with self._transaction() as connection:
            held = (HOLDER.c.game == id, HOLDER.c.seat.in_(places), HOLDER.c.device == device)
            connection.execute(delete(HOLDER).where(*held))
            people = (PERSON.c.game == id, PERSON.c.seat.in_(named))
            connection.execute(update(PERSON).where(*people).values(name=""))

    def remove_device_links(self, device: str) -> None:
        self._run(delete(DEVICE_LINK).where(DEVICE_LINK.c.device == device))


def change_seat(connection: Connection, id: str, change: SeatChange) -> None:
    seat = change.seat
    if change.bans or change.unban is not None:
        change_bans(connection, id, change)
    of_seat = (HOLDER.c.game == id, HOLDER.c.seat == seat)
    if change.name is not None:
        person = (PERSON.c.game == id, PERSON.c.seat == seat)
        connection.execute(update(PERSON).where(*person).values(name=change.name))
    if change.replaces_holders:
        others = HOLDER.c.device.not_in(change.holders)
        connection.execute(delete(HOLDER).where(*of_seat, others))
    known = set(connection.scalars(select(HOLDER.c.device).where(*of_seat)))
    new = [
        {"game": id, "seat": seat, "device": device}
        for device in change.holders
        if device not in known
    ]
    if new:
        access = connection.execute(select(GAME.c.access).where(GAME.c.id == id)).scalar_one()
        new = [{**holder, "access": access} for holder in new]
        connection.execute(insert(HOLDER), new)
    if change.drops_link:
        connection.execute(delete(LINK).where(LINK.c.game == id, LINK.c.seat == seat))
    if change.link is not None:
        connection.execute(insert(LINK), {"game": id, "seat": seat, "secret": change.link})


def holders_of(connection: Connection, ids: Sequence[str]) -> dict[str, dict[int, frozenset[str]]]:
    holders: dict[str, dict[int, frozenset[str]]] = {id_: {} for id_ in ids}
    for row in connection.execute(select(HOLDER).where(HOLDER.c.game.in_(ids))):
        seats = holders[row.game]
        seats[row.seat] = seats.get(row.seat, frozenset()) | {row.device}
    return holders


def _held_by(device: str) -> sa.Select[tuple[str, int, str]]:
    return select(HOLDER.c.game, HOLDER.c.seat, HOLDER.c.access).where(HOLDER.c.device == device)
