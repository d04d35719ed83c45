"""The table of access at two processes on one database, which are asked in turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url

from redcathedral.server.sql.store import SqlStore
from tests.ai.analysis.weights import LITTLE
from tests.server.access.live import FIRST
from tests.server.access.server import TOKEN, AccessServer, deaf_address, serving_mode
from tests.server.access.test_access import (
    MODES,
    local_tables,
    test_commands,
    test_fields,
    test_messages,
    test_routes_in_each_kind_of_server,
    test_routes_of_a_table,
    test_what_the_server_says_of_itself,
)
from tests.server.fake_clock import FakeClock
from tests.server.harness import RED_AND_BLUE, TIMEOUT_SECONDS, Client

__all__ = [
    "local_tables",
    "test_commands",
    "test_fields",
    "test_messages",
    "test_routes_in_each_kind_of_server",
    "test_routes_of_a_table",
    "test_what_the_server_says_of_itself",
]
pytestmark = [pytest.mark.long, pytest.mark.installed, pytest.mark.xdist_group("access of two")]
OVERRIDES = {
    "redcathedral.server.features.hints.feature.BUDGET": LITTLE,
    "redcathedral.server.core.actor.SIDE_CHANGE_BURST_AND_RATE": (1e6, 1e6),
}
TIMES = 2  # a change goes there and back again, so that one before it has been read everywhere


class SharedClock(FakeClock):
    """The clock of this process and of others."""

    def __init__(self, others: Sequence[Connection]) -> None:
        super().__init__()
        self._others = others

    def move(self, seconds: float) -> None:
        """Let time pass everywhere."""
        super().move(seconds)
        for other in self._others:
            other.send(seconds)
            other.recv()


class TwoServers(AccessServer):
    """Two processes under test; a table with a page at each shows that both are up to date."""

    def __init__(
        self,
        mode: str,
        clients: Sequence[Client],
        store: SqlStore,
        clock: FakeClock,
        deaf: str,
        open_pages: ExitStack,
    ) -> None:
        super().__init__(mode, [client.url for client in clients], store, clock, deaf, open_pages)
        table = clients[0].create_table({**RED_AND_BLUE, "access": "house"})
        self._both = [client.open_page(table) for client in clients]

    def settle(self) -> None:
        """Let a change at each process arrive at the other one."""
        for page in [] if self.is_settled else self._both * TIMES:
            number = page.now["number"]
            if page.now["can"]["undo"]:
                page.send_command("undo")
            else:
                page.send_command("play", decision=page.decision_id(page.first_legal(FIRST)))
            for each in self._both:
                while each.now["number"] <= number:
                    each.next_table()
        self.is_settled = True


@contextmanager
def overridden() -> Iterator[None]:
    """Let hints take little time, and a page take back as often as it likes."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in OVERRIDES.items():
            patch.setattr(name, value)
        yield


def run_server(pipe: Connection, folder: Path, mode: str, url: str) -> None:
    """Run a server until None comes; the seconds that come before let time pass."""
    clock = FakeClock()
    with overridden(), serving_mode(folder, mode, clock, url) as client:
        pipe.send(client.url)
        for seconds in iter(pipe.recv, None):
            clock.move(seconds)
            pipe.send(True)


@contextmanager
def other_server(folder: Path, mode: str, url: str) -> Iterator[tuple[Client, Connection]]:
    """Run a server in another process; yield its client, and the pipe that lets time pass."""
    context = get_context("spawn")
    pipe, end = context.Pipe()
    process = context.Process(target=run_server, args=(end, folder, mode, url))
    process.start()
    try:
        assert pipe.poll(TIMEOUT_SECONDS)
        with closing(Client(pipe.recv(), None if mode == "own" else TOKEN)) as client:
            yield client, pipe
    finally:
        pipe.send(None)
        process.join(TIMEOUT_SECONDS)
        assert process.exitcode == 0


@contextmanager
def two_servers(folder: Path, mode: str, url: str) -> Iterator[TwoServers]:
    """Run two servers on one database, one of them in this process."""
    with (
        other_server(folder / "other", mode, url) as (other, pipe),
        serving_mode(folder / "this", mode, clock := SharedClock([pipe]), url) as this,
        closing(SqlStore(url)) as store,
        deaf_address() as deaf,
        ExitStack() as pages,
    ):
        yield TwoServers(mode, [this, other], store, clock, deaf, pages)


@pytest.fixture(scope="module")
def servers(
    postgresql_server: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, AccessServer]]:
    """Two servers of each kind; each kind has a database."""
    engine = create_engine(postgresql_server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for mode in MODES:
            connection.exec_driver_sql(f"create database {mode}")
    engine.dispose()
    address = make_url(postgresql_server)
    with ExitStack() as stack:
        stack.enter_context(overridden())
        yield {
            mode: stack.enter_context(
                two_servers(
                    tmp_path_factory.mktemp(mode),
                    mode,
                    address.set(database=mode).render_as_string(hide_password=False),
                )
            )
            for mode in MODES
        }
