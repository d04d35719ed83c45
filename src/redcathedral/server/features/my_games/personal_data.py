"""Delete a person's data on a device, without affecting other people."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from redcathedral.server.core.actor import Actor, SeatDecision
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.server_feature import ServerContext
from redcathedral.server.core.store import rows
from redcathedral.server.core.store.problem import Conflict
from redcathedral.server.core.table.actions import HoldersChanged, SeatLeft
from redcathedral.server.core.visitor import Visitor

MAX_TRIES: Final = 5  # of a change, if other players change the same table


class PersonalData:
    """Deletes what the games store about a person."""

    def __init__(self, context: ServerContext) -> None:
        self._context = context
        self._tables = context.tables
        self._thread = context.thread

    async def forget(self, name: str | None, visitor: Visitor) -> None:
        """Delete the data of a name on a device, or without a name all data of the device.

        Games in which nobody else holds a seat are deleted.  In other games the device loses its
        seats and its role as host, and the names are deleted.  If a whole device is deleted, names
        and texts of seats that another device also holds stay.  Raises ApiError.
        """
        device = visitor.device
        store = self._thread.store
        for row in await self._thread.read(store.games_of, device, seated=name is not None):
            places = _places(row, device, name)
            if not places:
                continue
            holders = row.rights.holders
            shared = {place for place in places if name is None and holders[place] - {device}}
            nameless = frozenset(places) - shared
            if _is_alone(row, visitor):
                await self._tables.remove(row.id, visitor)
            else:
                await self._leave(row.id, places, nameless, device)
            for feature in self._context.features:
                await feature.forget_seats(row.id, nameless)
        if name is None:
            await self._thread.do(store.seats.remove_device_links, device)
            for feature in self._context.features:
                await feature.forget_device(device)

    async def _leave(
        self, table_id: str, places: list[int], nameless: frozenset[int], device: str
    ) -> None:
        """Give up a device's places, and delete the names of the ``nameless`` ones."""
        try:
            actor = await self._tables.actor(table_id)
        except ApiError:  # the game cannot be rebuilt, but its rows can be changed
            release = self._thread.store.seats.release
            await self._thread.do(release, table_id, device, places, nameless)
            return
        for place in places:
            if place != rows.HOST_SEAT:  # the host changes after the seats
                await self._release(actor, place, device, deletes_name=place in nameless)
        rights = actor.rights
        if rights.is_host(device) and not rights.held_by(device):
            await self._change_host(actor, device)

    async def _release(self, actor: Actor, place: int, device: str, *, deletes_name: bool) -> None:
        def decide() -> SeatDecision:
            rights = actor.rights
            holders = tuple(sorted(rights.holders.get(place, frozenset()) - {device}))
            change = rows.SeatChange(place, holders=holders, replaces_holders=True)
            if place == rows.SPECTATOR_SEAT:
                return HoldersChanged(place), change
            opens = not holders and actor.seated.over is None and rights.access != rows.LOCAL_ACCESS
            name = "" if deletes_name or not holders else None
            change = replace(change, name=name, drops_link=not holders)
            return SeatLeft(place) if opens else HoldersChanged(place), change

        await _change(actor, decide)

    async def _change_host(self, actor: Actor, device: str) -> None:
        """Remove a device from the hosts, so that somebody can still fill the seats.

        If no host is left, the first seat that another device holds makes its holders hosts.
        """

        def decide() -> SeatDecision:
            hosts = actor.rights.hosts_without(frozenset({device}))
            change = rows.SeatChange(
                rows.HOST_SEAT, holders=tuple(sorted(hosts)), replaces_holders=True
            )
            return HoldersChanged(rows.HOST_SEAT), change

        await _change(actor, decide)


def _places(row: rows.GameRow, device: str, name: str | None) -> list[int]:
    """Return the seats of a device with this name; without a name all its places."""
    if name is None:
        return sorted(seat for seat, devices in row.rights.holders.items() if device in devices)
    seats = row.rights.held_by(device)
    return sorted(seat for seat in seats if row.names[seat : seat + 1] == (name,))


def _is_alone(row: rows.GameRow, visitor: Visitor) -> bool:
    """Return whether a visitor may delete a game and no other device holds a seat."""
    holders = row.rights.holders
    other_devices = (holders[seat] - {visitor.device} for seat in holders if seat >= 0)
    return visitor.may_remove(row.rights) and not any(other_devices)


async def _change(actor: Actor, decide: Callable[[], SeatDecision]) -> None:
    """Make a change, and retry it after conflicting changes; raises ApiError."""
    for _ in range(MAX_TRIES):
        try:
            await actor.change_seat(decide)
        except Conflict:
            await actor.reload()
        else:
            return
    raise ApiError(409, "busy")
