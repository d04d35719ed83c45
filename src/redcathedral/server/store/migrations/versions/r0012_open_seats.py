"""How many seats of a game wait for people."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add its column; at games from before somebody sits everywhere."""
    none = sa.Column("open_seats", sa.Integer, nullable=False, server_default="0")
    op.add_column("game", none)
