"""Stores the analyses of games, turn by turn."""

from sqlalchemy import delete, insert, select, update

from redcathedral.server.core.store.problem import Conflict
from redcathedral.server.core.store.transaction import StorePart
from redcathedral.server.features.analysis.schema import ANALYSED_TURN, ANALYSIS


class AnalysisStore(StorePart):
    """The part of a store for analyses."""

    def request(self, id: str, key: str, turns: int) -> None:
        """Ask for an analysis, without the stored turns of another ``key`` or after ``turns``.

        Raises Conflict if there is no such game.
        """
        condition = ANALYSIS.c.game == id
        with self._transaction() as connection:
            if connection.execute(select(ANALYSIS.c.key).where(condition)).scalar() == key:
                connection.execute(update(ANALYSIS).where(condition).values(is_wanted=True))
                condition_of_old = (ANALYSED_TURN.c.game == id, ANALYSED_TURN.c.number >= turns)
                connection.execute(delete(ANALYSED_TURN).where(*condition_of_old))
                return
            connection.execute(delete(ANALYSIS).where(condition))
            connection.execute(insert(ANALYSIS), {"game": id, "key": key, "is_wanted": True})

    def stop(self, id: str) -> None:
        self._run(update(ANALYSIS).where(ANALYSIS.c.game == id).values(is_wanted=False))

    def requested(self) -> list[str]:
        rows = self._rows(select(ANALYSIS.c.game).where(ANALYSIS.c.is_wanted))
        return [row.game for row in rows]

    def add(self, id: str, key: str, number: int, data: str) -> None:
        """Store a turn, counted from 0; raises Conflict if the analysis was removed."""
        with self._transaction() as connection:
            condition = (ANALYSIS.c.game == id, ANALYSIS.c.key == key)
            if connection.execute(select(ANALYSIS.c.game).where(*condition)).first() is None:
                raise Conflict(f"the analysis of table {id} was removed")
            connection.execute(insert(ANALYSED_TURN), {"game": id, "number": number, "data": data})

    def turns(self, id: str, key: str) -> list[str]:
        query = (
            select(ANALYSED_TURN.c.data)
            .join(ANALYSIS, ANALYSIS.c.game == ANALYSED_TURN.c.game)
            .where(ANALYSIS.c.game == id, ANALYSIS.c.key == key)
            .order_by(ANALYSED_TURN.c.number)
        )
        return [row.data for row in self._rows(query)]
