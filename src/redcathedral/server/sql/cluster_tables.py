"""The tables with the server processes of a PostgreSQL database (``sql.cluster``)."""

from typing import Final

import sqlalchemy as sa

from redcathedral.server.sql.schema import METADATA, game_column

SERVER: Final = sa.Table(
    "server",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("until", sa.DateTime(timezone=True), nullable=False),
)


def _server_column(*, primary_key: bool = False) -> sa.Column[int]:
    server = sa.ForeignKey("server.id", ondelete="CASCADE")
    return sa.Column(
        "server", sa.Integer, server, primary_key=primary_key, nullable=False, index=True
    )


LEADER: Final = sa.Table("leader", METADATA, game_column(), _server_column())
OPEN_PAGES: Final = sa.Table(
    "open_pages",
    METADATA,
    game_column(),
    _server_column(primary_key=True),
    sa.Column("seats", sa.Text, nullable=False),  # separated by spaces
    sa.Column("spectators", sa.Integer, nullable=False),
)
WORK: Final = sa.Table(
    "work", METADATA, sa.Column("name", sa.String(64), primary_key=True), _server_column()
)
