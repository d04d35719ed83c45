"""The base class of the parts of the database."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import TypeAlias, TypeVarTuple

from sqlalchemy import Connection, Delete, Row, Select, Update

Ts = TypeVarTuple("Ts")

# Opens a transaction, which is stored as a whole or not at all, or a connection for statements that
# need none; raises StoreError or Conflict.
Transaction: TypeAlias = Callable[[], AbstractContextManager[Connection]]


class StorePart:
    """A part of the store; its methods raise StoreError or Conflict."""

    def __init__(self, transaction: Transaction, reads: Transaction) -> None:
        self._transaction = transaction
        self._reads = reads

    def _rows(self, query: Select[*Ts]) -> Sequence[Row[*Ts]]:
        with self._reads() as connection:
            return connection.execute(query).all()

    def _run(self, change: Update | Delete) -> None:
        with self._transaction() as connection:
            connection.execute(change)
