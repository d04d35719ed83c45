"""Heartbeats: no socket is silent for long, and a page may ask for a sign of life."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from redcathedral.ai.puzzles.puzzle import load
from tests.server.harness import RED_AND_BLUE, TIMEOUT_SECONDS, Client, Json, Page, serving

HEARTBEAT = '{"type":"heartbeat"}'


def pages(server: Client) -> list[Page]:
    """Pages at a table, a step of a lesson and a puzzle, after their first message."""
    puzzle = load().puzzles[0].id
    table = server.create_table(RED_AND_BLUE)
    names = (f"tables/{table}", "lessons/first/1", f"puzzles/{puzzle}")
    found = [server.listen(name) for name in names]
    for page in found:
        page.next_table()
    return found


def next_text(page: Page) -> str:
    """Return the text of the next message, apart from those about presence."""
    while (text := str(page.connection.recv(timeout=TIMEOUT_SECONDS))).startswith(
        '{"type":"presence"'
    ):
        pass
    return text


def test_a_quiet_socket_gets_heartbeats(tmp_path: Path) -> None:
    with serving(tmp_path, heartbeat=0.05) as server:
        for page in pages(server):
            assert [next_text(page) for _ in range(3)] == 3 * [HEARTBEAT]


def test_a_heartbeat_is_answered_by_one(server: Client) -> None:
    for page in pages(server):
        for _ in range(2):
            page.connection.send(HEARTBEAT)
            assert next_text(page) == HEARTBEAT


def test_heartbeats_change_nothing(server: Client) -> None:
    page = server.open_page(server.create_table(RED_AND_BLUE))
    for _ in range(100):
        page.connection.send(HEARTBEAT)
    assert page.play("die white +0")["number"] == 1


@pytest.mark.parametrize("more", [{"number": 0}, {"seconds": 1}])
def test_a_heartbeat_has_no_content(server: Client, more: Json) -> None:
    page = server.open_page(server.create_table(RED_AND_BLUE))
    page.connection.send(json.dumps({"type": "heartbeat", **more}))
    assert page.next_refusal()["code"] == "unreadable"
