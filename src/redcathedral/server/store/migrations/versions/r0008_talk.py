"""What people write at a table, and the game that follows another."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add two tables and a column."""
    op.add_column("game", sa.Column("rematch", sa.String(32), nullable=True))
    op.create_index("ix_game_rematch", "game", ["rematch"])
    op.create_table(
        "chat",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "number", name="pk_chat"),
        sa.ForeignKeyConstraint(
            ["game"], ["game.id"], name="fk_chat_game_game", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "note",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_note"),
        sa.ForeignKeyConstraint(
            ["game"], ["game.id"], name="fk_note_game_game", ondelete="CASCADE"
        ),
    )
