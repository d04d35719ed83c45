"""Where tables are kept: SQLite in the user's data folder, or PostgreSQL, by URL."""

from redcathedral.server.store.problem import Conflict, StoreError, UnknownTable
from redcathedral.server.store.rows import EditionRow, GameRow, Standing, StoredAction, StoredGame
from redcathedral.server.store.store import Store

__all__ = [
    "Conflict",
    "EditionRow",
    "GameRow",
    "Standing",
    "Store",
    "StoreError",
    "StoredAction",
    "StoredGame",
    "UnknownTable",
]
