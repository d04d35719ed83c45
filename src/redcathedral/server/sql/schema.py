"""The tables of the database that every game needs; features have their own in ``sql``.

Personal data is in ``person``, ``address``, ``chat`` and ``note``.
"""

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType
from typing import Final

import sqlalchemy as sa

FEATURES: Final = "redcathedral.server.features"
REVISION: Final = "0016"  # the newest in migrations/versions

METADATA: Final = sa.MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def feature_modules(name: str) -> Iterator[ModuleType]:
    """Import and yield the modules of this name, one for each feature that has one."""
    for feature in iter_modules(import_module(FEATURES).__path__):
        module = f"{FEATURES}.{feature.name}.{name}"
        if find_spec(module) is not None:
            yield import_module(module)


def complete_metadata() -> sa.MetaData:
    """Return METADATA with the tables of other modules, and of all features (modules ``sql``)."""
    import_module("redcathedral.server.sql.cluster_tables")
    import_module("redcathedral.server.sql.network_uses")
    for _ in feature_modules("sql"):
        pass  # importing a module defines its tables
    return METADATA


def feature_tables() -> list[sa.Table]:
    core = {table.name for table in globals().values() if isinstance(table, sa.Table)}
    return [table for name, table in complete_metadata().tables.items() if name not in core]


def game_column() -> sa.Column[str]:
    """Return the column for the game of a row, which is deleted with the game."""
    game = sa.ForeignKey("game.id", ondelete="CASCADE")
    return sa.Column("game", sa.String(32), game, primary_key=True)


def seat_column() -> sa.Column[int]:
    return sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False)


EDITION: Final = sa.Table(
    "edition",
    METADATA,
    sa.Column("key", sa.String(64), primary_key=True),
    sa.Column("id", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("hash", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
)

GAME: Final = sa.Table(
    "game",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
    sa.Column("edition", sa.String(64), sa.ForeignKey("edition.key"), nullable=False),
    sa.Column("base", sa.Text, nullable=False),  # the record at the start
    sa.Column("number", sa.Integer, nullable=False),  # of the last action
    sa.Column("turn", sa.Integer, nullable=False),
    sa.Column("to_move", sa.Text, nullable=False),
    sa.Column("over", sa.Text, nullable=True),  # the kind of end
    sa.Column("seats", sa.Text, nullable=False, server_default="[]"),
    sa.Column("picture", sa.Text, nullable=False, server_default=""),  # JSON for the list of games
    sa.Column("access", sa.String(16), nullable=False, server_default="house"),
    sa.Column("rematch", sa.String(32), nullable=True, index=True),  # the game after this one
    sa.Column("open_seats", sa.Integer, nullable=False, server_default="0"),
    # when a correspondence clock expires
    sa.Column("flag", sa.BigInteger, nullable=True, index=True),
    # the last number in its chat
    sa.Column("said", sa.Integer, nullable=False, server_default="0"),
    # the last number when chat lines were last deleted
    sa.Column("forgotten", sa.Integer, nullable=False, server_default="0"),
)

# The groups of the list of games: each game is in one of them, and each has an index.  A decision
# changes one of these indexes.  Numbers are literals: with parameters, a partial index is not used.
_ZERO: Final[sa.ColumnElement[int]] = sa.literal_column("0")
IS_OVER: Final = GAME.c.over.is_not(None)
IS_OPEN: Final = sa.and_(GAME.c.over.is_(None), GAME.c.open_seats > _ZERO)
IS_RUNNING: Final = sa.and_(GAME.c.over.is_(None), GAME.c.open_seats == _ZERO)

for name, group in (("over", IS_OVER), ("open", IS_OPEN), ("running", IS_RUNNING)):
    sa.Index(
        f"ix_game_{name}",
        GAME.c.access,
        GAME.c.changed,
        GAME.c.id,
        sqlite_where=group,
        postgresql_where=group,
    )

PERSON: Final = sa.Table(
    "person", METADATA, game_column(), seat_column(), sa.Column("name", sa.Text, nullable=False)
)

# Seat -1 is the place of spectators, -2 that of the host.  The access is a copy of the game's: the
# list uses it to find the private games of a device.
HOLDER: Final = sa.Table(
    "holder",
    METADATA,
    game_column(),
    seat_column(),
    sa.Column("device", sa.String(64), primary_key=True),  # by its hash
    sa.Column("access", sa.String(16), nullable=False, server_default=""),
    sa.Index("ix_holder_device", "device", "access", "game"),
)

# Devices that the host of a game has banned from it, each with the seat that it held.
BAN: Final = sa.Table(
    "ban",
    METADATA,
    game_column(),
    sa.Column("device", sa.String(64), primary_key=True),  # by its hash
    sa.Column("id", sa.String(22), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)

LINK: Final = sa.Table(
    "link",
    METADATA,
    game_column(),
    seat_column(),
    sa.Column("secret", sa.String(64), nullable=False, unique=True),  # its hash
)

# A link that gives another device the seats of this one.
DEVICE_LINK: Final = sa.Table(
    "move",
    METADATA,
    sa.Column("secret", sa.String(64), primary_key=True),  # its hash
    sa.Column("device", sa.String(64), nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
)

ACTION: Final = sa.Table(
    "action",
    METADATA,
    game_column(),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("data", sa.Text, nullable=False),
)
