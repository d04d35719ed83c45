"""What the list of games draws of a table in a column of its own, empty where it is not known."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("game", sa.Column("picture", sa.Text, nullable=False, server_default=""))
