"""Random requests and socket messages never cause an error of the server.

The requests are generated from the description in ``/api/schema``, the messages from the types of
the commands.  ``.ci/run`` does a few of them, ``make test-full`` ten minutes of each.
"""

from __future__ import annotations

import json
import logging
import random
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec.structs
import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.server.harness import TIMEOUT_SECONDS, Client, Json, serving
from tools.protocol_types import page_commands

if TYPE_CHECKING:  # this import is slow, and other tests do not need it
    from schemathesis import Case
    from schemathesis.schemas import APIOperation

Operation: TypeAlias = "APIOperation[Any, Any, Any, Any]"
# The codes with which the server may close a connection.
CLOSE_CODES = (1000, 1003, 1007, 1008, 1009, 1013)
SHORT_RUN_CASES = 2  # per operation; five times as many rounds at the socket
LONG_RUN_SECONDS = 600.0
FRIENDS: Json = {
    "access": "public",
    "seats": [{"colour": "red", "name": "Ana"}, {"colour": "blue", "is_open": True}],
}


@pytest.fixture
def server(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> Iterator[Client]:
    """A server that must not log an error during the test."""
    with serving(tmp_path) as client:
        yield client
    assert [line for line in caplog.records if line.levelno >= logging.ERROR] == []


# --- requests


def documented_operations(server: Client) -> list[Operation]:
    """All operations in the API description."""
    import schemathesis
    from schemathesis.core.result import Ok

    schema = schemathesis.openapi.from_url(f"{server.url}/api/schema/openapi.json")
    return [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]


def valid_path_values(server: Client) -> dict[str, list[str]]:
    """Existing ids and names for the parameters in paths."""
    tables = [server.create_table(FRIENDS) for _ in range(3)]
    link = server.http.post(f"/api/tables/{tables[0]}/links", json={"seat": "blue"}).json()
    return {"table_id": tables, "secret": [link["secret"]], "colour": ["red", "blue", "-"]}


def check_requests(server: Client, operation: Operation, cases: int, chance: random.Random) -> None:
    """Send random requests of an operation, and check that none is a server error."""
    names = valid_path_values(server)

    @seed(chance.randrange(2**32))
    @settings(
        max_examples=cases,
        phases=[Phase.generate],
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def check(case: Case[Any]) -> None:
        for name, values in names.items():
            if name in case.path_parameters and chance.random() < 0.7:
                case.path_parameters[name] = chance.choice(values)
        answer = case.call(base_url=server.url)
        assert answer.status_code < 500, (case.as_curl_command(), answer.text)

    check()


@pytest.mark.slow
def test_requests_cause_no_server_error(server: Client) -> None:
    chance = random.Random(1)
    for operation in documented_operations(server):
        check_requests(server, operation, SHORT_RUN_CASES, chance)


@pytest.mark.long
def test_requests_cause_no_server_error_for_ten_minutes(server: Client) -> None:
    chance = random.Random()
    end = time.monotonic() + LONG_RUN_SECONDS
    while time.monotonic() < end:
        for operation in documented_operations(server):
            check_requests(server, operation, 10 * SHORT_RUN_CASES, chance)


# --- at the socket

COMMANDS = [
    st.builds(
        kind, **{field.name: st.from_type(field.type) for field in msgspec.structs.fields(kind)}
    )
    for kind in page_commands()
]
NOISE = st.one_of(
    st.binary(max_size=200),
    st.text(max_size=200),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner),
        max_leaves=12,
    ).map(json.dumps),
)


def corrupted(command: object, number: int, chance: random.Random) -> str:
    """A command as text, sometimes with an unknown field or a value of a wrong type."""
    fields: Json = msgspec.to_builtins(command)
    if "number" in fields and chance.random() < 0.8:
        fields["number"] = number
    if chance.random() < 0.3:
        name = chance.choice([*fields, "nothing"])
        fields[name] = chance.choice([None, -1, 2**70, "x" * 5000, [], {}, 1.5, "\ud800"])
    return json.dumps(fields)


def check_socket(server: Client, rounds: int, chance: random.Random) -> None:
    """Send random messages to a table, and check that the table stays available."""
    table = server.create_table({"seats": [{"colour": "red"}, {"colour": "blue"}]})
    address = server.url.replace("http", "ws", 1) + f"/api/tables/{table}/live"
    page = server.open_page(table)

    @seed(chance.randrange(2**32))
    @settings(
        max_examples=rounds,
        phases=[Phase.generate],
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.lists(st.one_of(*COMMANDS, NOISE), max_size=12))
    def check(messages: list[object]) -> None:
        number = server.http.get(f"/api/tables/{table}").json()["number"]
        with connect(address, max_size=None, open_timeout=TIMEOUT_SECONDS) as socket:
            with suppress(ConnectionClosed):
                for message in messages:
                    text = (
                        message
                        if isinstance(message, str | bytes)
                        else corrupted(message, number, chance)
                    )
                    socket.send(text)
                    number += chance.random() < 0.5
                socket.recv(timeout=TIMEOUT_SECONDS)
            assert socket.close_code in (None, *CLOSE_CODES)
        assert server.http.get(f"/api/tables/{table}").status_code == 200

    check()
    page.close()


def test_table_survives_random_messages(server: Client) -> None:
    check_socket(server, 5 * SHORT_RUN_CASES, random.Random(1))


@pytest.mark.long
def test_table_survives_random_messages_for_ten_minutes(server: Client) -> None:
    chance = random.Random()
    end = time.monotonic() + LONG_RUN_SECONDS
    while time.monotonic() < end:
        check_socket(server, 200, chance)
