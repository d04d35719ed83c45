"""The tables of the database with the analyses of games."""

from typing import Final

from sqlalchemy import Boolean, Column, ForeignKey, Integer, String, Table, Text

from redcathedral.server.core.store.schema import METADATA, game_column

ANALYSIS: Final = Table(
    "analysis",
    METADATA,
    game_column(),
    Column("key", Text, nullable=False),
    Column("is_wanted", Boolean, nullable=False),
)


def _turn_table(name: str) -> Table:
    game = ForeignKey("analysis.game", ondelete="CASCADE")
    return Table(
        name,
        METADATA,
        Column("game", String(32), game, primary_key=True),
        Column("number", Integer, primary_key=True, autoincrement=False),
        Column("data", Text, nullable=False),
    )


FIRST_PASS: Final = _turn_table("first_pass")
ANALYSED_TURN: Final = _turn_table("analysed_turn")  # judged precisely
