"""Where tables are kept: SQLite in the user's data folder, or PostgreSQL, by URL."""

from redcathedral.server.store.problem import BrokenTable, Conflict, StoreError, UnknownTable
from redcathedral.server.store.rows import (
    EditionHead,
    EditionRow,
    GameRow,
    NewGameRow,
    StoredGame,
    TableStanding,
)
from redcathedral.server.store.store import Store

__all__ = [
    "BrokenTable",
    "Conflict",
    "EditionHead",
    "EditionRow",
    "GameRow",
    "NewGameRow",
    "Store",
    "StoreError",
    "StoredGame",
    "TableStanding",
    "UnknownTable",
]
