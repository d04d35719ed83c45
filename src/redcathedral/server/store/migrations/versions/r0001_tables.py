"""The first tables: editions, games, people, actions."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "edition",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_edition"),
    )
    op.create_table(
        "game",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("edition", sa.String(64), nullable=False),
        sa.Column("base", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("to_move", sa.Text, nullable=False),
        sa.Column("over", sa.Text, nullable=True),
        sa.ForeignKeyConstraint(["edition"], ["edition.key"], name="fk_game_edition_edition"),
        sa.PrimaryKeyConstraint("id", name="pk_game"),
    )
    op.create_index("ix_game_changed", "game", ["changed"])
    op.create_table(
        "person",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(
            ["game"], ["game.id"], name="fk_person_game_game", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_person"),
    )
    op.create_table(
        "action",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(
            ["game"], ["game.id"], name="fk_action_game_game", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game", "number", name="pk_action"),
    )
