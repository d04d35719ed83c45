"""Forms of requests that HTTP allows: HEAD, weights of encodings, byte order marks, names."""

from __future__ import annotations

import json
import re
import socket
from pathlib import Path

import pytest

from redcathedral.server.middleware.normalizer import BOM, accepts_gzip
from tests.server.harness import RED_AND_BLUE, TIMEOUT_SECONDS, Client, serving

FILES = ("/", "/index.html", "/nothing.js", "/api/nothing", "/api")


def gets(server: Client, table: str) -> list[str]:
    """Return the path of every GET route, with existing and unknown ids."""
    schema = server.http.get("/api/schema/openapi.json").json()
    paths = [path for path, methods in schema["paths"].items() if "get" in methods]
    known = {"table_id": table, "lang": "en", "lesson": "first", "step": "1", "kind": "txt"}
    filled = [
        re.sub(r"{(\w+)}", lambda name: known.get(name[1], "nothing"), path) for path in paths
    ]
    return [*filled, *FILES, "/api/schema/openapi.json"]


def test_head_equals_get_without_a_body(server: Client) -> None:
    table = server.create_table(RED_AND_BLUE)
    statuses = set()
    for path in gets(server, table):
        got, head = server.http.get(path), server.http.head(path)
        assert head.status_code == got.status_code, path
        assert head.content == b""
        both = dict(got.headers), dict(head.headers)
        for headers in both:
            headers.pop("date", None)
        if path != "/api/mine/export":  # a file that is compressed again each time
            assert both[0] == both[1], path
        statuses.add(got.status_code)
    assert {200, 400, 404} <= statuses


def test_a_head_response_has_no_body_on_the_wire(server: Client) -> None:
    host, port = server.url.removeprefix("http://").split(":")
    request = f"HEAD /api/server HTTP/1.1\r\nhost: {host}:{port}\r\n"
    with socket.create_connection((host, int(port)), timeout=TIMEOUT_SECONDS) as made:
        made.sendall(f"{request}\r\n{request}connection: close\r\n\r\n".encode())
        said = b""
        while more := made.recv(65536):
            said += more
    heads = said.split(b"\r\n\r\n")
    assert len(heads) == 3
    assert heads[-1] == b""
    assert all(head.startswith(b"HTTP/1.1 200") for head in heads[:2])


def test_head_without_get_changes_nothing(server: Client) -> None:
    table = server.create_table(RED_AND_BLUE)
    for path in ("/api/tables/load", f"/api/tables/{table}/branch", f"/api/tables/{table}/rematch"):
        assert server.http.head(path).status_code in (404, 405)
    assert len(server.games()) == 1


def test_head_is_refused_if_get_is(tmp_path: Path) -> None:
    with serving(tmp_path, token="secret") as server:
        address = f"{server.url}/api/tables"
        assert server.http.head(address, params={"token": "wrong"}).status_code == 401
        assert server.http.head(address).status_code == 200
        assert server.http.head(address, headers={"host": "example.com"}).status_code == 403


@pytest.mark.parametrize(
    ("header", "is_accepted"),
    [
        ("gzip", True),
        ("GZIP", True),
        ("br, gzip;q=0.5", True),
        ("x-gzip", True),
        ("*", True),
        ("gzip; Q=0.001", True),
        ("", False),
        ("identity", False),
        ("br", False),
        ("gzip;q=0", False),
        ("gzip;q=0.000, br", False),
        ("gzip ; q=0, *", False),
        ("*;q=0", False),
        ("gzip;q=x", False),
        ("gzip;q=nan", False),
        ("notgzip", False),
        ("gzip;level=1;q=0", False),
        ("gzip;level=1", True),
    ],
)
def test_gzip_only_where_it_is_accepted(server: Client, header: str, *, is_accepted: bool) -> None:
    assert accepts_gzip(header) == is_accepted
    for path in ("/", "/api/words/en"):
        answer = server.http.get(path, headers={"accept-encoding": header})
        assert answer.headers.get("content-encoding") == ("gzip" if is_accepted else None), path


def test_nothing_is_compressed_without_a_header(server: Client) -> None:
    del server.http.headers["accept-encoding"]
    assert "content-encoding" not in server.http.get("/api/words/en").headers


def test_a_body_may_begin_with_a_byte_order_mark(server: Client) -> None:
    body = BOM + json.dumps(RED_AND_BLUE).encode()
    assert server.http.post("/api/tables", content=body).status_code == 201
    parts = (bytes([each]) for each in body)
    assert server.http.post("/api/tables", content=parts).status_code == 201
    wish = BOM + b'{"players": 2, "first_game": false}'
    assert server.http.post("/api/setups", content=wish).status_code == 200
    table = server.create_table(RED_AND_BLUE)
    name = f"/api/tables/{table}/seats/red/name"
    assert server.http.put(name, content=BOM + b'{"name": "Eva"}').status_code == 204
    record = server.http.get(f"/api/tables/{table}/record").content
    assert server.http.post("/api/tables/load", content=BOM + record).status_code == 201


@pytest.mark.parametrize("body", [b"", BOM, BOM[:2], BOM + BOM + b"{}"])
def test_a_byte_order_mark_alone_is_an_empty_body(server: Client, body: bytes) -> None:
    assert server.http.post("/api/tables", content=body).status_code == 400


def test_a_name_may_end_with_the_dot_of_the_root(server: Client) -> None:
    port = server.url.rpartition(":")[2]
    for name, status in (("localhost.", 200), ("LOCALHOST.", 200), ("localhost..", 403)):
        answer = server.http.get("/api/server", headers={"host": f"{name}:{port}"})
        assert answer.status_code == status, name
    origin = {"host": f"localhost.:{port}", "origin": f"http://localhost.:{port}"}
    assert server.http.post("/api/tables", json=RED_AND_BLUE, headers=origin).status_code == 201
