"""The proxies of ``deploy``, really running, in front of servers that tests can kill."""

from __future__ import annotations

import asyncio
import random
import re
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from sqlalchemy import create_engine, make_url

from tests.server.harness import RED_AND_BLUE, TIMEOUT_SECONDS, Client, ServerProcess
from tests.servers.cluster import ServerCluster
from tests.servers.proxies import NAME, PROXIES, Proxy, StartProxy, caddy, needs, nginx
from tests.servers.spread_games import SpreadTable, check_stored, continued
from tests.servers.test_faults import CONTINUE_SECONDS

pytestmark = pytest.mark.servers

TOKEN = "a-token-for-the-tests"
COLOURS = ("red", "blue")
MIN_TABLES, MAX_TABLES = 6, 60
NEW_GAMES_AN_HOUR = 60  # of a visitor
METRICS_PATHS = (
    *("/metrics", "/metrics/", "//metrics", "/metrics?x", "/%6detrics", "/metrics%2f"),
    *("/x/../metrics", "/./metrics", "/metrics/x", "/metrics;x"),
)


@pytest.fixture(scope="module")
def shared_cluster(
    postgresql_server: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ServerCluster]:
    """Two servers that no test ends, on a separate database."""
    engine = create_engine(postgresql_server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql("create database shared")
    engine.dispose()
    url = make_url(postgresql_server).set(database="shared").render_as_string(hide_password=False)
    with closing(ServerCluster(url, tmp_path_factory.mktemp("servers"))) as servers:
        servers.start(2)
        yield servers


@pytest.fixture(params=PROXIES)
def start_proxy(request: pytest.FixtureRequest) -> StartProxy:
    """nginx, and then Caddy."""
    start: StartProxy = request.param
    return start


@pytest.fixture
def proxy(
    shared_cluster: ServerCluster, start_proxy: StartProxy, tmp_path: Path
) -> Iterator[Proxy]:
    """A proxy in front of the two servers that no test ends."""
    with start_proxy(addresses(shared_cluster), tmp_path) as running:
        yield running


@pytest.fixture
def named_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that is public under a name."""
    server = start_named_server(tmp_path)
    yield server
    server.end(signal.SIGTERM)


def start_named_server(folder: Path, *arguments: str) -> ServerProcess:
    variables = {"REDCATHEDRAL_TOKEN": TOKEN}
    return ServerProcess(folder / "server", "--name", NAME, *arguments, variables=variables)


def local_address(server: ServerProcess) -> str:
    return server.address.partition("?")[0]


def addresses(cluster: ServerCluster) -> list[str]:
    return [process.address for process in cluster.processes]


def pages(servers: Sequence[Client]) -> list[int]:
    """The number of pages with an open table, at each server."""
    texts = [server.http.get("/metrics").text for server in servers]
    found = [re.search(r"^redcathedral_pages (\d+)", text, re.MULTILINE) for text in texts]
    return [int(match[1]) for match in found if match]


def wait_for_checks(server: Client, count: int) -> None:
    """Wait until a server has answered a proxy this often that it drains."""
    pattern = re.compile(r'^redcathedral_requests_total{.*"/readyz".*"503"} (\d+)', re.MULTILINE)
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while sum(map(int, pattern.findall(server.http.get("/metrics").text))) < count:
        assert time.monotonic() < deadline


def begin_game(client: httpx.Client, **headers: str) -> int:
    """Begin a game on a page of the public name, with the token; return the status."""
    return client.post(
        "/api/tables",
        json=RED_AND_BLUE,
        headers={"host": NAME, "origin": f"https://{NAME}", **headers},
        params={"token": TOKEN},
    ).status_code


def is_limited(client: httpx.Client, headers: dict[str, str]) -> bool:
    """Begin as many games as a visitor may begin in an hour; return whether no more may begin."""
    for _ in range(NEW_GAMES_AN_HOUR):
        assert begin_game(client, **headers) == 201
    return begin_game(client, **headers) == 429


def test_all_pages_of_a_table_come_to_one_server(
    shared_cluster: ServerCluster, proxy: Proxy
) -> None:
    servers = [shared_cluster.client(number) for number in (0, 1)]
    with proxy.client() as client:
        used: list[int] = []
        while len(used) < MIN_TABLES or (len(set(used)) == 1 and len(used) < MAX_TABLES):
            table = client.create_table(RED_AND_BLUE)
            before = pages(servers)
            for colour in COLOURS:
                client.open_page(table, seat=colour)
            added = [now - then for now, then in zip(pages(servers), before, strict=True)]
            assert sorted(added) == [0, len(COLOURS)]
            used.append(added.index(len(COLOURS)))
        assert set(used) == {0, 1}


def test_games_continue_when_a_server_behind_the_proxy_is_killed(
    cluster: ServerCluster, start_proxy: StartProxy, tmp_path: Path
) -> None:
    async def story(tables: list[SpreadTable]) -> list[float]:
        """Return the seconds until each table continued after the end of a server."""
        end = asyncio.Event()
        async with asyncio.TaskGroup() as tasks:
            for number, table in enumerate(tables):
                tasks.create_task(table.play(random.Random(number), end))
            await continued(tables)
            await asyncio.to_thread(cluster.kill, 0)
            seconds = await continued(tables)
            end.set()
        return seconds

    with start_proxy(addresses(cluster), tmp_path) as proxy, proxy.client() as client:
        tables = [
            SpreadTable([proxy.url], client.create_table(RED_AND_BLUE), COLOURS, proxy.ssl_context)
            for _ in range(8)
        ]
        seconds = asyncio.run(story(tables))
    print(f"continued after at most {max(seconds):.1f} s")
    assert max(seconds) < CONTINUE_SECONDS
    check_stored(cluster, tables)


def test_metrics_are_not_public(proxy: Proxy) -> None:
    for path in METRICS_PATHS:
        with proxy.connect() as connection:
            request = f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n"
            connection.sendall(request.encode())
            response = b"".join(iter(lambda: connection.recv(4096), b""))
        assert response.startswith(b"HTTP/1.1 404 "), path


def test_visitors_cannot_forge_their_address(
    named_server: ServerProcess, start_proxy: StartProxy, tmp_path: Path
) -> None:
    """The games of this machine are not limited, but those of the address in the header are."""
    server = local_address(named_server)
    forged = {"x-forwarded-for": "203.0.113.9"}
    with start_proxy([server, server], tmp_path) as proxy, proxy.client() as client:
        assert not is_limited(client.http, forged)
    with httpx.Client(base_url=server) as direct:
        assert is_limited(direct, {**forged, "x-forwarded-proto": "https"})


@needs("nginx")
def test_a_visitor_cannot_pass_for_this_machine(
    named_server: ServerProcess, tmp_path: Path
) -> None:
    """For nginx, the header of the test has the visitor's address."""
    server = local_address(named_server)
    settings = "set_real_ip_from 127.0.0.1; real_ip_header X-Visitor;"
    with nginx([server, server], tmp_path, settings) as proxy, proxy.client() as client:
        headers = {"x-visitor": "203.0.113.9", "x-forwarded-for": "127.0.0.1"}
        assert is_limited(client.http, headers)


@needs("nginx")
@pytest.mark.parametrize(("arguments", "status"), [((), 403), (("--proxy", "127.0.0.2"), 201)])
def test_headers_of_a_proxy_elsewhere_count_only_if_it_is_named(
    arguments: Sequence[str], status: int, tmp_path: Path
) -> None:
    """Without X-Forwarded-Proto, a page at https:// has another origin than the server."""
    named_server = start_named_server(tmp_path, *arguments)
    server = local_address(named_server)
    settings = "proxy_bind 127.0.0.2;"
    with nginx([server, server], tmp_path, settings) as proxy, proxy.client() as client:
        assert begin_game(client.http) == status
    assert named_server.end() == 0


@needs("caddy")
def test_new_pages_come_to_the_other_server_while_one_drains(
    postgresql: str, tmp_path: Path
) -> None:
    """Only Caddy checks whether servers are ready."""
    cluster = ServerCluster(postgresql, tmp_path, "--drain", "600")
    try:
        cluster.start(2)
        servers = [cluster.client(number) for number in (0, 1)]
        with caddy(addresses(cluster), tmp_path) as proxy, proxy.client() as client:
            tables = [client.create_table(RED_AND_BLUE) for _ in range(MIN_TABLES)]
            for table in tables:
                client.open_page(table, seat="red")
            before = pages(servers)
            cluster.processes[0].process.send_signal(signal.SIGTERM)
            wait_for_checks(servers[0], 2)
            for table in tables:
                client.open_page(table, seat="blue")
            assert pages(servers) == [before[0], before[1] + MIN_TABLES]
    finally:
        for process in cluster.processes:
            process.kill()
        cluster.close()
