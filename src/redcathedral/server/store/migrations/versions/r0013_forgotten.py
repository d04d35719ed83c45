"""Numbers in a chat are not used again, and asking for an address counts when it is removed."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

LAST = "coalesce((select max(number) from chat where chat.game = game.id), 0)"


def upgrade() -> None:
    """Add the columns; what was forgotten before is not known any more."""
    for name in ("said", "forgotten"):
        op.add_column("game", sa.Column(name, sa.Integer, nullable=False, server_default="0"))
    op.execute(f"update game set said = {LAST}")
    op.add_column("address", sa.Column("asked_by", sa.String(64), nullable=True))
    op.execute("update address set asked_by = device")
