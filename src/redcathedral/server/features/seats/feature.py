"""Seats: take them, leave them, invite players by links, ban players, and change the device."""

import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from redcathedral.box.vocabulary import Colour
from redcathedral.server.core.actor import Actor, SeatDecision
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.new_game import checked_name
from redcathedral.server.core.route import Client, delete, get, post, put
from redcathedral.server.core.server_feature import ServerContext, ServerFeature
from redcathedral.server.core.store.problem import Conflict, UnknownTable
from redcathedral.server.core.store.rows import HOST_SEAT, LOCAL_ACCESS, SPECTATOR_SEAT, SeatChange
from redcathedral.server.core.store.time import now
from redcathedral.server.core.stored_table import time_text
from redcathedral.server.core.table.actions import (
    HoldersChanged,
    SeatFilled,
    SeatLeft,
    SeatsOpened,
    SeatTaken,
)
from redcathedral.server.core.visitor import Visitor, secret_hash
from redcathedral.server.features.seats import wire
from redcathedral.server.features.seats.seat_limits import SeatLimits
from redcathedral.server.features.seats.server_bans import ServerBans
from redcathedral.text.catalog import DEFAULT_LANGUAGE

SPECTATOR_PATH: Final = "-"  # in the path of a link, instead of a color
MOVE_LINK_MINUTES: Final = 15  # after which a link to another device expires


class SeatsFeature(ServerFeature):
    """The seats of all tables, and the links to them."""

    def __init__(self, context: ServerContext) -> None:
        super().__init__(context)
        self._limits = SeatLimits(context.thread)
        self._server_bans = ServerBans(context)

    async def start(self) -> None:
        await self._server_bans.start()

    async def stop(self) -> None:
        await self._server_bans.stop()

    @get("/api/join/{secret}")
    async def get_invitation(
        self, secret: str, visitor: Visitor, lang: str = DEFAULT_LANGUAGE
    ) -> wire.Invitation:
        actor, seat = await self._invitation(secret, visitor)
        summary = await self.tables.summary(actor.id, visitor, lang)
        host = _host_colour(actor)
        if seat == SPECTATOR_SEAT:
            may_watch = visitor.may_see(actor.rights)
            return wire.Invitation(summary, None, "", is_open=True, is_yours=may_watch, host=host)
        return wire.Invitation(
            summary,
            _colour(actor, seat),
            actor.seated.players[seat].name,
            is_open=seat in actor.seated.open,
            is_yours=visitor.device in actor.rights.holders.get(seat, ()),
            host=host,
        )

    @post("/api/join/{secret}")
    async def accept_invitation(
        self, secret: str, visitor: Visitor, client: Client, data: wire.SitDown
    ) -> wire.Place:
        """Sit down by a link, play its seat on this device too, or watch."""
        actor, seat = await self._invitation(secret, visitor)

        def decide() -> SeatDecision | None:
            _require_not_banned(actor, visitor)
            if seat == SPECTATOR_SEAT:
                return None if visitor.may_see(actor.rights) else _seat_shared(seat, visitor)
            if seat in actor.seated.open:
                return _seat_taken(seat, data.name, visitor)
            is_holder = visitor.device in actor.rights.holders.get(seat, ())
            return None if is_holder else _seat_shared(seat, visitor)

        await self._take(actor, seat, decide, visitor, client)
        return wire.Place(actor.id, None if seat == SPECTATOR_SEAT else _colour(actor, seat))

    async def _invitation(self, secret: str, visitor: Visitor) -> tuple[Actor, int]:
        """Return the table and the seat of a link; raises ApiError."""
        link = await self.thread.do(self.thread.store.seats.link, secret_hash(secret))
        if link is None:
            raise ApiError(404, "unknown-link")
        table_id, seat = link
        actor = await self.tables.actor(table_id)
        _require_not_banned(actor, visitor)
        return actor, seat

    @post("/api/tables/{table_id}/seats/{colour}")
    async def sit_down(
        self, table_id: str, colour: str, visitor: Visitor, client: Client, data: wire.SitDown
    ) -> wire.Place:
        """Sit down at an open seat, if the table is public or the visitor is its host."""
        actor = await self.tables.visit(table_id, visitor)
        seat = _seat(actor, colour)

        def decide() -> SeatDecision:
            _require_not_banned(actor, visitor)
            if seat not in actor.seated.open:
                raise ApiError(409, "not-open")
            if actor.rights.access != "public" and not visitor.is_host(actor.rights):
                raise ApiError(403, "not-yours")
            return _seat_taken(seat, data.name, visitor)

        await self._take(actor, seat, decide, visitor, client)
        return wire.Place(table_id, _colour(actor, seat))

    @put("/api/tables/{table_id}/seats/{colour}/name", status=204)
    async def rename(
        self, table_id: str, colour: str, visitor: Visitor, data: wire.SitDown
    ) -> None:
        """Rename the player at a seat of the visitor."""
        actor = await self.tables.visit(table_id, visitor)
        seat = _seat(actor, colour)
        change = SeatChange(seat, name=checked_name(data.name))

        def decide() -> SeatDecision:
            if seat not in actor.seats_of(visitor):
                raise ApiError(403, "not-yours")
            return HoldersChanged(seat), change

        await self._change(actor, decide)

    @delete("/api/tables/{table_id}/seats/{colour}")
    async def leave(self, table_id: str, colour: str, visitor: Visitor) -> None:
        """Open a seat and end its link; players may open their own seats, the host every seat."""
        actor = await self.tables.visit(table_id, visitor)
        seat = _seat(actor, colour)

        def decide() -> SeatDecision | None:
            if seat not in actor.seats_of(visitor):
                _require_host(actor, visitor)
            _require_assignable_seats(actor)
            if seat in actor.seated.open:
                return None
            return SeatLeft(seat), SeatChange(seat, replaces_holders=True, name="", drops_link=True)

        await self._change(actor, decide)

    @delete("/api/tables/{table_id}/seats/{colour}/texts")
    async def remove_texts_of(self, table_id: str, colour: str, visitor: Visitor) -> None:
        """Remove the name and the chat lines of a seat, as the host or a local visitor."""
        actor = await self.tables.visit(table_id, visitor)
        seat = _seat(actor, colour)

        def decide() -> SeatDecision:
            if not visitor.is_local:
                _require_host(actor, visitor)
            return HoldersChanged(seat), SeatChange(seat, name="")

        await self._change(actor, decide)
        for feature in self.context.features:
            await feature.remove_texts(table_id, frozenset({seat}))

    @put("/api/tables/{table_id}/seats/{colour}/bot", status=204)
    async def put_bot(
        self, table_id: str, colour: str, visitor: Visitor, data: wire.SeatBot
    ) -> None:
        actor = await self.tables.visit(table_id, visitor)
        seat = _seat(actor, colour)

        def decide() -> SeatDecision:
            _require_host(actor, visitor)
            self.repository.opponents.check(data.bot)
            if seat not in actor.seated.open:
                raise ApiError(409, "not-open")
            change = SeatChange(seat, replaces_holders=True, drops_link=True)
            return SeatFilled(seat, data.bot), change

        await self._change(actor, decide)

    @post("/api/tables/{table_id}/links", status=200)
    async def post_link(
        self, table_id: str, visitor: Visitor, data: wire.LinkWish
    ) -> wire.SeatLink:
        """Return a new link to a seat, for its holder or the host, or for spectators."""
        actor = await self.tables.visit(table_id, visitor)
        seat = SPECTATOR_SEAT if data.seat is None else _seat(actor, data.seat)
        secret = secrets.token_urlsafe(24)

        def decide() -> SeatDecision:
            if seat not in actor.seats_of(visitor):
                _require_host(actor, visitor)
            if seat != SPECTATOR_SEAT:
                _require_assignable_seats(actor)
            remaining = (visitor.device,) if seat in actor.rights.held_by(visitor.device) else ()
            is_emptied = not data.others and not remaining and seat != SPECTATOR_SEAT
            change = SeatChange(
                seat,
                holders=remaining,
                replaces_holders=not data.others,
                name="" if is_emptied else None,
                link=secret_hash(secret),
                drops_link=True,
            )
            opens = is_emptied and seat not in actor.seated.open
            return SeatLeft(seat) if opens else HoldersChanged(seat), change

        await self._change(actor, decide)
        return wire.SeatLink(data.seat, secret)

    @delete("/api/tables/{table_id}/links/{colour}")
    async def delete_link(self, table_id: str, colour: str, visitor: Visitor) -> None:
        """End the link to a seat; `-` ends the link for spectators, who then lose access."""
        actor = await self.tables.visit(table_id, visitor)
        seat = SPECTATOR_SEAT if colour == SPECTATOR_PATH else _seat(actor, colour)

        def decide() -> SeatDecision:
            if seat not in actor.seats_of(visitor):
                _require_host(actor, visitor)
            change = SeatChange(seat, drops_link=True, replaces_holders=seat == SPECTATOR_SEAT)
            return HoldersChanged(seat), change

        await self._change(actor, decide)

    @get("/api/tables/{table_id}/bans")
    async def get_bans(self, table_id: str, visitor: Visitor) -> list[wire.Ban]:
        actor = await self.tables.visit(table_id, visitor)
        _require_host(actor, visitor)
        bans = await self.thread.do(self.thread.store.seats.bans, table_id)
        return [wire.Ban(ban.id, _colour(actor, ban.seat), time_text(ban.at)) for ban in bans]

    @post("/api/tables/{table_id}/bans", status=204)
    async def ban(self, table_id: str, visitor: Visitor, data: wire.BanWish) -> None:
        """Ban all holders of a seat; unless the game is over, all their seats become open."""
        actor = await self.tables.visit(table_id, visitor)
        seat = _seat(actor, data.seat)
        banned = frozenset[str]()

        def decide() -> SeatDecision:
            nonlocal banned
            rights = actor.rights
            others = rights.holders.get(seat, frozenset()) - {visitor.device}
            if not data.everywhere:
                _require_host(actor, visitor)
                banned = others - rights.holders.get(HOST_SEAT, frozenset())
            elif visitor.is_local:
                banned = others & actor.guests_at(seat)
            else:
                raise ApiError(403, "token")
            if not banned or rights.access == LOCAL_ACCESS:
                raise ApiError(409, "has-token" if data.everywhere and others else "not-open")
            everywhere = data.seat if data.everywhere else None
            ban = SeatChange(seat, bans=tuple(sorted(banned)), everywhere=everywhere)
            return _devices_banned(actor, ban)

        await self._change(actor, decide)
        if data.everywhere:
            await self._server_bans.read()
            for device in banned:
                for feature in self.context.features:
                    await feature.forget_device(device)

    @delete("/api/tables/{table_id}/bans/{ban_id}")
    async def lift_ban(self, table_id: str, ban_id: str, visitor: Visitor) -> None:
        actor = await self.tables.visit(table_id, visitor)
        _require_host(actor, visitor)
        bans = await self.thread.do(self.thread.store.seats.bans, table_id)
        seat = next((ban.seat for ban in bans if ban.id == ban_id), None)
        if seat is None:
            return  # the ban has already been lifted

        def decide() -> SeatDecision:
            _require_host(actor, visitor)
            return HoldersChanged(seat), SeatChange(seat, unban=ban_id)

        await self._change(actor, decide)

    @get("/api/bans")
    async def get_server_bans(self) -> list[wire.Ban]:
        """Return the bans from the server."""
        bans = await self.thread.do(self.thread.store.seats.server_bans)
        return [wire.Ban(ban.id, ban.colour, time_text(ban.at)) for ban in bans]

    @delete("/api/bans/{ban_id}")
    async def lift_server_ban(self, ban_id: str) -> None:
        await self.thread.do(self.thread.store.seats.lift_server_ban, ban_id)
        await self._server_bans.read()

    @post("/api/mine/link", status=200)
    async def post_move_link(self, visitor: Visitor) -> wire.MoveLink:
        """Return a link that gives another device the seats of this one."""
        secret = secrets.token_urlsafe(24)
        expires_at = now() + MOVE_LINK_MINUTES * 60_000
        add = self.thread.store.seats.add_device_link
        await self.thread.do(add, secret_hash(secret), visitor.device, expires_at)
        return wire.MoveLink(secret, MOVE_LINK_MINUTES)

    @post("/api/mine/link/{secret}")
    async def move(self, secret: str, visitor: Visitor) -> wire.Moved:
        move_to = self.thread.store.seats.move_to_device
        try:
            games = await self.thread.do(move_to, secret_hash(secret), visitor.device)
        except UnknownTable:
            raise ApiError(404, "unknown-link") from None
        except Conflict:
            raise ApiError(409, "own-link") from None
        for table_id in games:
            await self.tables.reload(table_id)
        return wire.Moved(len(games))

    async def _take(
        self,
        actor: Actor,
        seat: int,
        decide: Callable[[], SeatDecision | None],
        visitor: Visitor,
        client: Client,
    ) -> None:
        """Make a visitor's change; taking an open seat before the game begins is limited."""
        async with self._limits.taking(visitor, client.network) as count:

            def decide_within_limits() -> SeatDecision | None:
                if seat in actor.seated.open and not actor.seated.game.state.turn:
                    count()
                return decide()

            await self._change(actor, decide_within_limits)

    @staticmethod
    async def _change(actor: Actor, decide: Callable[[], SeatDecision | None]) -> None:
        try:
            await actor.change_seat(decide)
        except Conflict:
            raise ApiError(409, "not-open") from None


def _seat_taken(seat: int, name: str, visitor: Visitor) -> SeatDecision:
    change = SeatChange(
        seat, holders=(visitor.device,), replaces_holders=True, name=checked_name(name)
    )
    return SeatTaken(seat), change


def _seat_shared(seat: int, visitor: Visitor) -> SeatDecision:
    return HoldersChanged(seat), SeatChange(seat, holders=(visitor.device,))


def _devices_banned(actor: Actor, ban: SeatChange) -> SeatDecision:
    """Return the decision with the changes of seats; another player replaces a banned host."""
    seated, holders = actor.seated, actor.rights.holders
    seat, devices = ban.seat, frozenset(ban.bans)
    if seated.over is not None:  # the banned players keep the finished game in their lists
        return HoldersChanged(seat), ban
    opened_seats: list[int] = []
    changes: list[SeatChange] = []
    for held_seat in sorted(key for key, holding in holders.items() if holding & devices):
        remaining = tuple(sorted(holders[held_seat] - devices))
        if held_seat == HOST_SEAT:
            remaining = tuple(sorted(actor.rights.hosts_without(devices) or devices))
        change = SeatChange(held_seat, holders=remaining, replaces_holders=True)
        if held_seat >= 0 and not remaining and held_seat not in seated.open:
            opened_seats.append(held_seat)
            change = replace(change, name="", drops_link=True)
        changes.append(change)
    return SeatsOpened(opened_seats) if opened_seats else HoldersChanged(seat), *(ban, *changes)


def _require_not_banned(actor: Actor, visitor: Visitor) -> None:
    if visitor.is_banned(actor.rights):
        raise ApiError(403, "banned")


def _require_host(actor: Actor, visitor: Visitor) -> None:
    if not visitor.is_host(actor.rights):
        raise ApiError(403, "not-yours")


def _require_assignable_seats(actor: Actor) -> None:
    """Raise ApiError if the game is over, or the table local, where everyone plays all seats."""
    if actor.seated.over or actor.rights.access == LOCAL_ACCESS:
        raise ApiError(409, "not-open")


def _host_colour(actor: Actor) -> Colour | None:
    """Return the first seat that the host plays."""
    holders = actor.rights.holders
    hosts = holders.get(HOST_SEAT, frozenset())
    held = (seat for seat in actor.seated.people if hosts & holders.get(seat, frozenset()))
    return next((_colour(actor, seat) for seat in held), None)


def _colour(actor: Actor, seat: int) -> Colour:
    return actor.seated.game.state.setting.colour(seat)


def _seat(actor: Actor, colour: str) -> int:
    """Return the seat of a color; raises ApiError if it is not a person's seat."""
    seated = actor.seated
    for seat in seated.people:
        if _colour(actor, seat) == colour:
            return seat
    colours = ", ".join(_colour(actor, seat) for seat in seated.people) or "none"
    raise ApiError(404, "bad-seat", fix=f"the seats of people are: {colours}")
