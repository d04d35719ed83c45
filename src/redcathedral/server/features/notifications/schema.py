"""The tables of the database with the addresses of devices and the notices to send."""

from typing import Final

import sqlalchemy as sa

from redcathedral.server.core.store.schema import METADATA

# Addresses for notifications.  After an address is removed, its row stays for a while: the key
# prevents repeated requests to confirm it, and `asked_by` counts for a day in the request limits.
ADDRESS: Final = sa.Table(
    "address",
    METADATA,
    sa.Column("id", sa.String(22), primary_key=True),
    sa.Column("device", sa.String(64), nullable=True, index=True),  # a hash; null if removed
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("target", sa.Text, nullable=False),
    sa.Column("key", sa.String(64), nullable=False, index=True),  # a hash of the target
    sa.Column("language", sa.String(16), nullable=False),
    sa.Column("quiet", sa.Text, nullable=False),
    sa.Column("confirmed", sa.Boolean, nullable=False),
    sa.Column("secret", sa.String(43), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    # no request to confirm it before this time
    sa.Column("silent_until", sa.BigInteger, nullable=False),
    sa.Column("asked_by", sa.String(64), nullable=True),  # the device that added it, by its hash
)

NOTICE: Final = sa.Table(
    "notice",
    METADATA,
    sa.Column("id", sa.String(22), primary_key=True),
    sa.Column(
        "address", sa.String(22), sa.ForeignKey("address.id", ondelete="CASCADE"), nullable=False
    ),
    sa.Column("game", sa.String(32), sa.ForeignKey("game.id", ondelete="CASCADE"), nullable=True),
    sa.Column("seat", sa.Integer, nullable=False),
    # the number of the turn, or the kind of message
    sa.Column("turn", sa.String(16), nullable=False),
    sa.Column("state", sa.String(8), nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("next_at", sa.BigInteger, nullable=False),
    sa.UniqueConstraint("game", "seat", "turn", "address", name="uq_notice_game"),
    sa.Index("ix_notice_state", "state", "next_at"),
)
