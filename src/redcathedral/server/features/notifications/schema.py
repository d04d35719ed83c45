"""The tables of the database with the addresses of devices and the notices to send."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from redcathedral.server.core.store.schema import METADATA

# Addresses for notifications.  After an address is removed, its row stays for a while: the key
# prevents repeated requests to confirm it, and `asked_by` counts for a day in the request limits.
ADDRESS: Final = Table(
    "address",
    METADATA,
    Column("id", String(22), primary_key=True),
    Column("device", String(64), nullable=True, index=True),  # a hash; null if removed
    Column("kind", String(8), nullable=False),
    Column("target", Text, nullable=False),
    Column("key", String(64), nullable=False, index=True),  # a hash of the target
    Column("language", String(16), nullable=False),
    Column("quiet", Text, nullable=False),
    Column("confirmed", Boolean, nullable=False),
    Column("secret", String(43), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("silent_until", BigInteger, nullable=False),  # no request to confirm it before this time
    Column("asked_by", String(64), nullable=True),  # the device that added it, by its hash
)

NOTICE: Final = Table(
    "notice",
    METADATA,
    Column("id", String(22), primary_key=True),
    Column("address", String(22), ForeignKey("address.id", ondelete="CASCADE"), nullable=False),
    Column("game", String(32), ForeignKey("game.id", ondelete="CASCADE"), nullable=True),
    Column("seat", Integer, nullable=False),
    Column("turn", String(16), nullable=False),  # the number of the turn, or the kind of message
    Column("state", String(8), nullable=False),
    Column("tries", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("next_at", BigInteger, nullable=False),
    UniqueConstraint("game", "seat", "turn", "address", name="uq_notice_game"),
    Index("ix_notice_state", "state", "next_at"),
)
