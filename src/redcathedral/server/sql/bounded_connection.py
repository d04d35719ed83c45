"""Connections to PostgreSQL that fail if it hangs, although the kernel acknowledges all packets."""

from collections.abc import Generator
from time import monotonic
from typing import Any, ClassVar, Final, TypeVar

import psycopg
import sqlalchemy as sa
from psycopg.errors import ConnectionTimeout

T = TypeVar("T")
TIMEOUT_SECONDS: Final = 5  # for a connection, or the answer to a statement
RETRY_SECONDS: Final = 2.0  # after no answer, in which other statements fail at once
# PostgreSQL ends waits for locks, and the transaction of a process that hangs, which holds locks.
SET_LIMITS: Final = b"set statement_timeout='4s'; set idle_in_transaction_session_timeout='5s'"


def _bounded(connection: Any, steps: Generator[Any, Any, T]) -> Generator[Any, Any, T]:
    """Limit the time of a statement; between its steps, psycopg waits for the socket."""
    end = monotonic() + TIMEOUT_SECONDS
    try:
        step = next(steps)
        while (is_ready := (yield step)) or monotonic() < end:
            step = steps.send(is_ready)
    except StopIteration as last:
        result: T = last.value
        return result
    connection.pgconn.finish()
    _Connection.retry_at = monotonic() + RETRY_SECONDS
    raise ConnectionTimeout(f"no answer in {TIMEOUT_SECONDS} seconds")


class AsyncConnection(psycopg.AsyncConnection[Any]):
    """A connection for the event loop."""

    async def wait(self, gen: Generator[Any, Any, T], *args: Any, **kwargs: Any) -> T:
        return await super().wait(_bounded(self, gen), *args, **kwargs)


class _Connection(psycopg.Connection[Any]):
    retry_at: ClassVar = 0.0

    def wait(self, gen: Generator[Any, Any, T], *args: Any, **kwargs: Any) -> T:
        return super().wait(_bounded(self, gen), *args, **kwargs)


def _connect(_dialect: object, _record: object, args: Any, kwargs: Any) -> _Connection:
    if monotonic() < _Connection.retry_at:
        raise ConnectionTimeout("no answer to an earlier statement")
    try:
        connection = _Connection.connect(*args, **{**kwargs, "connect_timeout": TIMEOUT_SECONDS})
        connection.execute(SET_LIMITS)
        connection.commit()
        return connection
    except ConnectionTimeout:
        _Connection.retry_at = monotonic() + RETRY_SECONDS
        raise


def limit_waits(engine: sa.Engine) -> None:
    """Let an engine make such connections from now on."""
    engine.dispose()
    sa.event.listen(engine, "do_connect", _connect)
