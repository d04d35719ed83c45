"""Starts the rematch of a table."""

from functools import partial

from redcathedral.server.core.actor import Actor
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.store.problem import Conflict
from redcathedral.server.core.store.rematch import PreviousGame
from redcathedral.server.core.table.names import table_seat_names
from redcathedral.server.core.table.seat_order import seats_after
from redcathedral.server.core.table.seated_game import Colours
from redcathedral.server.core.tables import Tables
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.core.wire.lobby import Summary
from redcathedral.server.features.rematch.rematch import rematch_of
from redcathedral.text import Term


class RematchService:
    """The rematches of all tables."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._thread = tables.thread

    async def rematch(self, id: str, visitor: Visitor, colours: Colours, *, setup: bool) -> Summary:
        """Return the next game, the same for all players; raises ApiError.

        Only the host may begin the next game of bots.
        """
        tables, thread = self._tables, self._thread
        actor = await tables.visit(id, visitor)
        seated = actor.seated
        seats = actor.seats_of(visitor, colours)
        if not (seats if seated.people else visitor.is_host(actor.rights)):
            raise ApiError(403, "not-seated")
        next_id = await thread.do(thread.store.rematch, id)
        if next_id is None:
            new_table = rematch_of(seated, actor.edition.key, setup=setup)
            before = PreviousGame(id, seats_after(seated))
            new = partial(tables.repository.rematch, new_table, before, actor.rights.access)
            try:
                summary = await tables.begin(await thread.do(new), visitor)
            except Conflict:  # another player was faster
                next_id = await thread.do(thread.store.rematch, id)
                if next_id is None:
                    raise ApiError(404, "unknown-table") from None
            else:
                actor = await tables.actor(id)
                seats = actor.seats_of(visitor, colours)
                actor.queue(partial(_announce, actor, summary.id, seats))
                return summary
        return await tables.summary(next_id, visitor)


async def _announce(table: Actor, id: str, seats: frozenset[int]) -> None:
    """Send all pages the next game, and the name of the player who began it."""
    table.messages.rematch = id
    names = [table_seat_names(table.seated)[seat] for seat in seats]
    table.send_table_to_all(Term("table.rematch", who=names[0]) if len(names) == 1 else None)
