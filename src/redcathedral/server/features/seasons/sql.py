"""The seasons of games in the database."""

from typing import Final

import sqlalchemy as sa
from sqlalchemy import delete, insert, not_, select

from redcathedral.server.core.store.rows import HOST_SEAT, LOCAL_ACCESS, Rights
from redcathedral.server.features.seasons import store
from redcathedral.server.sql.schema import HOLDER, METADATA, game_column
from redcathedral.server.sql.transaction import StorePart

SEASON: Final = sa.Table(
    "season", METADATA, game_column(), sa.Column("name", sa.Text, nullable=False, index=True)
)


class SqlSeasonStore(StorePart, store.SeasonStore):
    """Stores seasons in the database."""

    def name(self, game: str) -> str:
        rows = self._rows(select(SEASON.c.name).where(SEASON.c.game == game))
        return rows[0].name if rows else ""

    def games(self, name: str, rights: Rights) -> list[str]:
        is_local = HOLDER.c.access == LOCAL_ACCESS
        same_host = (not_(is_local), HOLDER.c.device.in_(rights.holders.get(HOST_SEAT, ())))
        query = select(SEASON.c.game).join(HOLDER, HOLDER.c.game == SEASON.c.game)
        query = query.where(SEASON.c.name == name, HOLDER.c.seat == HOST_SEAT)
        query = query.where(*([is_local] if rights.access == LOCAL_ACCESS else same_host))
        return [row.game for row in self._rows(query.distinct())]

    def write(self, game: str, name: str) -> None:
        with self._transaction() as connection:
            connection.execute(delete(SEASON).where(SEASON.c.game == game))
            if name:
                connection.execute(insert(SEASON), {"game": game, "name": name})
