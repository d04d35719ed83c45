"""Who sits at a table: links to seats, sitting down and standing up, and another device."""

from typing import Final

from litestar import delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from redcathedral.server.core.params import language
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.features.seats import wire
from redcathedral.server.features.seats.invitations import Invitations
from redcathedral.server.middleware.client_network import address
from redcathedral.server.middleware.device import AnyRequest
from redcathedral.text.catalog import DEFAULT_LANGUAGE

ONLOOKERS: Final = "-"  # in place of a colour


@get("/api/join/{secret:str}")
async def get_invitation(
    invitations: NamedDependency[Invitations],
    visitor: NamedDependency[Visitor],
    secret: FromPath[str],
    lang: FromQuery[str] = DEFAULT_LANGUAGE,
) -> wire.Invitation:
    return await invitations.look(secret, visitor, language(lang))


@post("/api/join/{secret:str}")
async def post_invitation(
    invitations: NamedDependency[Invitations],
    visitor: NamedDependency[Visitor],
    request: AnyRequest,
    secret: FromPath[str],
    data: JSONBody[wire.SitDown],
) -> wire.Place:
    return await invitations.accept(secret, data.name, visitor, address(request))


@post("/api/tables/{table_id:str}/seats/{colour:str}")
async def post_seat(
    invitations: NamedDependency[Invitations],
    visitor: NamedDependency[Visitor],
    request: AnyRequest,
    table_id: FromPath[str],
    colour: FromPath[str],
    data: JSONBody[wire.SitDown],
) -> wire.Place:
    return await invitations.sit(table_id, colour, data.name, visitor, address(request))


@put("/api/tables/{table_id:str}/seats/{colour:str}/name", status_code=204)
async def put_name(
    invitations: NamedDependency[Invitations],
    visitor: NamedDependency[Visitor],
    table_id: FromPath[str],
    colour: FromPath[str],
    data: JSONBody[wire.SitDown],
) -> None:
    await invitations.rename(table_id, colour, data.name, visitor)


@put("/api/tables/{table_id:str}/seats/{colour:str}/bot", status_code=204)
async def put_bot(
    invitations: NamedDependency[Invitations],
    visitor: NamedDependency[Visitor],
    table_id: FromPath[str],
    colour: FromPath[str],
    data: JSONBody[wire.SeatBot],
) -> None:
    await invitations.fill(table_id, colour, data.bot, visitor)


@delete("/api/tables/{table_id:str}/seats/{colour:str}")
async def delete_seat(
    invitations: NamedDependency[Invitations],
    visitor: NamedDependency[Visitor],
    table_id: FromPath[str],
    colour: FromPath[str],
) -> None:
    await invitations.leave(table_id, colour, visitor)


@post("/api/tables/{table_id:str}/links", status_code=200)
async def post_link(
    invitations: NamedDependency[Invitations],
    visitor: NamedDependency[Visitor],
    table_id: FromPath[str],
    data: JSONBody[wire.LinkWish],
) -> wire.SeatLink:
    return await invitations.link(table_id, data, visitor)


@delete("/api/tables/{table_id:str}/links/{colour:str}")
async def delete_link(
    invitations: NamedDependency[Invitations],
    visitor: NamedDependency[Visitor],
    table_id: FromPath[str],
    colour: FromPath[str],
) -> None:
    """End the link to a seat, or with `-` that of spectators, who go too."""
    await invitations.revoke(table_id, None if colour == ONLOOKERS else colour, visitor)


@get("/api/tables/{table_id:str}/bans")
async def get_bans(
    invitations: NamedDependency[Invitations],
    visitor: NamedDependency[Visitor],
    table_id: FromPath[str],
) -> list[wire.Ban]:
    return await invitations.bans(table_id, visitor)


@post("/api/tables/{table_id:str}/bans", status_code=204)
async def post_ban(
    invitations: NamedDependency[Invitations],
    visitor: NamedDependency[Visitor],
    table_id: FromPath[str],
    data: JSONBody[wire.BanWish],
) -> None:
    await invitations.ban(table_id, data.seat, visitor)


@delete("/api/tables/{table_id:str}/bans/{ban_id:str}")
async def delete_ban(
    invitations: NamedDependency[Invitations],
    visitor: NamedDependency[Visitor],
    table_id: FromPath[str],
    ban_id: FromPath[str],
) -> None:
    await invitations.unban(table_id, ban_id, visitor)


@post("/api/mine/link", status_code=200)
async def post_move_link(
    invitations: NamedDependency[Invitations], visitor: NamedDependency[Visitor]
) -> wire.MoveLink:
    return await invitations.move_link(visitor)


@post("/api/mine/link/{secret:str}")
async def post_move(
    invitations: NamedDependency[Invitations],
    visitor: NamedDependency[Visitor],
    secret: FromPath[str],
) -> wire.Moved:
    return await invitations.move(secret, visitor)
