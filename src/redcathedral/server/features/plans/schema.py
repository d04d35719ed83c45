"""The table of the database with the plans of seats."""

from typing import Final

from sqlalchemy import Column, Table, Text

from redcathedral.server.core.store.schema import METADATA, game_column, seat_column

PLAN: Final = Table(
    "plan", METADATA, game_column(), seat_column(), Column("data", Text, nullable=False)
)
