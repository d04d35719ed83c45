"""The tables of the database.  Names of people stand in ``person`` and nowhere else."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

REVISION: Final = "0011"  # the newest in migrations/versions

METADATA: Final = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

EDITION: Final = Table(
    "edition",
    METADATA,
    Column("key", String(64), primary_key=True),
    Column("id", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("hash", Text, nullable=False),
    Column("text", Text, nullable=False),
)

GAME: Final = Table(
    "game",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False, index=True),
    Column("edition", String(64), ForeignKey("edition.key"), nullable=False),
    Column("base", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("to_move", Text, nullable=False),
    Column("over", Text, nullable=True),
    Column("seats", Text, nullable=False, server_default="[]"),
    Column("picture", Text, nullable=False, server_default=""),
    Column("flag", BigInteger, nullable=True, index=True),  # when a clock of days is out
)

PERSON: Final = Table(
    "person",
    METADATA,
    Column("game", String(32), ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("device", String(64), nullable=True, index=True),  # a hash; who holds the seat
)

ACTION: Final = Table(
    "action",
    METADATA,
    Column("game", String(32), ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("data", Text, nullable=False),
)

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
