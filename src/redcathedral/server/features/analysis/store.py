"""The stored analyses of games, with a row for each turn."""

from sqlalchemy import delete, insert, select, update

from redcathedral.server.core.store.problem import Conflict
from redcathedral.server.core.store.transaction import StorePart
from redcathedral.server.features.analysis.schema import ANALYSED_TURN, ANALYSIS


class AnalysisStore(StorePart):
    """The part of a store for analyses."""

    def request(self, game: str, key: str, turns: int) -> None:
        """Request an analysis; keep the first ``turns`` turns with this key.  Raises Conflict."""
        condition = ANALYSIS.c.game == game
        with self._transaction() as connection:
            if connection.execute(select(ANALYSIS.c.key).where(condition)).scalar() == key:
                connection.execute(update(ANALYSIS).where(condition).values(is_wanted=True))
                later_turns = (ANALYSED_TURN.c.game == game, ANALYSED_TURN.c.number >= turns)
                connection.execute(delete(ANALYSED_TURN).where(*later_turns))
                return
            connection.execute(delete(ANALYSIS).where(condition))
            connection.execute(insert(ANALYSIS), {"game": game, "key": key, "is_wanted": True})

    def stop(self, game: str) -> None:
        self._run(update(ANALYSIS).where(ANALYSIS.c.game == game).values(is_wanted=False))

    def requested(self) -> list[str]:
        rows = self._rows(select(ANALYSIS.c.game).where(ANALYSIS.c.is_wanted))
        return [row.game for row in rows]

    def add(self, game: str, key: str, number: int, data: str) -> None:
        """Store a turn, counted from 0; raises Conflict if the analysis was removed."""
        with self._transaction() as connection:
            condition = (ANALYSIS.c.game == game, ANALYSIS.c.key == key)
            if connection.execute(select(ANALYSIS.c.game).where(*condition)).first() is None:
                raise Conflict(f"the analysis of table {game} was removed")
            connection.execute(
                insert(ANALYSED_TURN), {"game": game, "number": number, "data": data}
            )

    def turns(self, game: str, key: str) -> list[str]:
        query = (
            select(ANALYSED_TURN.c.data)
            .join(ANALYSIS, ANALYSIS.c.game == ANALYSED_TURN.c.game)
            .where(ANALYSIS.c.game == game, ANALYSIS.c.key == key)
            .order_by(ANALYSED_TURN.c.number)
        )
        return [row.data for row in self._rows(query)]
