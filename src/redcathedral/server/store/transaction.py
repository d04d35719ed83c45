"""What the parts of a store have in common."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TypeAlias

from sqlalchemy import Connection

# One transaction: all of it is kept or nothing; raises StoreError and Conflict.
Transaction: TypeAlias = Callable[[], AbstractContextManager[Connection]]


def now() -> int:
    """The time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000
