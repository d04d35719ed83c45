"""The tables of the database with the analyses of games."""

from typing import Final

from sqlalchemy import Boolean, Column, ForeignKey, Integer, String, Table, Text

from redcathedral.server.core.store.schema import METADATA

ANALYSIS: Final = Table(
    "analysis",
    METADATA,
    Column("game", String(32), ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("key", Text, nullable=False),
    Column("is_wanted", Boolean, nullable=False),
)

ANALYSED_TURN: Final = Table(
    "analysed_turn",
    METADATA,
    Column("game", String(32), ForeignKey("analysis.game", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("data", Text, nullable=False),
)
