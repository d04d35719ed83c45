"""The table of the database with the plans of seats."""

from typing import Final

from sqlalchemy import Column, ForeignKey, Integer, String, Table, Text

from redcathedral.server.core.store.schema import METADATA

PLAN: Final = Table(
    "plan",
    METADATA,
    Column("game", String(32), ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("data", Text, nullable=False),
)
