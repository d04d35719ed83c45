"""The first migration, from revisions 0013 and 0015; a new database runs no migration."""

import json
from typing import Final, TypedDict

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = None
branch_labels = None
depends_on = None

INDEX_CONDITIONS: Final = {
    "over": "over is not null",
    "open": "over is null and open_seats > 0",
    "running": "over is null and open_seats = 0",
}
game: Final = sa.table("game", *map(sa.column, ("id", "over", "seats", "picture")))
action: Final = sa.table("action", *map(sa.column, ("game", "number", "data")))
# Defaults for the parts that an old picture lacks.
DEFAULT_PICTURE: Final[dict[str, object]] = {
    "was_loaded": False,
    "is_hinted": False,
    "is_unrolled": False,
    "had_own_dice": False,
    "options": {},
    "towers": [],
    "totals": [],
    "winners": [],
    "sources": [],
    "open": [],
    "filled": {},
    "clock": None,
    "stood_in": [],
    "gave_up": [],
}


class SeatPart(TypedDict):
    """A seat of a game."""

    colour: str
    kind: str


class ActionPart(TypedDict):
    """The two fields of an action that matter here; some actions have no seat."""

    kind: str
    seat: int


class PicturePart(TypedDict):
    """The fields that matter here of the data for the list of games."""

    open: list[str]
    filled: dict[str, str]
    stood_in: list[str]
    stand_ins: list[str]
    needs_person: bool
    gave_up: list[str]


def upgrade() -> None:
    """Bring both revisions to the same schema, and complete the pictures of the list."""
    connection = op.get_bind()
    if not sa.inspect(connection).has_table("ban"):
        _from_0013()
    for id_ in connection.execute(sa.select(game.c.id)).scalars().all():
        row = connection.execute(sa.select(game).where(game.c.id == id_)).one()
        picture: PicturePart = DEFAULT_PICTURE | json.loads(row.picture or "{}")
        if not picture.keys() >= {"stand_ins", "needs_person"}:
            seats: list[SeatPart] = json.loads(row.seats)
            stood_in = picture["stood_in"]
            picture["stand_ins"] = _stand_ins(connection, id_, seats) if stood_in else []
            picture["needs_person"] = row.over is None and _needs_person(seats, picture)
        text = json.dumps(picture, ensure_ascii=False, separators=(",", ":"))
        connection.execute(sa.update(game).where(game.c.id == id_).values(picture=text))


def _from_0013() -> None:
    op.drop_index("ix_game_over", "game")
    op.drop_index("ix_game_changed", "game")
    for name, group in INDEX_CONDITIONS.items():
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
    op.create_table(
        "ban",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("id", sa.String(22), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "device", name="pk_ban"),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name="fk_ban_game_game", ondelete="CASCADE"),
    )


def _stand_ins(connection: sa.Connection, table: str, seats: list[SeatPart]) -> list[str]:
    """Return the seats for which a bot plays now, from the actions of a game."""
    playing: set[int] = set()
    rows = sa.select(action.c.data).where(action.c.game == table).order_by(action.c.number)
    for text in connection.execute(rows).scalars():
        stored: ActionPart = json.loads(text)
        if stored["kind"] == "stood-in":
            playing.add(stored["seat"])
        elif stored["kind"] == "came-back":
            playing.discard(stored["seat"])
    return [seats[seat]["colour"] for seat in sorted(playing)]


def _needs_person(seats: list[SeatPart], picture: PicturePart) -> bool:
    """Return whether a game waits for a person to take a seat."""
    people = {seat["colour"] for seat in seats if seat["kind"] == "person"} - {*picture["filled"]}
    active = people - {*picture["open"]} - {*picture["stand_ins"]}
    return not active and bool(people - {*picture["gave_up"]})
