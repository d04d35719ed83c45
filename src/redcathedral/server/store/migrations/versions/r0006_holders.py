"""Who holds the seats of a game, and the links by which they are taken."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add their tables; what a device held until now it goes on to hold, as its host."""
    house = sa.Column("access", sa.String(16), nullable=False, server_default="house")
    op.add_column("game", house)
    for name, last in (
        ("holder", sa.Column("device", sa.String(64), nullable=False)),
        ("link", sa.Column("secret", sa.String(64), nullable=False)),
    ):
        key = ["game", "seat", "device"] if name == "holder" else ["game", "seat"]
        op.create_table(
            name,
            sa.Column("game", sa.String(32), nullable=False),
            sa.Column("seat", sa.Integer, nullable=False, autoincrement=False),
            last,
            sa.PrimaryKeyConstraint(*key, name=f"pk_{name}"),
            sa.ForeignKeyConstraint(
                ["game"], ["game.id"], name=f"fk_{name}_game_game", ondelete="CASCADE"
            ),
            *([sa.UniqueConstraint("secret", name="uq_link_secret")] if name == "link" else []),
        )
    op.create_index("ix_holder_device", "holder", ["device"])
    op.create_table(
        "move",
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("secret", name="pk_move"),
    )
    held = "select game, seat, device from person where device is not null"
    op.execute(f"insert into holder (game, seat, device) {held}")
    op.execute(
        "insert into holder (game, seat, device) select distinct game, -2, device from holder"
    )
    op.drop_index("ix_person_device", "person")
    op.drop_column("person", "device")
