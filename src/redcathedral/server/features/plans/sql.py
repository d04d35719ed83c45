"""The plans of seats in the database, which deletes them with the game."""

from typing import Final

import sqlalchemy as sa
from sqlalchemy import delete, insert, select

from redcathedral.server.features.plans import store
from redcathedral.server.sql.schema import METADATA, game_column, seat_column
from redcathedral.server.sql.transaction import StorePart

PLAN: Final = sa.Table(
    "plan", METADATA, game_column(), seat_column(), sa.Column("data", sa.Text, nullable=False)
)


class SqlPlanStore(StorePart, store.PlanStore):
    """Stores plans in the database."""

    def plans_of(self, game: str) -> dict[int, str]:
        rows = self._rows(select(PLAN.c.seat, PLAN.c.data).where(PLAN.c.game == game))
        return {row.seat: row.data for row in rows}

    def write(self, game: str, seat: int, data: str | None) -> None:
        with self._transaction() as connection:
            connection.execute(delete(PLAN).where(PLAN.c.game == game, PLAN.c.seat == seat))
            if data is not None:
                connection.execute(insert(PLAN), {"game": game, "seat": seat, "data": data})
