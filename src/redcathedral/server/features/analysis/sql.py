"""The analyses of games in the database."""

from collections.abc import Mapping
from typing import Final

import sqlalchemy as sa
from sqlalchemy import delete, insert, select, update

from redcathedral.server.core.store.problem import Conflict
from redcathedral.server.features.analysis import store
from redcathedral.server.sql.schema import METADATA, game_column
from redcathedral.server.sql.transaction import StorePart

ANALYSIS: Final = sa.Table(
    "analysis",
    METADATA,
    game_column(),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("is_wanted", sa.Boolean, nullable=False),
)


def _turn_table(name: str) -> sa.Table:
    game = sa.ForeignKey("analysis.game", ondelete="CASCADE")
    return sa.Table(
        name,
        METADATA,
        sa.Column("game", sa.String(32), game, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("data", sa.Text, nullable=False),
    )


FIRST_PASS: Final = _turn_table("first_pass")
ANALYSED_TURN: Final = _turn_table("analysed_turn")  # judged precisely


class SqlAnalysisStore(StorePart, store.AnalysisStore):
    """Stores analyses in the database."""

    def request(self, game: str, key: str) -> None:
        condition = ANALYSIS.c.game == game
        with self._transaction() as connection:
            if connection.execute(select(ANALYSIS.c.key).where(condition)).scalar() == key:
                connection.execute(update(ANALYSIS).where(condition).values(is_wanted=True))
                return
            connection.execute(delete(ANALYSIS).where(condition))
            connection.execute(insert(ANALYSIS), {"game": game, "key": key, "is_wanted": True})

    def stop(self, game: str) -> None:
        self._run(update(ANALYSIS).where(ANALYSIS.c.game == game).values(is_wanted=False))

    def requested(self) -> list[str]:
        rows = self._rows(select(ANALYSIS.c.game).where(ANALYSIS.c.is_wanted))
        return [row.game for row in rows]

    def add(self, game: str, key: str, is_precise: bool, rows: Mapping[int, str]) -> None:
        table = ANALYSED_TURN if is_precise else FIRST_PASS
        with self._transaction() as connection:
            condition = (ANALYSIS.c.game == game, ANALYSIS.c.key == key, ANALYSIS.c.is_wanted)
            if connection.execute(select(ANALYSIS.c.game).where(*condition)).first() is None:
                raise Conflict(f"the analysis of table {game} was removed or stopped")
            connection.execute(delete(table).where(table.c.game == game, table.c.number.in_(rows)))
            entries = [{"game": game, "number": n, "data": data} for n, data in rows.items()]
            connection.execute(insert(table), entries)

    def turns(self, game: str, key: str) -> tuple[list[str], list[str]]:
        first, precise = (
            select(table.c.data)
            .join(ANALYSIS, ANALYSIS.c.game == table.c.game)
            .where(ANALYSIS.c.game == game, ANALYSIS.c.key == key)
            .order_by(table.c.number)
            for table in (FIRST_PASS, ANALYSED_TURN)
        )
        return [row.data for row in self._rows(first)], [row.data for row in self._rows(precise)]
