"""The tables of the database that every game needs; features have their own in ``schema``.

Personal data is in ``person``, ``address``, ``chat`` and ``note``.
"""

from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    and_,
    literal_column,
)

FEATURES: Final = "redcathedral.server.features"
REVISION: Final = "0016"  # the newest in migrations/versions

METADATA: Final = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def complete_metadata() -> MetaData:
    """Return METADATA with the tables of all features, from their modules ``schema``."""
    for package in iter_modules(import_module(FEATURES).__path__):
        name = f"{FEATURES}.{package.name}.schema"
        if find_spec(name) is not None:
            import_module(name)
    return METADATA


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
    Column("changed", BigInteger, nullable=False),
    Column("edition", String(64), ForeignKey("edition.key"), nullable=False),
    Column("base", Text, nullable=False),  # the record at the start
    Column("number", Integer, nullable=False),  # of the last action
    Column("turn", Integer, nullable=False),
    Column("to_move", Text, nullable=False),
    Column("over", Text, nullable=True),  # the kind of end
    Column("seats", Text, nullable=False, server_default="[]"),
    Column("picture", Text, nullable=False, server_default=""),  # JSON for the list of games
    Column("access", String(16), nullable=False, server_default="house"),
    Column("rematch", String(32), nullable=True, index=True),  # the game after this one
    Column("open_seats", Integer, nullable=False, server_default="0"),
    Column("flag", BigInteger, nullable=True, index=True),  # when a correspondence clock expires
    Column("said", Integer, nullable=False, server_default="0"),  # the last number in its chat
    # the last number when chat lines were last deleted
    Column("forgotten", Integer, nullable=False, server_default="0"),
)

# The groups of the list of games: each game is in one of them, and each has an index.  A decision
# changes one of these indexes.  Numbers are literals: with parameters, a partial index is not used.
_ZERO: Final[ColumnElement[int]] = literal_column("0")
IS_OVER: Final = GAME.c.over.is_not(None)
IS_OPEN: Final = and_(GAME.c.over.is_(None), GAME.c.open_seats > _ZERO)
IS_RUNNING: Final = and_(GAME.c.over.is_(None), GAME.c.open_seats == _ZERO)

for name, group in (("over", IS_OVER), ("open", IS_OPEN), ("running", IS_RUNNING)):
    Index(
        f"ix_game_{name}",
        GAME.c.access,
        GAME.c.changed,
        GAME.c.id,
        sqlite_where=group,
        postgresql_where=group,
    )

PERSON: Final = Table(
    "person",
    METADATA,
    Column("game", String(32), ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
)

# Seat -1 is the place of spectators, -2 that of the host.  The access is a copy of the game's: the
# list uses it to find the private games of a device.
HOLDER: Final = Table(
    "holder",
    METADATA,
    Column("game", String(32), ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("device", String(64), primary_key=True),  # by its hash
    Column("access", String(16), nullable=False, server_default=""),
    Index("ix_holder_device", "device", "access", "game"),
)

# Devices that the host of a game has banned from it, each with the seat that it held.
BAN: Final = Table(
    "ban",
    METADATA,
    Column("game", String(32), ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("device", String(64), primary_key=True),  # by its hash
    Column("id", String(22), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)

LINK: Final = Table(
    "link",
    METADATA,
    Column("game", String(32), ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("secret", String(64), nullable=False, unique=True),  # its hash
)

# A link that gives another device the seats of this one.
DEVICE_LINK: Final = Table(
    "move",
    METADATA,
    Column("secret", String(64), primary_key=True),  # its hash
    Column("device", String(64), nullable=False),
    Column("until", BigInteger, nullable=False),
)

ACTION: Final = Table(
    "action",
    METADATA,
    Column("game", String(32), ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("data", Text, nullable=False),
)
