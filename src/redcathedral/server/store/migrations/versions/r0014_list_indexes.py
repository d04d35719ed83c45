"""Indexes for the list of games: one for each group of games, one for a device's games."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

GROUPS = {
    "over": "over is not null",
    "open": "over is null and open_seats > 0",
    "running": "over is null and open_seats = 0",
}


def upgrade() -> None:
    """Replace the earlier indexes of the list of games."""
    op.drop_index("ix_game_over", "game")
    op.drop_index("ix_game_changed", "game")
    for name, group in GROUPS.items():
        op.create_index(
            f"ix_game_{name}",
            "game",
            ["access", "changed", "id"],
            sqlite_where=sa.text(group),
            postgresql_where=sa.text(group),
        )
    access = sa.Column("access", sa.String(16), nullable=False, server_default="")
    op.add_column("holder", access)
    op.execute("update holder set access = (select access from game where game.id = holder.game)")
    op.drop_index("ix_holder_device", "holder")
    op.create_index("ix_holder_device", "holder", ["device", "access", "game"])
