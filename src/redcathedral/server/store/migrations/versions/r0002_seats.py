"""Who sits at a table in a column of its own, for the list of games."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

HEAD = 10_000  # letters of a record in which its header stands

game = sa.table("game", sa.column("id"), sa.column("base"), sa.column("seats"))


def upgrade() -> None:
    """Add the column and fill it from the headers of the records."""
    op.add_column("game", sa.Column("seats", sa.Text, nullable=False, server_default="[]"))
    connection = op.get_bind()
    for id_ in connection.execute(sa.select(game.c.id)).scalars().all():
        head = sa.select(sa.func.substr(game.c.base, 1, HEAD)).where(game.c.id == id_)
        seats = json.dumps(seats_of(connection.execute(head).scalar() or ""))
        connection.execute(sa.update(game).where(game.c.id == id_).values(seats=seats))


def seats_of(head: str) -> list[dict[str, str | None]]:
    """The seats that a header names."""
    seats: list[dict[str, str | None]] = []
    for line in head.splitlines():
        key, _, rest = line.partition(" ")
        colour, _, text = rest.partition(" ")
        if key == "seat":
            bot = text.removeprefix("bot:") if text.startswith("bot:") else None
            seats.append({"colour": colour, "kind": "bot" if bot else "person", "bot": bot})
        elif key == "ivan":
            seats.append({"colour": colour, "kind": "ivan", "bot": None})
        elif key in ("plan", "start"):
            break
    return seats
