"""The tables of the database with the chat lines and notes of games."""

from typing import Final

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, String, Table, Text

from redcathedral.server.core.store.schema import METADATA

CHAT: Final = Table(
    "chat",
    METADATA,
    Column("game", String(32), ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
)

NOTE: Final = Table(
    "note",
    METADATA,
    Column("game", String(32), ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, nullable=False),  # how often it was written
    Column("text", Text, nullable=False),
)
