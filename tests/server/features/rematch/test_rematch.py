"""Rematches: the next game of the same people, its first player, its set-up and its chat."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from redcathedral.record import read as record_of
from redcathedral.record import to_json
from tests.server.features.seats.test_seats import CLUB, FRIENDS, accept, club, link
from tests.server.harness import RED_AND_BLUE, Client, Json, Page, serving

FOUR: Json = {
    "seats": [
        {"colour": "blue", "name": "Ana"},
        {"colour": "red", "name": "Eva"},
        {"colour": "green", "kind": "bot", "bot": "random"},
        {"colour": "yellow", "name": "Ida"},
    ],
    "options": {"sides": {"yellow": "advanced"}, "first_game": True},
    "auto_end": True,
}


def create_ended_table(server: Client, wish: Json) -> str:
    """Create a table and end its game by agreement; return its id."""
    table = server.create_table(wish)
    page = server.open_page(table)
    page.send_command("agree")
    assert page.until(lambda now: now["over"])["over"]["reason"] == "agreed"
    page.close()
    return table


def request_rematch(server: Client, table: str, seat: str | None = None, **wish: bool) -> Json:
    query = {} if seat is None else {"seat": seat}
    answer = server.http.post(f"/api/tables/{table}/rematch", params=query, json=wish)
    return {"status": answer.status_code, **answer.json()}


def setup_code(server: Client, table: str) -> str:
    return str(server.http.get(f"/api/tables/{table}/setup").json()["code"])


def test_second_player_begins_the_rematch(server: Client) -> None:
    table = create_ended_table(server, FOUR)
    new_game = request_rematch(server, table, setup=False)
    assert new_game["status"] == 201
    assert [(seat["colour"], seat["name"], seat["bot"]) for seat in new_game["seats"]] == [
        ("red", "Eva", None),
        ("green", "", "random"),
        ("yellow", "Ida", None),
        ("blue", "Ana", None),
    ]
    before, after = server.open_page(table).now, server.open_page(new_game["id"]).now
    assert after["options"] == before["options"]
    assert after["edition"] == before["edition"]
    assert after["auto_end"]
    sides = {seat["colour"]: seat["side"] for seat in after["seats"]}
    assert (sides["yellow"], sides["blue"]) == ("advanced", "basic")
    assert after["due"]["seat"] == "red"
    third = request_rematch(server, end_game(server, new_game["id"]))
    assert [seat["colour"] for seat in third["seats"]] == ["green", "yellow", "blue", "red"]


def end_game(server: Client, table: str) -> str:
    page = server.open_page(table)
    page.send_command("agree")
    page.until(lambda now: now["over"])
    page.close()
    return table


def test_rematch_can_keep_the_set_up_with_rotated_seats(tmp_path: Path) -> None:
    with serving(tmp_path, seed=None) as server:
        table = create_ended_table(server, RED_AND_BLUE)
        again = request_rematch(server, table, setup=True)
        assert [seat["colour"] for seat in again["seats"]] == ["blue", "red"]
        assert setup_code(server, again["id"]) == setup_code(server, table)
        new = request_rematch(server, end_game(server, again["id"]))
        assert setup_code(server, new["id"]) != setup_code(server, table)


def test_second_request_returns_the_same_rematch(server: Client) -> None:
    table = create_ended_table(server, RED_AND_BLUE)
    first = request_rematch(server, table, "red", setup=True)
    second = request_rematch(server, table, "blue", setup=False)
    assert second == {**first, "changed": second["changed"]}
    games = server.games("all")
    assert {game["id"] for game in games} == {table, first["id"]}


def test_request_at_an_old_game_begins_the_next_of_the_series(server: Client) -> None:
    table = create_ended_table(server, RED_AND_BLUE)
    second = request_rematch(server, table)["id"]
    assert request_rematch(server, table)["id"] == second  # it still runs
    third = request_rematch(server, end_game(server, second) and table)
    assert third["id"] not in (table, second)
    assert [seat["colour"] for seat in third["seats"]] == ["red", "blue"]
    assert server.open_page(second).now["rematch"] == third["id"]


def test_simultaneous_requests_create_one_rematch(tmp_path: Path) -> None:
    """The requests go to two servers with one database."""
    with serving(tmp_path) as one, serving(tmp_path) as other, ThreadPoolExecutor(6) as threads:
        table = create_ended_table(one, RED_AND_BLUE)
        requests = [threads.submit(request_rematch, server, table) for server in (one, other) * 3]
        assert len({request.result()["id"] for request in requests}) == 1
        assert len(one.games("all")) == 2


def test_pages_at_the_table_receive_the_rematch(server: Client) -> None:
    table = create_ended_table(server, RED_AND_BLUE)
    pages = [server.open_page(table, seat=seat) for seat in ("red", "blue", "-")]
    assert {page.now["rematch"] for page in pages} == {None}
    number = pages[0].now["number"]
    new = request_rematch(server, table)["id"]
    for page in pages:
        assert (page.next_table()["rematch"], page.now["number"]) == (new, number)
    assert server.open_page(table).now["rematch"] == new
    assert server.http.delete(f"/api/tables/{new}").status_code == 204
    other = request_rematch(server, table)["id"]  # the first rematch was removed
    assert other != new
    assert pages[0].next_table()["rematch"] == other


def test_rematch_belongs_to_the_holders_of_the_seats(tmp_path: Path) -> None:
    """A request from another device does not change the holders of the seats."""
    with serving(tmp_path) as server:
        table = create_ended_table(server, RED_AND_BLUE)
        spectator = Client(server.url)
        new = request_rematch(spectator, table)["id"]
        mine = server.http.get("/api/mine/games", params={"name": "Ana"}).json()["games"]
        assert {game["game"]["id"] for game in mine} == {table, new}
        assert spectator.http.get("/api/mine").json() == []
        spectator.close()
        assert server.open_page(table).now["rematch"] == new


def test_private_rematch_admits_the_same_people(tmp_path: Path) -> None:
    """Players need no new links, and other visitors have no access."""
    with club(tmp_path) as ana:
        table = ana.create_table(FRIENDS)
        boris, eve = Client(ana.url), Client(ana.url)
        accept(boris, link(ana, table))
        for client in (ana, boris):
            page = client.open_page(table)
            page.send_command("agree")
            page.next_table()
        assert request_rematch(eve, table)["code"] == "unknown-table"
        new = request_rematch(boris, table, setup=True)["id"]
        assert request_rematch(ana, table)["id"] == new
        assert (ana.open_page(new).now["yours"], boris.open_page(new).now["yours"]) == (
            ["red"],
            ["blue"],
        )
        assert (ana.open_page(new).now["is_host"], boris.open_page(new).now["is_host"]) == (
            True,
            False,
        )
        assert boris.open_page(new).now["due"]["yours"]
        assert ana.open_page(new).now["access"] == "private"
        assert eve.http.get(f"/api/tables/{new}").status_code == 404
        for client in (boris, eve):
            client.close()


def next_message_with(page: Page, type_: str, field: str) -> Json:
    """Read up to a message of a type with a nonempty field; return the message."""
    while (message := page.receive())["type"] != type_ or not message[field]:
        pass
    return message


def chat_lines(page: Page, part: str = "lines") -> list[tuple[str, str]]:
    return [(line["seat"], line["text"]) for line in next_message_with(page, "chat", part)[part]]


def test_rematch_shows_earlier_chat_to_its_readers(tmp_path: Path) -> None:
    """The chat is stored once; a guest with a new link reads only the lines after joining."""
    with club(tmp_path) as ana:
        table = ana.create_table(FRIENDS)
        boris, eve = Client(ana.url), Client(ana.url)
        accept(boris, link(ana, table))
        page = ana.open_page(table)
        for text in ("Good luck", "Well played"):
            page.send_chat_line("red", text)
            chat_lines(page)
        page.send_command("agree")
        other = boris.open_page(table)
        other.send_chat_line("blue", "Again?")
        other.send_command("agree")
        next_message_with(other, "table", "over")
        new = request_rematch(boris, table)["id"]
        new_game = next_message_with(page, "table", "rematch")
        assert new_game["notice"] == "Boris starts another game."
        first_chat = [("red", "Good luck"), ("red", "Well played"), ("blue", "Again?")]
        assert chat_lines(ana.open_page(new), "earlier") == first_chat
        next_ = boris.open_page(new)
        assert chat_lines(next_, "earlier") == first_chat
        next_.send_chat_line("blue", "Here we are")
        now = [("blue", "Here we are")]
        assert chat_lines(next_) == now
        accept(eve, link(ana, new, None))
        message = next_message_with(eve.open_page(new), "chat", "lines")
        assert (len(message["lines"]), message["earlier"]) == (1, [])
        # a third game shows both chats, with the colors of the players
        for client in (ana, boris):
            again = client.open_page(new)
            again.send_command("agree")
        next_message_with(again, "table", "over")
        third = request_rematch(ana, new)["id"]
        last = ana.open_page(third)
        assert chat_lines(last, "earlier") == [*first_chat, *now]
        assert chat_lines(eve.open_page(third), "earlier") == now
        # the lines of a deleted person disappear, also in the next game
        assert boris.http.delete("/api/mine").status_code == 204
        while (left := chat_lines(last, "earlier")) != first_chat[:2]:
            assert left in ([*first_chat, *now], [*first_chat], [*first_chat[:2], *now])
        for client in (boris, eve):
            client.close()


def chat_and_start_rematch(ana: Client, boris: Client, table: str) -> str:
    """Both players send a chat line and end the game; return the id of the rematch."""
    for client, seat in ((ana, "red"), (boris, "blue")):
        page = client.open_page(table)
        page.send_chat_line(seat, f"From {seat}")
        page.send_command("agree")
    next_message_with(page, "table", "over")
    return str(request_rematch(ana, table)["id"])


def test_deleted_chat_disappears_from_an_unopened_rematch(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with club(tmp_path) as ana:
        table = ana.create_table(FRIENDS)
        boris = Client(ana.url)
        accept(boris, link(ana, table))
        new = chat_and_start_rematch(ana, boris, table)
        assert boris.http.delete("/api/mine").status_code == 204
        assert chat_lines(ana.open_page(new), "earlier") == [("red", "From red")]
        boris.close()
    assert "the actor failed" not in caplog.text


def test_banned_visitor_loses_the_chat_in_the_rematch(tmp_path: Path) -> None:
    """The visitor has a seat in the rematch, which began before the ban."""
    with club(tmp_path) as ana:
        table = ana.create_table(CLUB)
        boris = Client(ana.url)
        seat = f"/api/tables/{table}/seats/blue"
        assert boris.http.post(seat, json={"name": "Boris"}).status_code == 201
        new = chat_and_start_rematch(ana, boris, table)
        assert chat_lines(boris.open_page(new), "earlier")
        bans = f"/api/tables/{table}/bans"
        assert ana.http.post(bans, json={"seat": "blue"}).status_code == 204
        next_ = boris.open_page(new)
        next_.send_chat_line("blue", "Here we are")
        assert next_message_with(next_, "chat", "lines")["earlier"] == []
        boris.close()


def test_only_seated_players_of_a_finished_game_may_request_a_rematch(server: Client) -> None:
    table = server.create_table(RED_AND_BLUE)
    assert request_rematch(server, table)["code"] == "rematch-early"
    end_game(server, table)
    for seat in ("-", "green"):
        answer = request_rematch(server, table, seat)
        assert (answer["status"], answer["code"]) == (403, "not-seated")
    assert request_rematch(server, table, "violet")["code"] == "bad-seat"
    assert request_rematch(server, "nowhere")["status"] == 404
    assert server.http.get(f"/api/tables/{table}").json()["rematch"] is None
    assert request_rematch(server, table, "red")["status"] == 201


def test_rematch_against_ivan_keeps_the_seats(server: Client) -> None:
    solo = {"seats": [{"colour": "red", "name": "Ana"}, {"colour": "blue", "kind": "ivan"}]}
    table = create_ended_table(server, solo)
    again = request_rematch(server, table, setup=True)
    assert [seat["kind"] for seat in again["seats"]] == ["person", "ivan"]
    assert setup_code(server, again["id"]) == setup_code(server, table)


def test_loaded_game_can_have_a_rematch(server: Client) -> None:
    """The rematch keeps the set-up, unless the loaded game began with a position."""
    table = server.create_table(RED_AND_BLUE)
    page = server.open_page(table)
    page.play("die white +0")
    page.play("end")
    record = server.http.get(f"/api/tables/{table}/record").text
    loaded = server.http.post("/api/tables/load", content=record).json()["id"]
    again = request_rematch(server, end_game(server, loaded), setup=True)
    assert setup_code(server, again["id"]) == setup_code(server, table)

    played = record_of(record)
    lines = [*played.header.lines(), f"start {to_json(played.walk().state)}"]
    began = server.http.post("/api/tables/load", content="\n".join(lines)).json()["id"]
    assert request_rematch(server, end_game(server, began), setup=True)["code"] == "rematch-setup"
    new = request_rematch(server, began, setup=False)
    assert (new["status"], new["was_loaded"], new["turn"]) == (201, False, 1)


def test_rejects_a_rematch_with_an_unavailable_bot(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        table = create_ended_table(server, FOUR)
    with serving(tmp_path, bots=()) as server:
        answer = request_rematch(server, table)
        assert (answer["status"], answer["code"]) == (400, "bad-game")
        assert "'random'" in answer["reason"]
