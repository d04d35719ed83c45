"""Bad input is refused with a reason and the legal decisions, and nothing is lost."""

from __future__ import annotations

import gzip
import json
import logging
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosedError, InvalidStatus
from websockets.sync.client import ClientConnection

from redcathedral.box import edition_text
from redcathedral.server.core.game_quota import GAMES_PER_HOUR
from redcathedral.server.core.table_socket import MAX_COMMAND_BYTES
from redcathedral.server.run.connection import MAX_MESSAGE_BYTES, Limits
from tests.server.harness import RED_AND_BLUE, Client, Json, is_closed, serving

NONSENSE = (
    "",
    "{",
    "[]",
    "7",
    "null",
    '"play"',
    "{}",
    '{"type":"fly"}',
    '{"type":7}',
    '{"type":"play"}',
    '{"type":"play","number":0}',
    '{"type":"play","number":"0","decision":1}',
    '{"type":"play","number":0,"decision":1.5}',
    '{"type":"play","number":0,"decision":1,"seat":"red"}',
    '{"type":"undo","number":0,"beyond":"yes"}',
    '{"type":"settings"}',
    '{"type":"agree","number":0,"agreed":null}',
    '{"type":"table","id":"x"}',
    "[" * 4000,
    '{"type":"play","number":0,"more":' + "[" * 4000,
)


@pytest.mark.parametrize("text", NONSENSE)
def test_rejects_text_that_is_no_command(server: Client, text: str) -> None:
    page = server.open_page(server.create_table(RED_AND_BLUE))
    page.connection.send(text)
    refused = page.next_refusal()
    assert refused["code"] == "unreadable"
    assert refused["fix"]
    assert refused["legal"] == page.now["legal"]
    assert refused["number"] == 0
    assert page.play("die white +0")["number"] == 1


@pytest.mark.parametrize("data", [b"\x00\xff", b"{}"])
def test_rejects_binary_messages(server: Client, data: bytes) -> None:
    page = server.open_page(server.create_table(RED_AND_BLUE))
    assert isinstance(page.connection, ClientConnection)
    page.connection.send(data)
    assert page.next_refusal()["code"] == "unreadable"


@pytest.mark.parametrize("decision", [0, 5, 833, 834, -1, 2**40, -(2**63), 10**25])
def test_rejects_an_illegal_decision(server: Client, decision: int) -> None:
    page = server.open_page(server.create_table(RED_AND_BLUE))
    page.send_command("play", decision=decision)
    refused = page.next_refusal()
    assert refused["code"] == "illegal"
    assert refused["legal"] == page.now["legal"]


def test_rejects_a_stale_command_and_sends_the_current_table(server: Client) -> None:
    table = server.create_table(RED_AND_BLUE)
    page, other = server.open_page(table), server.open_page(table)
    decision = page.decision_id("die white +0")
    other.play("die white +0")
    page.connection.send(json.dumps({"type": "play", "number": 0, "decision": decision}))
    assert page.next_table()["number"] == 1
    refused = page.next_refusal()
    assert refused["code"] == "stale"
    assert refused["number"] == 1
    assert refused["legal"] == other.now["legal"]
    assert page.next_table() == {**other.now, "log": [], "log_from": 1}
    for command in ("undo", "redo", "agree"):
        page.connection.send(json.dumps({"type": command, "number": 77}))
        assert page.next_refusal()["code"] == "stale"
        page.next_table()


def test_rejects_a_long_message(server: Client) -> None:
    page = server.open_page(server.create_table(RED_AND_BLUE))
    page.connection.send('{"type":"play","number":0,"decision":1' + " " * MAX_COMMAND_BYTES + "}")
    assert page.next_refusal()["code"] == "too-large"
    page.connection.send("x" * (MAX_MESSAGE_BYTES + 1))
    with pytest.raises(ConnectionClosedError) as closed:
        page.receive()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


def test_excess_messages_are_answered_gradually(tmp_path: Path) -> None:
    with serving(tmp_path, limits=Limits()) as server:
        table = server.create_table(RED_AND_BLUE)
        page = server.open_page(table)
        for _ in range(150):
            page.connection.send('{"type":"play","number":0,"decision":834}')
        other = server.open_page(table)
        assert other.play("die white +0")["number"] == 1
        answers = [page.receive() for _ in range(150)]
        while len([answer for answer in answers if answer["type"] == "refused"]) < 150:
            answers.append(page.receive())
    codes = {answer["code"] for answer in answers if answer["type"] == "refused"}
    assert codes == {"illegal", "stale"}
    assert page.now["number"] == 1


@pytest.mark.parametrize("name", ["nix", "x" * 500, "%2e%2e", "a%2Fb", "☃"])
def test_unknown_table_is_not_found(server: Client, name: str) -> None:
    answer = server.http.get(f"/api/tables/{name}")
    assert answer.status_code == 404
    assert answer.json()["fix"]


def test_socket_of_an_unknown_table_reports_it_and_closes(server: Client) -> None:
    page = server.connect("nix")
    gone = page.receive()
    assert (gone["type"], gone["code"]) == ("gone", "unknown-table")
    assert is_closed(page)


@pytest.mark.parametrize("query", [{"lang": "xx"}, {"seat": "pink"}, {"since": "x"}])
def test_rejects_a_socket_with_invalid_parameters(server: Client, query: Json) -> None:
    with pytest.raises(InvalidStatus) as refused:
        server.connect(server.create_table(RED_AND_BLUE), **query)
    assert 400 <= refused.value.response.status_code < 500


def problem(answer: httpx.Response, status: int, code: str) -> Json:
    """Check the status and the code of an answer; return its problem."""
    assert answer.status_code == status, answer.text
    refusal: Json = answer.json()
    assert refusal["code"] == code
    assert refusal["reason"]
    assert refusal["fix"]
    return refusal


BAD_TABLES: tuple[Json, ...] = (
    {},
    {"seats": 3},
    {"seats": []},
    {"seats": [{"colour": "red"}]},
    {"seats": [{"colour": c} for c in ("red", "blue", "green", "yellow", "red")]},
    {"seats": [{"colour": "red"}, {"colour": "red"}]},
    {"seats": [{"colour": "red"}, {"colour": "pink"}]},
    {"seats": [{"colour": "red"}, {"colour": "blue", "kind": "robot"}]},
    {"seats": [{"colour": "red"}, {"colour": "blue", "kind": "bot"}]},
    {"seats": [{"colour": "red"}, {"colour": "blue", "bot": "apprentice"}]},
    {"seats": [{"colour": "red"}, {"colour": "blue", "kind": "ivan", "bot": "apprentice"}]},
    {"seats": [{"colour": "red"}, {"colour": "blue", "kind": "bot", "bot": "no such"}]},
    {"seats": [{"colour": "red"}, {"colour": "blue", "kind": "bot", "bot": "greedy:x=1"}]},
    {"seats": [{"colour": "red"}, {"colour": "blue", "kind": "bot", "bot": "master:weights=/a"}]},
    {"seats": [{"colour": "red", "kind": "ivan"}, {"colour": "blue"}]},
    {"seats": [{"colour": c, "kind": "ivan"} for c in ("red", "blue")]},
    {"seats": [{"colour": "red", "name": "x" * 41}, {"colour": "blue"}]},
    {"seats": [{"colour": "red", "name": "a\nb"}, {"colour": "blue"}]},
    {"seats": [{"colour": "red", "name": "bot:greedy"}, {"colour": "blue"}]},
    {"seats": [{"colour": "red", "name": "a # b"}, {"colour": "blue"}]},
    {"seats": [{"colour": "red", "side": "basic"}, {"colour": "blue"}]},
    {**RED_AND_BLUE, "options": {"workshop_side": "left"}},
    {**RED_AND_BLUE, "options": {"sides": {"green": "advanced"}}},
    {**RED_AND_BLUE, "options": {"first_game": "maybe"}},
    {**RED_AND_BLUE, "options": {"third_game": True}},
    {**RED_AND_BLUE, "seed": 7},
)


@pytest.mark.parametrize("wish", BAD_TABLES, ids=str)
def test_rejects_an_invalid_game(server: Client, wish: Json) -> None:
    answer = server.http.post("/api/tables", json=wish)
    assert answer.status_code == 400, answer.text
    assert answer.json()["reason"]
    assert server.games() == []


def test_rejects_unreadable_requests(server: Client) -> None:
    http = server.http
    problem(http.post("/api/tables", content=b"{"), 400, "bad-request")
    problem(http.post("/api/tables", content=b"\xff\xfe"), 400, "bad-request")
    problem(http.post("/api/tables", content=b'{"seats":"\xff"}'), 400, "bad-request")
    problem(http.post("/api/tables", content=b" " * 70_000), 413, "too-large")
    problem(http.put("/api/tables", json={}), 405, "not-found")
    problem(http.get("/api/nothing"), 404, "not-found")
    problem(http.get("/nothing.js"), 404, "not-found")
    problem(http.get("/api/words/xx"), 404, "unknown-language")
    problem(http.get("/api/editions/nix"), 404, "unknown-edition")
    wish = {**RED_AND_BLUE, "edition": "nix"}
    problem(http.post("/api/tables", json=wish), 404, "unknown-edition")
    table = server.create_table(RED_AND_BLUE)
    problem(http.get(f"/api/tables/{table}", params={"seat": "pink"}), 400, "bad-seat")
    problem(http.get(f"/api/tables/{table}", params={"lang": "xx"}), 404, "unknown-language")


def test_limits_new_games_per_hour(server: Client) -> None:
    """The limit applies to a client network; a local proxy sends the client's address."""
    record = server.http.get(f"/api/tables/{server.create_table(RED_AND_BLUE)}/record").content

    def statuses(address: str, count: int) -> list[int]:
        headers = {"x-forwarded-for": address}
        return [
            server.http.post("/api/tables", json=RED_AND_BLUE, headers=headers).status_code
            for _ in range(count)
        ]

    assert statuses("2001:db8::1", GAMES_PER_HOUR) == [201] * GAMES_PER_HOUR
    headers = {"x-forwarded-for": "2001:db8::2"}  # another address of the same network
    post = server.http.post
    refusal = problem(
        post("/api/tables", json=RED_AND_BLUE, headers=headers), 429, "too-many-games"
    )
    assert "continue a game from the list" in refusal["fix"]
    problem(post("/api/tables/load", content=record, headers=headers), 429, "too-many-games")
    table = server.games()[0]["id"]
    branch = post(f"/api/tables/{table}/branch", json={"log": 0}, headers=headers)
    problem(branch, 429, "too-many-games")
    assert statuses("192.0.2.1", 1) == [201]
    server.create_table(RED_AND_BLUE)


def test_rejects_a_bad_record_with_its_line(server: Client) -> None:
    table = server.create_table(RED_AND_BLUE)
    server.open_page(table).play("die white +0")
    good = server.http.get(f"/api/tables/{table}/record").text
    before = server.games()

    def load(data: bytes) -> httpx.Response:
        return server.http.post("/api/tables/load", content=data)

    line = good.splitlines().index("die white +0") + 1
    refusal = problem(
        load(good.replace("die white +0", "die white +9").encode()), 400, "bad-record"
    )
    assert refusal["reason"].startswith(f"line {line}: ")
    refusal = problem(load(good.replace("die white +0", "take 3").encode()), 400, "bad-record")
    assert refusal["reason"].startswith(f"line {line}: 'take 3'")
    assert "die white +0" in " ".join(refusal["details"])
    problem(load(b""), 400, "bad-record")
    problem(load(b"\xff\xfe\x00"), 400, "bad-record")
    problem(load(b"hello"), 400, "bad-record")
    problem(load(good.replace("edition recon", "edition decon").encode()), 400, "bad-record")
    problem(load(gzip.compress(good.encode())[:-20]), 400, "bad-record")
    problem(load(b"\x1f\x8b nonsense"), 400, "bad-record")
    problem(load(gzip.compress(b"#" * 5_000_000)), 413, "too-large")
    problem(load(b"#" * 5_000_000), 413, "too-large")
    assert server.games() == before


def test_rejects_a_bad_edition_with_its_lines(server: Client) -> None:
    def upload(data: bytes) -> httpx.Response:
        return server.http.post("/api/editions", content=data)

    text = edition_text("reconstructed-2020")
    refusal = problem(
        upload(text.replace('gives = "2W"', 'gives = "2Q"').encode()), 400, "bad-edition"
    )
    assert "line " in refusal["reason"]
    assert refusal["details"]
    problem(upload(b""), 400, "bad-edition")
    problem(upload(b"\xff\xfe"), 400, "bad-edition")
    problem(upload(b"#" * 140_000), 413, "too-large")
    assert len(server.http.get("/api/server").json()["editions"]) == 1


def test_answers_contain_no_traceback(server: Client, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    for content in (b"{", b"[" * 10_000, b'{"seats":[' + b"{" * 5000):
        answer = server.http.post("/api/tables", content=content)
        assert 400 <= answer.status_code < 500
        assert "Traceback" not in answer.text
        assert ".py" not in answer.text


COMMANDS = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(["play", "roll", "undo", "redo", "agree", "settings", "fly", 7]),
        "number": st.one_of(st.integers(-1, 5), st.text(max_size=3), st.none()),
        "decision": st.one_of(st.integers(-2, 840), st.floats(), st.none()),
        "beyond": st.one_of(st.booleans(), st.integers()),
        "agreed": st.just(False),
        "auto_end": st.one_of(st.booleans(), st.text(max_size=3)),
        "own_dice": st.one_of(st.none(), st.integers(0, 1)),
        "faces": st.lists(st.integers(-1, 8), max_size=4),
        "tiles": st.lists(st.text(max_size=3), max_size=6),
        "more": st.recursive(st.none(), lambda inner: st.lists(inner, max_size=3)),
    },
)


MESSAGES = st.lists(st.one_of(COMMANDS.map(json.dumps), st.text(max_size=30)), max_size=8)


@settings(max_examples=20)
@given(texts=MESSAGES)
def test_random_messages_are_answered(fuzzed: tuple[Client, str], texts: list[str]) -> None:
    send_all(*fuzzed, texts)


@pytest.mark.long
@settings(max_examples=400)
@given(texts=MESSAGES)
def test_many_random_messages_are_answered(fuzzed: tuple[Client, str], texts: list[str]) -> None:
    send_all(*fuzzed, texts)


def send_all(server: Client, table: str, texts: list[str]) -> None:
    """Check that every message has an answer, and that the game can continue afterwards."""
    page = server.open_page(table)
    for text in texts:
        page.connection.send(text)
        answer = page.receive()
        while answer["type"] == "refused" and answer["code"] == "stale":
            answer = page.next_table()
        assert answer["type"] in ("table", "refused")
    page.close()
    fresh = server.open_page(table)
    if fresh.now["over"]:
        return
    fresh.send_command("play", decision=fresh.now["legal"][0]["id"])
    assert fresh.next_table()["number"] > 0
    fresh.send_command("undo")
    fresh.receive()
    fresh.close()


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Client, str]]:
    with serving(tmp_path_factory.mktemp("fuzzed")) as server:
        yield server, server.create_table(RED_AND_BLUE)
