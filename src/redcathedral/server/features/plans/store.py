"""The stored plans of seats; the database deletes them with the game."""

from typing import Final

import sqlalchemy as sa
from sqlalchemy import delete, insert, select

from redcathedral.server.core.store.schema import METADATA, game_column, seat_column
from redcathedral.server.core.store.transaction import StorePart

PLAN: Final = sa.Table(
    "plan", METADATA, game_column(), seat_column(), sa.Column("data", sa.Text, nullable=False)
)


class PlanStore(StorePart):
    """The part of a store for plans."""

    def plans_of(self, game: str) -> dict[int, str]:
        rows = self._rows(select(PLAN.c.seat, PLAN.c.data).where(PLAN.c.game == game))
        return {row.seat: row.data for row in rows}

    def write(self, game: str, seat: int, data: str | None) -> None:
        """Replace or delete the plan of a seat; raises Conflict if there is no such game."""
        with self._transaction() as connection:
            condition = (PLAN.c.game == game, PLAN.c.seat == seat)
            connection.execute(delete(PLAN).where(*condition))
            if data is not None:
                connection.execute(insert(PLAN), {"game": game, "seat": seat, "data": data})
