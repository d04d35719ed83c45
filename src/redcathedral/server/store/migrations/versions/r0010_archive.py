"""The list of games by pages: what is running and what is over."""

from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the index by which they are found and counted."""
    op.create_index("ix_game_over", "game", ["over", "changed", "id"])
