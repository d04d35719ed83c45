"""Delete a person's data on a device, without affecting other people."""

from collections.abc import Callable
from typing import Final

from redcathedral.server.core.actor import Actor, SeatDecision
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.server_feature import ServerContext
from redcathedral.server.core.store.game_store import GameStore
from redcathedral.server.core.store.problem import Conflict
from redcathedral.server.core.store.rows import (
    HOST_SEAT,
    LOCAL_ACCESS,
    SPECTATOR_SEAT,
    GameRow,
    SeatChange,
)
from redcathedral.server.core.table.actions import HoldersChanged, SeatLeft
from redcathedral.server.core.visitor import Visitor

MAX_TRIES: Final = 5  # while other players change the same table


class PersonalData:
    """Deletes what the games store about a person."""

    def __init__(self, context: ServerContext) -> None:
        self._context = context
        self._tables = context.tables
        self._thread = context.thread

    async def forget(self, name: str | None, visitor: Visitor) -> None:
        """Delete a name on a device, or without a name all data of the device.

        A game in which nobody else holds a seat is deleted.  In other games the device loses its
        seats and its place as host, and the names are deleted.  If a whole device is deleted and
        another one holds the same seat, its name and texts stay.  Raises ApiError.
        """
        device = visitor.device
        store = self._thread.store
        for row in await self._thread.read(_games_of, store, device, name):
            places = _places(row, device, name)
            shared = [at for at in places if name is None and row.rights.holders[at] - {device}]
            named = frozenset(places) - frozenset(shared)
            if _is_alone(row, visitor):
                await self._tables.remove(row.id, visitor)
            else:
                await self._leave(row.id, places, named, device)
            for feature in self._context.features:
                await feature.forget_seats(row.id, named)
        if name is None:
            await self._thread.do(store.seats.remove_device_links, device)
            for feature in self._context.features:
                await feature.forget_device(device)

    async def _leave(self, id: str, places: list[int], named: frozenset[int], device: str) -> None:
        try:
            actor = await self._tables.actor(id)
        except ApiError:  # the game cannot be rebuilt, but its rows can be changed
            await self._thread.do(self._thread.store.seats.release, id, device, places, named)
            return
        for place in places:
            if place != HOST_SEAT:  # the host changes after the seats
                await self._release(actor, place, device, is_named=place in named)
        rights = actor.rights
        if rights.is_host(device) and not rights.held_by(device):
            await self._change_host(actor, device)

    async def _release(self, actor: Actor, place: int, device: str, *, is_named: bool) -> None:
        def decide() -> SeatDecision:
            rights = actor.rights
            rest = tuple(sorted(rights.holders.get(place, frozenset()) - {device}))
            if place == SPECTATOR_SEAT:
                return HoldersChanged(place), SeatChange(place, holders=rest, replaces_holders=True)
            is_left = not rest and actor.seated.over is None and rights.access != LOCAL_ACCESS
            name = "" if is_named or not rest else None
            change = SeatChange(
                place, holders=rest, replaces_holders=True, name=name, drops_link=not rest
            )
            return SeatLeft(place) if is_left else HoldersChanged(place), change

        await _change(actor, decide)

    async def _change_host(self, actor: Actor, device: str) -> None:
        """Make the remaining players hosts, so that somebody can fill the seats again."""

        def decide() -> SeatDecision:
            holders = actor.rights.holders
            heirs = holders.get(HOST_SEAT, frozenset()) - {device}
            for seat in sorted(holders):
                heirs = heirs or (holders[seat] - {device} if seat >= 0 else frozenset())
            change = SeatChange(HOST_SEAT, holders=tuple(sorted(heirs)), replaces_holders=True)
            return HoldersChanged(HOST_SEAT), change

        await _change(actor, decide)


def _games_of(store: GameStore, device: str, name: str | None) -> list[GameRow]:
    games = store.games_of(device, seated=name is not None)
    return [row for row in games if _places(row, device, name)]


def _places(row: GameRow, device: str, name: str | None) -> list[int]:
    """Return the seats of a device with this name; without a name all its places."""
    if name is None:
        return sorted(seat for seat, devices in row.rights.holders.items() if device in devices)
    held = row.rights.held_by(device)
    return sorted(seat for seat in held if row.names[seat : seat + 1] == (name,))


def _is_alone(row: GameRow, visitor: Visitor) -> bool:
    rights = row.rights
    others = (who - {visitor.device} for seat, who in rights.holders.items() if seat >= 0)
    return visitor.may_remove(rights) and not any(others)


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
