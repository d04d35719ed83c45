"""What a seat notes for itself, and the next game of those who sit at a table."""

from litestar import get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from redcathedral.server.core.params import seats_param
from redcathedral.server.core.tables import Tables
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.core.wire.lobby import Rematch, Summary
from redcathedral.server.features.chat.wire import NewSeatNote, SeatNote


@get("/api/tables/{table_id:str}/note")
async def get_note(
    tables: NamedDependency[Tables],
    visitor: NamedDependency[Visitor],
    table_id: FromPath[str],
    seat: FromQuery[str],
) -> SeatNote:
    """What a seat has noted; only its own pages may ask."""
    return await tables.note(table_id, visitor, seat)


@put("/api/tables/{table_id:str}/note")
async def put_note(
    tables: NamedDependency[Tables],
    visitor: NamedDependency[Visitor],
    table_id: FromPath[str],
    seat: FromQuery[str],
    data: JSONBody[NewSeatNote],
) -> SeatNote:
    return await tables.write_note(table_id, visitor, seat, data)


@post("/api/tables/{table_id:str}/rematch")
async def post_rematch(
    tables: NamedDependency[Tables],
    visitor: NamedDependency[Visitor],
    table_id: FromPath[str],
    data: JSONBody[Rematch],
    seat: FromQuery[str | None] = None,
) -> Summary:
    """The next game of those who sit at a table; who asks second gets the same one."""
    return await tables.rematch(table_id, visitor, seats_param(seat), setup=data.setup)
