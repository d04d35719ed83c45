"""The table of the database with the season of each marked game."""

from typing import Final

from sqlalchemy import Column, Table, Text

from redcathedral.server.core.store.schema import METADATA, game_column

SEASON: Final = Table(
    "season", METADATA, game_column(), Column("name", Text, nullable=False, index=True)
)
