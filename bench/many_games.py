"""Measure the game lists of a server with 100,000 stored games, in the process of a side."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import get_args

from bench.server import Load, play_tables
from redcathedral.server.core.visitor import COOKIE, secret_hash
from redcathedral.server.core.wire.lobby import GameKind
from redcathedral.server.sql.store import DATABASE_FILE
from tests.server.harness import Client, ServerProcess

GAMES = 100_000
OWN_GAMES = 500  # private games of the requesting device
REQUESTS = 30  # of each list
TABLES = 5
SECONDS = 15.0
THINKING_TIME = 0.2  # seconds, on average
SEATS = [{"colour": colour, "name": f"Ana {colour}"} for colour in ("red", "blue", "green")]

# Reloads the lists until it is killed, with a new connection for each request, like `curl`.
RELOAD = """
import sys
from http.client import HTTPConnection
host, cookie, *kinds = sys.argv[1:]
while True:
    for kind in kinds:
        connection = HTTPConnection(host, timeout=60)
        connection.request("GET", f"/api/tables?which={kind}", headers={"cookie": cookie})
        assert connection.getresponse().read()
        connection.close()
"""

# Copies of one game: 40 % are over, 20 % have an open seat, 20 % are private.
COPIES = """
create temp table copy as
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < {games})
    select n, 'copy' || n as id from numbers;
insert into game ({columns}, id, changed, access, over, open_seats)
    select {columns}, copy.id, changed - n * 1000,
        case n % 5 when 0 then 'private' when 1 then 'public' when 2 then 'public' else 'house' end,
        case when n / 5 % 5 < 2 then 'finished' end, n / 5 % 5 = 4
    from game, copy where game.id = :game;
insert into person (game, seat, name)
    select copy.id, seat, name from person, copy where game = :game;
insert into holder (game, seat, device, access)
    select game.id, 0,
        case when n <= 5 * {own_games} or access = 'house'
            then :device else 'd' || n % 1000 end, access
    from game join copy on game.id = copy.id;
"""


def _fill(file: Path, game: str, device: str) -> None:
    """Copy one game 100,000 times instead of playing 100,000 games."""
    with closing(sqlite3.connect(file)) as connection:
        assigned = {"id", "changed", "access", "over", "open_seats"}
        names = [row[1] for row in connection.execute("pragma table_info(game)")]
        columns = ", ".join(name for name in names if name not in assigned)
        values = {"game": game, "device": device}
        script = COPIES.format(columns=columns, games=GAMES, own_games=OWN_GAMES)
        for statement in script.split(";")[:-1]:
            connection.execute(statement, values if ":" in statement else {})
        connection.commit()
        connection.execute("pragma wal_checkpoint(truncate)")


@contextmanager
def _server() -> Iterator[tuple[Client, str]]:
    """Start a server with ``GAMES`` games; yield its client and the secret of a device."""
    secret = secrets.token_urlsafe(32)
    with tempfile.TemporaryDirectory() as name:
        server = ServerProcess(Path(name))
        with closing(server.client()) as client:
            game = client.create_table({"seats": SEATS})
        server.kill()
        _fill(Path(name) / DATABASE_FILE, game, secret_hash(secret))
        server = ServerProcess(Path(name))
        client = server.client()
        try:
            yield client, secret
        finally:
            client.close()
            server.kill()


def _milliseconds(client: Client, secret: str, kind: str) -> float:
    """Return the milliseconds that a list takes on a new connection."""
    headers = {"cookie": f"{COOKIE}={secret}"}
    start = time.perf_counter()
    with closing(HTTPConnection(client.url.removeprefix("http://"), timeout=60)) as connection:
        connection.request("GET", f"/api/tables?which={kind}", headers=headers)
        answer = connection.getresponse().read()
    milliseconds = 1000 * (time.perf_counter() - start)
    assert len(json.loads(answer)["games"]) == 50, answer[:200]
    return milliseconds


def _p99(client: Client, number: int) -> float:
    """Return the 99th percentile of the time of decisions at a few tables."""
    load = Load([client], SECONDS, random.Random(number), THINKING_TIME)
    asyncio.run(play_tables(load, TABLES))
    times = sorted(load.milliseconds)
    return times[int(0.99 * len(times))]


def lists(number: int) -> dict[str, float]:
    """Return the milliseconds of each list, and of decisions with and without reloads of it."""
    kinds: tuple[GameKind, ...] = get_args(GameKind)
    with _server() as (client, secret):
        milliseconds: dict[str, float] = {
            kind: statistics.median(_milliseconds(client, secret, kind) for _ in range(REQUESTS))
            for kind in kinds
        }
        alone = _p99(client, number)
        arguments = [client.url.removeprefix("http://"), f"{COOKIE}={secret}", *kinds]
        reloading = subprocess.Popen([sys.executable, "-c", RELOAD, *arguments])
        try:
            reloading_p99 = _p99(client, number)
            assert reloading.poll() is None
        finally:
            reloading.kill()
            reloading.wait()
    return {**milliseconds, "alone": alone, "reloading": reloading_p99}
