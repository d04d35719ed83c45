"""The pages of one table at two processes see the same table."""

from __future__ import annotations

import signal
import time
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text, update

from redcathedral.server.core.store.problem import StoreError
from redcathedral.server.sql.schema import GAME
from redcathedral.server.sql.store import SqlStore
from tests.server.harness import AGAINST_A_BOT, RED_AND_BLUE, TIMEOUT_SECONDS, Json, Page
from tests.servers.cluster import ServerCluster

pytestmark = pytest.mark.servers
OPEN_TO_EVERYONE: Json = {
    "access": "public",
    "seats": [{"colour": "red", "name": "Ana"}, {"colour": "blue", "is_open": True}],
}


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


def end_connections(url: str, query: str = "%") -> int:
    """End the connections to the database whose last query is like this; return their number.

    All of them end when the database restarts.
    """
    engine = create_engine(url)
    with engine.connect() as connection:
        ended = connection.execute(
            text(
                "select pg_terminate_backend(pid) from pg_stat_activity where query like :query "
                "and pid <> pg_backend_pid() and backend_type = 'client backend'"
            ),
            {"query": query},
        ).all()
    engine.dispose()
    return len(ended)


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


def until_gone(page: Page) -> str:
    """Wait for the end of a page; return the code of the reason."""
    while (message := page.receive())["type"] != "gone":
        pass
    return str(message["code"])


def test_removed_texts_are_removed_at_the_other_process(cluster: ServerCluster) -> None:
    first, second = cluster.client(0), cluster.client(1)
    table = first.create_table(RED_AND_BLUE)
    page = second.open_page(table)
    page.send_chat_line("red", "an insult")
    while page.receive()["type"] != "chat":
        pass
    first.http.delete(f"/api/tables/{table}/seats/red/texts").raise_for_status()
    while (message := page.receive())["type"] != "chat" or message["lines"]:
        pass
    assert message["since"] == 0
    while page.now["seats"][0]["name"]:
        page.receive()


def test_a_ban_from_the_server_reaches_the_other_process(postgresql: str, tmp_path: Path) -> None:
    with closing(ServerCluster(postgresql, tmp_path, "--club")) as servers:
        servers.start(2)
        owner, guest = servers.owner(0), servers.client(1)
        table = owner.create_table(OPEN_TO_EVERYONE)
        guest.http.post(f"/api/tables/{table}/seats/blue", json={}).raise_for_status()
        page = guest.open_page(table)
        wish = {"seat": "blue", "everywhere": True}
        owner.http.post(f"/api/tables/{table}/bans", json=wish).raise_for_status()
        assert until_gone(page) == "banned"
        assert guest.http.get("/api/tables").json()["code"] == "banned"
        (ban,) = owner.http.get("/api/bans").json()
        owner.http.delete(f"/api/bans/{ban['id']}").raise_for_status()
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while guest.http.get("/api/tables").status_code != 200:
            assert time.monotonic() < deadline


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


def test_players_agree_at_the_same_time_at_two_processes(cluster: ServerCluster) -> None:
    table = cluster.client(0).create_table(RED_AND_BLUE)
    seats = ("red", "blue")
    pages = [cluster.client(number).open_page(table, seat=seats[number]) for number in (0, 1)]
    for allowed in (True, False) * 10:
        for page in pages:
            page.send_command("allow-hints", allowed=allowed)
        for page in pages:  # nothing is refused
            page.until(lambda now: len(now["hints_allowed"]) == len(seats) * allowed)  # noqa: B023


def test_presence_is_that_of_both_processes(cluster: ServerCluster) -> None:
    first, second = cluster.client(0), cluster.client(1)
    table = first.create_table(RED_AND_BLUE)
    red = first.open_page(table, seat="red")
    second.open_page(table, seat="blue")
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while sorted(red.presence.get("here", [])) != ["blue", "red"]:
        red.next_presence(deadline - time.monotonic())


def test_the_pages_of_a_killed_process_are_no_longer_present(cluster: ServerCluster) -> None:
    first, second = cluster.client(0), cluster.client(1)
    table = second.create_table(RED_AND_BLUE)
    blue = second.open_page(table, seat="blue")  # this process leads the table
    first.open_page(table, seat="red")
    for present in (["blue", "red"], ["blue"]):
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while sorted(blue.presence.get("here", [])) != present:
            blue.next_presence(deadline - time.monotonic())
        if present != ["blue"]:
            cluster.kill(0)


def test_a_lost_connection_gives_no_time_back(cluster: ServerCluster) -> None:
    """A clock that runs is not set back, as after a stop of the only server."""
    client = cluster.client(0)
    table = client.create_table({**RED_AND_BLUE, "clock": {"kind": "bank", "time": 300}})
    page = client.open_page(table)
    while page.now["play_state"]["clock"]["is_held"]:
        page.next_table()
    before = page.now["number"]
    end_connections(cluster.url)
    page.next_table()  # sent again after the new connection
    with closing(SqlStore(cluster.url)) as store:
        assert len(store.load(table).actions) == before


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


def bot_answers(page: Page) -> None:
    """Play until the bot has had three turns."""
    for _ in range(3):
        if not page.now["due"]["yours"]:
            page.until(lambda now: now["due"]["yours"])
        play_until(page, "blue")
    page.until(lambda now: now["due"]["yours"])


def test_a_bot_plays_when_the_process_that_led_its_table_is_killed(cluster: ServerCluster) -> None:
    first, second = cluster.client(0), cluster.client(1)
    table = first.create_table(AGAINST_A_BOT)
    first.open_page(table, seat="red")
    page = second.open_page(table, seat="red")
    cluster.kill(0)
    bot_answers(page)


def test_a_process_that_was_stopped_no_longer_leads(cluster: ServerCluster) -> None:
    """It is stopped for longer than its row lives; later it follows, and leads again in need."""
    first, second = cluster.client(0), cluster.client(1)
    table = first.create_table(AGAINST_A_BOT)
    first.open_page(table, seat="red")
    cluster.processes[0].process.send_signal(signal.SIGSTOP)
    page = second.open_page(table, seat="red")
    bot_answers(page)
    cluster.processes[0].process.send_signal(signal.SIGCONT)
    old = first.open_page(table, seat="red")
    assert old.now["number"] == page.now["number"]
    bot_answers(page)
    wait_for(old, page.now["number"])
    cluster.kill(1)
    bot_answers(old)


def test_play_continues_after_all_connections_to_the_database_were_lost(
    cluster: ServerCluster,
) -> None:
    first, second = cluster.client(0), cluster.client(1)
    table = first.create_table(RED_AND_BLUE)
    page, other = first.open_page(table), second.open_page(table)
    for _ in range(3):
        end_connections(cluster.url)
        before = page.now["number"]
        while page.now["number"] == before:  # each lost connection refuses one command
            page.send_command("play", decision=page.now["legal"][-1]["id"])
            answer = page.receive()
            while answer["type"] == "table" and answer["number"] == before:  # sent again
                answer = page.receive()
            assert answer["type"] == "table" or answer["code"] == "not-saved"
        wait_for(other, page.now["number"])


def test_a_process_sees_everything_after_it_has_lost_its_notifications(
    cluster: ServerCluster,
) -> None:
    first, second = cluster.client(0), cluster.client(1)
    table = first.create_table(RED_AND_BLUE)
    red, blue = first.open_page(table, seat="red"), second.open_page(table, seat="blue")
    assert end_connections(cluster.url, "listen%") == 2
    red.send_chat_line("red", "hello")  # no check finds it, unlike a decision
    while (message := blue.receive())["type"] != "chat" or not message["lines"]:
        pass
    assert [line["text"] for line in message["lines"]] == ["hello"]


def play_while_locked(store: SqlStore, page: Page) -> None:
    """Hold the row of a page's table in a transaction until the page could play."""
    with store.transaction() as connection:
        connection.execute(update(GAME).where(GAME.c.id == page.now["id"]).values(turn=9))
        page.send_command("play", decision=page.now["legal"][-1]["id"])
        assert page.next_refusal()["code"] == "not-saved"
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while page.now["number"] == 0:
            assert time.monotonic() < deadline
            page.send_command("play", decision=page.now["legal"][-1]["id"])
            while (answer := page.receive())["type"] == "table" and not answer["number"]:
                pass
            assert answer["type"] == "table" or answer["code"] == "not-saved"


def test_a_table_is_free_soon_after_a_process_was_stopped_while_it_stored_an_action(
    cluster: ServerCluster,
) -> None:
    client = cluster.client(0)
    page = client.open_page(client.create_table(RED_AND_BLUE))
    with closing(SqlStore(cluster.url)) as stopped, pytest.raises(StoreError):
        play_while_locked(stopped, page)
