"""Stores the plans of seats; the plans are deleted with the game."""

from sqlalchemy import delete, insert, select

from redcathedral.server.core.store.transaction import StorePart
from redcathedral.server.features.plans.schema import PLAN


class PlanStore(StorePart):
    """The part of a store for plans."""

    def plans_of(self, id: str) -> dict[int, str]:
        rows = self._rows(select(PLAN.c.seat, PLAN.c.data).where(PLAN.c.game == id))
        return {row.seat: row.data for row in rows}

    def write(self, id: str, seat: int, data: str | None) -> None:
        """Replace a seat's plan, None to delete it; raises Conflict if there is no such game."""
        with self._transaction() as connection:
            condition = (PLAN.c.game == id, PLAN.c.seat == seat)
            connection.execute(delete(PLAN).where(*condition))
            if data is not None:
                connection.execute(insert(PLAN), {"game": id, "seat": seat, "data": data})
