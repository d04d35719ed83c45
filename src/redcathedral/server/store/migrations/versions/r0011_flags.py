"""When the time of whoever is to move is used up, where a clock counts days."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add its column; games from before have no clocks."""
    op.add_column("game", sa.Column("flag", sa.BigInteger, nullable=True))
    op.create_index("ix_game_flag", "game", ["flag"])
