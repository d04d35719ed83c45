"""Whatever is asked or said, the server has an answer that is no error of its own.

Requests are made of the description in ``/api/schema``, what is said over the socket of the types
of the commands.  ``.ci/run`` does a little of it, ``make test-full`` ten minutes of each.
"""

from __future__ import annotations

import json
import logging
import random
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, get_args

import msgspec.structs
import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from redcathedral.server.protocol import Command
from tests.server.harness import TIMEOUT_SECONDS, Client, Json, serving

if TYPE_CHECKING:  # to import it takes long, also for those who run other tests
    from schemathesis import Case
    from schemathesis.schemas import APIOperation

Operation: TypeAlias = "APIOperation[Any, Any, Any, Any]"
ENDS = (1000, 1003, 1007, 1008, 1009, 1013)  # a connection that is ended with a reason
SHORT = 2  # cases for each kind of request, and rounds at the socket
LONG = 600.0  # seconds
FRIENDS: Json = {
    "access": "public",
    "seats": [{"colour": "red", "name": "Ana"}, {"colour": "blue", "is_open": True}],
}


@pytest.fixture
def server(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> Iterator[Client]:
    """A server that may say nothing of an error of its own, whatever comes."""
    with serving(tmp_path) as client:
        yield client
    assert [line for line in caplog.records if line.levelno >= logging.ERROR] == []


# --- requests


def operations(server: Client) -> list[Operation]:
    """What the description says can be asked."""
    import schemathesis
    from schemathesis.core.result import Ok

    schema = schemathesis.openapi.from_url(f"{server.url}/api/schema/openapi.json")
    return [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]


def known(server: Client) -> dict[str, list[str]]:
    """Names that mean something here, for the places in paths."""
    tables = [server.new(FRIENDS) for _ in range(3)]
    link = server.http.post(f"/api/tables/{tables[0]}/links", json={"seat": "blue"}).json()
    return {"table_id": tables, "secret": [link["secret"]], "colour": ["red", "blue", "-"]}


def ask(server: Client, operation: Operation, cases: int, chance: random.Random) -> None:
    """Ask for the same thing in many ways."""
    names = known(server)

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
def test_every_request_is_answered(server: Client) -> None:
    chance = random.Random(1)
    for operation in operations(server):
        ask(server, operation, SHORT, chance)


@pytest.mark.long
def test_every_request_is_answered_for_ten_minutes(server: Client) -> None:
    chance = random.Random()
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        for operation in operations(server):
            ask(server, operation, 10 * SHORT, chance)


# --- at the socket

KINDS = [
    st.builds(
        kind, **{field.name: st.from_type(field.type) for field in msgspec.structs.fields(kind)}
    )
    for kind in get_args(Command)
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


def spoilt(command: object, number: int, chance: random.Random) -> str:
    """A command as text, now and then with a field that is none, or of another kind."""
    fields: Json = msgspec.to_builtins(command)
    if "number" in fields and chance.random() < 0.8:
        fields["number"] = number
    if chance.random() < 0.3:
        name = chance.choice([*fields, "nothing"])
        fields[name] = chance.choice([None, -1, 2**70, "x" * 5000, [], {}, 1.5, "\ud800"])
    return json.dumps(fields)


def talk(server: Client, rounds: int, chance: random.Random) -> None:
    """Pages that say anything at a table; it is there for others all the while."""
    table = server.new({"seats": [{"colour": "red"}, {"colour": "blue"}]})
    address = server.url.replace("http", "ws", 1) + f"/api/tables/{table}/live"
    page = server.sit(table)

    @seed(chance.randrange(2**32))
    @settings(
        max_examples=rounds,
        phases=[Phase.generate],
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.lists(st.one_of(*KINDS, NOISE), max_size=12))
    def check(said: list[object]) -> None:
        number = server.http.get(f"/api/tables/{table}").json()["number"]
        with connect(address, max_size=None, open_timeout=TIMEOUT_SECONDS) as socket:
            with suppress(ConnectionClosed):
                for each in said:
                    text = each if isinstance(each, str | bytes) else spoilt(each, number, chance)
                    socket.send(text)
                    number += chance.random() < 0.5
                socket.recv(timeout=TIMEOUT_SECONDS)
            assert socket.close_code in (None, *ENDS)
        assert server.http.get(f"/api/tables/{table}").status_code == 200

    check()
    page.close()


def test_whatever_is_said_at_a_table_it_goes_on(server: Client) -> None:
    talk(server, 5 * SHORT, random.Random(1))


@pytest.mark.long
def test_whatever_is_said_for_ten_minutes(server: Client) -> None:
    chance = random.Random()
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        talk(server, 200, chance)
