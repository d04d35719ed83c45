"""The tables of the database with the chat lines and notes of games."""

from typing import Final

from sqlalchemy import BigInteger, Column, Integer, Table, Text

from redcathedral.server.core.store.schema import METADATA, game_column, seat_column

CHAT: Final = Table(
    "chat",
    METADATA,
    game_column(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
)

NOTE: Final = Table(
    "note",
    METADATA,
    game_column(),
    seat_column(),
    Column("number", Integer, nullable=False),  # how often it was written
    Column("text", Text, nullable=False),
)
