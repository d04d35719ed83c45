"""Analyses of games, turn by turn, as far as they have been worked out."""

from sqlalchemy import delete, insert, select, update

from redcathedral.server.core.store.problem import Conflict
from redcathedral.server.core.store.schema import ANALYSED_TURN, ANALYSIS
from redcathedral.server.core.store.transaction import StorePart


class AnalysisStore(StorePart):
    """The part of a store that keeps analyses."""

    def want(self, id: str, key: str, turns: int) -> None:
        """Ask for an analysis, without the stored turns of another ``key`` or after ``turns``.

        Raises Conflict if there is no such game.
        """
        is_it = ANALYSIS.c.game == id
        with self._transaction() as connection:
            if connection.execute(select(ANALYSIS.c.key).where(is_it)).scalar() == key:
                connection.execute(update(ANALYSIS).where(is_it).values(is_wanted=True))
                past = (ANALYSED_TURN.c.game == id, ANALYSED_TURN.c.number >= turns)
                connection.execute(delete(ANALYSED_TURN).where(*past))
                return
            connection.execute(delete(ANALYSIS).where(is_it))
            connection.execute(insert(ANALYSIS), {"game": id, "key": key, "is_wanted": True})

    def stop(self, id: str) -> None:
        self._run(update(ANALYSIS).where(ANALYSIS.c.game == id).values(is_wanted=False))

    def wanted(self) -> list[str]:
        wanted = self._rows(select(ANALYSIS.c.game).where(ANALYSIS.c.is_wanted))
        return [row.game for row in wanted]

    def add(self, id: str, key: str, number: int, data: str) -> None:
        """Keep a turn, counted from 0; raises Conflict where this is not wanted any more."""
        with self._transaction() as connection:
            is_it = (ANALYSIS.c.game == id, ANALYSIS.c.key == key)
            if connection.execute(select(ANALYSIS.c.game).where(*is_it)).first() is None:
                raise Conflict(f"no analysis of the table {id} is wanted")
            connection.execute(insert(ANALYSED_TURN), {"game": id, "number": number, "data": data})

    def turns(self, id: str, key: str) -> list[str]:
        kept = (
            select(ANALYSED_TURN.c.data)
            .join(ANALYSIS, ANALYSIS.c.game == ANALYSED_TURN.c.game)
            .where(ANALYSIS.c.game == id, ANALYSIS.c.key == key)
            .order_by(ANALYSED_TURN.c.number)
        )
        return [row.data for row in self._rows(kept)]
