"""The notes of the seats of a table."""

from litestar import get, put
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from redcathedral.server.core.visitor import Visitor
from redcathedral.server.features.chat.service import ChatService
from redcathedral.server.features.chat.wire import NewSeatNote, SeatNote


@get("/api/tables/{table_id:str}/note")
async def get_note(
    chats: NamedDependency[ChatService],
    visitor: NamedDependency[Visitor],
    table_id: FromPath[str],
    seat: FromQuery[str],
) -> SeatNote:
    """What a seat has noted; only its own pages may ask."""
    return await chats.note(table_id, visitor, seat)


@put("/api/tables/{table_id:str}/note")
async def put_note(
    chats: NamedDependency[ChatService],
    visitor: NamedDependency[Visitor],
    table_id: FromPath[str],
    seat: FromQuery[str],
    data: JSONBody[NewSeatNote],
) -> SeatNote:
    return await chats.write_note(table_id, visitor, seat, data)
