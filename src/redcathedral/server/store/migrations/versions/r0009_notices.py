"""Addresses at which devices are told that it is their turn, and what each is told."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "address",
        sa.Column("id", sa.String(22), nullable=False),
        sa.Column("device", sa.String(64), nullable=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("quiet", sa.Text, nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("secret", sa.String(43), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("silent_until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_address"),
    )
    op.create_index("ix_address_device", "address", ["device"])
    op.create_index("ix_address_key", "address", ["key"])
    op.create_table(
        "notice",
        sa.Column("id", sa.String(22), nullable=False),
        sa.Column("address", sa.String(22), nullable=False),
        sa.Column("game", sa.String(32), nullable=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("turn", sa.String(16), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("next_at", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(
            ["address"], ["address.id"], name="fk_notice_address_address", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["game"], ["game.id"], name="fk_notice_game_game", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_notice"),
        sa.UniqueConstraint("game", "seat", "turn", "address", name="uq_notice_game"),
    )
    op.create_index("ix_notice_state", "notice", ["state", "next_at"])
