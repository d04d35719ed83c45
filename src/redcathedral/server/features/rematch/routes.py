"""The next game of the same people."""

from litestar import post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from redcathedral.server.core.params import seats_param
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.core.wire.lobby import Rematch, Summary
from redcathedral.server.features.rematch.service import RematchService


@post("/api/tables/{table_id:str}/rematch")
async def post_rematch(
    rematches: NamedDependency[RematchService],
    visitor: NamedDependency[Visitor],
    table_id: FromPath[str],
    data: JSONBody[Rematch],
    seat: FromQuery[str | None] = None,
) -> Summary:
    """The next game of those who sit at a table; who asks second gets the same one."""
    return await rematches.rematch(table_id, visitor, seats_param(seat), setup=data.setup)
