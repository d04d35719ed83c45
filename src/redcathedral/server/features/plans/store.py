"""What seats plan for their next turns: it goes with the game."""

from sqlalchemy import delete, insert, select

from redcathedral.server.core.store.schema import PLAN
from redcathedral.server.core.store.transaction import StorePart


class PlanStore(StorePart):
    """The part of a store that keeps plans."""

    def of(self, id: str) -> dict[int, str]:
        found = self._rows(select(PLAN.c.seat, PLAN.c.data).where(PLAN.c.game == id))
        return {row.seat: row.data for row in found}

    def write(self, id: str, seat: int, data: str | None) -> None:
        """Replace a seat's plan, None to forget it; raises Conflict if there is no such game."""
        with self._transaction() as connection:
            is_it = (PLAN.c.game == id, PLAN.c.seat == seat)
            connection.execute(delete(PLAN).where(*is_it))
            if data is not None:
                connection.execute(insert(PLAN), {"game": id, "seat": seat, "data": data})
