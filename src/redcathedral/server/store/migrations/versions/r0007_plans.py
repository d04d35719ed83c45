"""What people mean to do in their next turn."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "plan",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_plan"),
        sa.ForeignKeyConstraint(
            ["game"], ["game.id"], name="fk_plan_game_game", ondelete="CASCADE"
        ),
    )
