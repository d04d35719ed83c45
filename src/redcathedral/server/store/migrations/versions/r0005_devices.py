"""The devices that hold the seats of games."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add their column; nobody knows who began the games before."""
    op.add_column("person", sa.Column("device", sa.String(64), nullable=True))
    op.create_index("ix_person_device", "person", ["device"])
