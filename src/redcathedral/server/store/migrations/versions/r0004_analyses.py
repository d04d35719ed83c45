"""Analyses of games, turn by turn as they are worked out."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add their two tables."""
    op.create_table(
        "analysis",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("is_wanted", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_analysis"),
        sa.ForeignKeyConstraint(
            ["game"], ["game.id"], name="fk_analysis_game_game", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "analysed_turn",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "number", name="pk_analysed_turn"),
        sa.ForeignKeyConstraint(
            ["game"], ["analysis.game"], name="fk_analysed_turn_game_analysis", ondelete="CASCADE"
        ),
    )
