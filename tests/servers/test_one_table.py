"""The pages of one table at two processes see the same table."""

from __future__ import annotations

import time

import pytest

from tests.server.harness import AGAINST_A_BOT, RED_AND_BLUE, TIMEOUT_SECONDS, Json, Page
from tests.servers.cluster import ServerCluster

pytestmark = pytest.mark.servers


def play_until(page: Page, seat: str) -> int:
    """Play with a page that has all seats until it is the turn of a seat; return the version."""
    while page.now["due"]["seat"] != seat:
        page.send_command("play", decision=page.now["legal"][-1]["id"])
        page.next_table()
    return int(page.now["number"])


def wait_for(page: Page, number: int) -> Json:
    """The table of a page at this version, or a later one."""
    return (
        page.now
        if page.now["number"] >= number
        else page.until(lambda now: now["number"] >= number)
    )


def test_each_page_sees_what_happens_at_the_other_process(cluster: ServerCluster) -> None:
    first, second = cluster.client(0), cluster.client(1)
    table = first.create_table(RED_AND_BLUE)
    red, blue = first.open_page(table, seat="red"), second.open_page(table, seat="blue")
    number = play_until(red, "blue") if red.now["due"]["seat"] == "red" else red.now["number"]
    assert wait_for(blue, number)["due"]["yours"]
    number = play_until(blue, "red")
    assert wait_for(red, number)["due"]["yours"]
    red.send_chat_line("red", "hello")
    while (message := blue.receive())["type"] != "chat" or not message["lines"]:
        pass
    assert [line["text"] for line in message["lines"]] == ["hello"]
    second.http.delete(f"/api/tables/{table}")
    while (message := red.receive())["type"] != "gone":
        pass
    assert message["code"] == "removed"


def test_the_same_decision_at_two_processes_is_played_once(cluster: ServerCluster) -> None:
    table = cluster.client(0).create_table(RED_AND_BLUE)
    pages = [cluster.client(number).open_page(table) for number in (0, 1)]
    for _ in range(20):
        before = pages[0].now["number"]
        decision = pages[0].now["legal"][0]["id"]
        for page in pages:
            page.send_command("play", decision=decision)
        for page in pages:
            answers = [page.receive()["type"]]
            while page.now["number"] == before:
                answers.append(page.receive()["type"])
        numbers = {wait_for(page, before + 1)["number"] for page in pages}
        latest = max(numbers)
        positions = [wait_for(page, latest)["position"] for page in pages]
        assert positions[0] == positions[1]


def test_presence_is_that_of_both_processes(cluster: ServerCluster) -> None:
    first, second = cluster.client(0), cluster.client(1)
    table = first.create_table(RED_AND_BLUE)
    red = first.open_page(table, seat="red")
    second.open_page(table, seat="blue")
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while sorted(red.presence.get("here", [])) != ["blue", "red"]:
        red.next_presence(deadline - time.monotonic())


def test_a_clock_runs_on_when_a_page_opens_at_the_other_process(cluster: ServerCluster) -> None:
    first, second = cluster.client(0), cluster.client(1)
    clock = {"kind": "bank", "time": 300, "increment": 10}
    table = first.create_table({**RED_AND_BLUE, "clock": clock})
    page = first.open_page(table)
    while page.now["play_state"]["clock"]["is_held"]:
        page.next_table()
    other = second.open_page(table)
    assert other.now["number"] == page.now["number"]
    play_until(other, "blue" if other.now["due"]["seat"] == "red" else "red")
    assert not wait_for(page, other.now["number"])["play_state"]["clock"]["is_held"]


def test_bots_play_on_when_their_process_is_killed(cluster: ServerCluster) -> None:
    first, second = cluster.client(0), cluster.client(1)
    table = first.create_table(AGAINST_A_BOT)
    first.open_page(table, seat="red")
    page = second.open_page(table, seat="red")
    cluster.kill(0)
    for _ in range(3):
        if not page.now["due"]["yours"]:
            page.until(lambda now: now["due"]["yours"])
        play_until(page, "blue")
