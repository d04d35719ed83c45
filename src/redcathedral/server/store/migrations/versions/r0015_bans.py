"""Devices that the host of a game has banned from it."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table of bans."""
    op.create_table(
        "ban",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("id", sa.String(22), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "device", name="pk_ban"),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name="fk_ban_game_game", ondelete="CASCADE"),
    )
