"""What the parts of a store have in common."""

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import TypeAlias, TypeVarTuple

from sqlalchemy import Connection, Delete, Row, Select, Update

Ts = TypeVarTuple("Ts")

# One transaction: all of it is kept or nothing; raises StoreError and Conflict.
Transaction: TypeAlias = Callable[[], AbstractContextManager[Connection]]


class StorePart:
    """A part of a store; its methods raise StoreError and Conflict."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    def _rows(self, wanted: Select[*Ts]) -> Sequence[Row[*Ts]]:
        with self._transaction() as connection:
            return connection.execute(wanted).all()

    def _run(self, change: Update | Delete) -> None:
        with self._transaction() as connection:
            connection.execute(change)


def now() -> int:
    """The time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000
