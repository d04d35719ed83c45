"""The next game of the same people: who begins, from what start, and that there is one of it."""

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


def ended(server: Client, wish: Json) -> str:
    """A table at which all agree to end the game."""
    table = server.new(wish)
    page = server.sit(table)
    page.say("agree")
    assert page.until(lambda now: now["over"])["over"]["reason"] == "agreed"
    page.close()
    return table


def ask(server: Client, table: str, seat: str | None = None, **wish: bool) -> Json:
    query = {} if seat is None else {"seat": seat}
    answer = server.http.post(f"/api/tables/{table}/rematch", params=query, json=wish)
    return {"status": answer.status_code, **answer.json()}


def code(server: Client, table: str) -> str:
    return str(server.http.get(f"/api/tables/{table}/setup").json()["code"])


def test_the_second_begins_the_next_game(server: Client) -> None:
    table = ended(server, FOUR)
    told = ask(server, table, setup=False)
    assert told["status"] == 201
    assert [(seat["colour"], seat["name"], seat["bot"]) for seat in told["seats"]] == [
        ("red", "Eva", None),
        ("green", "", "random"),
        ("yellow", "Ida", None),
        ("blue", "Ana", None),
    ]
    before, after = server.sit(table).now, server.sit(told["id"]).now
    assert after["options"] == before["options"]
    assert after["edition"] == before["edition"]
    assert after["auto_end"]
    sides = {seat["colour"]: seat["side"] for seat in after["seats"]}
    assert (sides["yellow"], sides["blue"]) == ("advanced", "basic")
    assert after["due"]["seat"] == "red"
    third = ask(server, ended_again(server, told["id"]))
    assert [seat["colour"] for seat in third["seats"]] == ["green", "yellow", "blue", "red"]


def ended_again(server: Client, table: str) -> str:
    page = server.sit(table)
    page.say("agree")
    page.until(lambda now: now["over"])
    page.close()
    return table


def test_the_same_set_up_is_played_from_other_seats(tmp_path: Path) -> None:
    with serving(tmp_path, seed=None) as server:
        table = ended(server, RED_AND_BLUE)
        again = ask(server, table, setup=True)
        assert [seat["colour"] for seat in again["seats"]] == ["blue", "red"]
        assert code(server, again["id"]) == code(server, table)
        new = ask(server, ended_again(server, again["id"]))
        assert code(server, new["id"]) != code(server, table)


def test_who_asks_second_gets_the_same_game(server: Client) -> None:
    table = ended(server, RED_AND_BLUE)
    first = ask(server, table, "red", setup=True)
    second = ask(server, table, "blue", setup=False)
    assert second == {**first, "changed": second["changed"]}
    games = server.games("all")
    assert {game["id"] for game in games} == {table, first["id"]}


def test_all_who_ask_at_once_get_one_game(tmp_path: Path) -> None:
    """Also at two programs with one data base."""
    with serving(tmp_path) as one, serving(tmp_path) as other, ThreadPoolExecutor(6) as threads:
        table = ended(one, RED_AND_BLUE)
        asked = [threads.submit(ask, server, table) for server in (one, other) * 3]
        assert len({done.result()["id"] for done in asked}) == 1
        assert len(one.games("all")) == 2


def test_the_pages_at_the_table_are_told_of_it(server: Client) -> None:
    table = ended(server, RED_AND_BLUE)
    pages = [server.sit(table, seat=seat) for seat in ("red", "blue", "-")]
    assert {page.now["rematch"] for page in pages} == {None}
    number = pages[0].now["number"]
    new = ask(server, table)["id"]
    for page in pages:
        assert (page.table()["rematch"], page.now["number"]) == (new, number)
    assert server.sit(table).now["rematch"] == new
    assert server.http.delete(f"/api/tables/{new}").status_code == 204
    other = ask(server, table)["id"]  # the first is gone
    assert other != new
    assert pages[0].table()["rematch"] == other


def test_the_game_is_among_those_of_the_device(tmp_path: Path) -> None:
    """Whoever asks: the seats are held by those who held them."""
    with serving(tmp_path) as server:
        table = ended(server, RED_AND_BLUE)
        asker = Client(server.url)
        new = ask(asker, table)["id"]
        mine = server.http.get("/api/mine/games", params={"name": "Ana"}).json()["games"]
        assert {one["game"]["id"] for one in mine} == {table, new}
        assert asker.http.get("/api/mine").json() == []
        asker.close()
        assert server.sit(table).now["rematch"] == new


def test_a_private_game_goes_on_among_the_same(tmp_path: Path) -> None:
    """Its links need not be sent once more, and nobody else comes in."""
    with club(tmp_path) as ana:
        table = ana.new(FRIENDS)
        boris, eve = Client(ana.url), Client(ana.url)
        accept(boris, link(ana, table))
        for each in (ana, boris):
            page = each.sit(table)
            page.say("agree")
            page.table()
        assert ask(eve, table)["code"] == "unknown-table"
        new = ask(boris, table, setup=True)["id"]
        assert ask(ana, table)["id"] == new
        assert (ana.sit(new).now["yours"], boris.sit(new).now["yours"]) == (["red"], ["blue"])
        assert (ana.sit(new).now["is_host"], boris.sit(new).now["is_host"]) == (True, False)
        assert boris.sit(new).now["due"]["yours"]
        assert ana.sit(new).now["access"] == "private"
        assert eve.http.get(f"/api/tables/{new}").status_code == 404
        for each in (boris, eve):
            each.close()


def received(page: Page, kind: str, what: str) -> Json:
    """The next message of a kind that has something."""
    while (message := page.receive())["type"] != kind or not message[what]:
        pass
    return message


def heard(page: Page, part: str = "lines") -> list[tuple[str, str]]:
    return [(line["seat"], line["text"]) for line in received(page, "chat", part)[part]]


def test_the_chat_continues_among_the_people_who_could_read_it(tmp_path: Path) -> None:
    """It is stored once; a guest who comes with a new link reads what is said from then on."""
    with club(tmp_path) as ana:
        table = ana.new(FRIENDS)
        boris, eve = Client(ana.url), Client(ana.url)
        accept(boris, link(ana, table))
        page = ana.sit(table)
        for text in ("Good luck", "Well played"):
            page.send_chat_line("red", text)
            heard(page)
        page.say("agree")
        other = boris.sit(table)
        other.send_chat_line("blue", "Once more?")
        other.say("agree")
        received(other, "table", "over")
        new = ask(boris, table)["id"]
        told = received(page, "table", "rematch")
        assert told["notice"] == "Boris begins another game."
        said = [("red", "Good luck"), ("red", "Well played"), ("blue", "Once more?")]
        assert heard(ana.sit(new), "earlier") == said
        next_ = boris.sit(new)
        assert heard(next_, "earlier") == said
        next_.send_chat_line("blue", "Here we are")
        now = [("blue", "Here we are")]
        assert heard(next_) == now
        accept(eve, link(ana, new, None))
        message = received(eve.sit(new), "chat", "lines")
        assert (len(message["lines"]), message["earlier"]) == (1, [])
        # a third game has all of it, by the colors of the players
        for each in (ana, boris):
            again = each.sit(new)
            again.say("agree")
        received(again, "table", "over")
        third = ask(ana, new)["id"]
        last = ana.sit(third)
        assert heard(last, "earlier") == [*said, *now]
        assert heard(eve.sit(third), "earlier") == now
        # a person who is forgotten has said nothing, also where the next game shows it
        assert boris.http.delete("/api/mine").status_code == 204
        while (left := heard(last, "earlier")) != said[:2]:
            assert left in ([*said, *now], [*said], [*said[:2], *now])
        for each in (boris, eve):
            each.close()


def talk_and_begin_again(ana: Client, boris: Client, table: str) -> str:
    """Both say a line and agree to end the game; the next one that Ana begins."""
    for each, seat in ((ana, "red"), (boris, "blue")):
        page = each.sit(table)
        page.send_chat_line(seat, f"From {seat}")
        page.say("agree")
    received(page, "table", "over")
    return str(ask(ana, table)["id"])


def test_a_chat_is_forgotten_in_a_rematch_that_nobody_has_opened(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with club(tmp_path) as ana:
        table = ana.new(FRIENDS)
        boris = Client(ana.url)
        accept(boris, link(ana, table))
        new = talk_and_begin_again(ana, boris, table)
        assert boris.http.delete("/api/mine").status_code == 204
        assert heard(ana.sit(new), "earlier") == [("red", "From red")]
        boris.close()
    assert "the actor failed" not in caplog.text


def test_a_visitor_who_is_banned_from_a_game_reads_no_more_of_its_chat(tmp_path: Path) -> None:
    """Also where they sit in the rematch, which had begun before the ban."""
    with club(tmp_path) as ana:
        table = ana.new(CLUB)
        boris = Client(ana.url)
        seat = f"/api/tables/{table}/seats/blue"
        assert boris.http.post(seat, json={"name": "Boris"}).status_code == 201
        new = talk_and_begin_again(ana, boris, table)
        assert heard(boris.sit(new), "earlier")
        bans = f"/api/tables/{table}/bans"
        assert ana.http.post(bans, json={"seat": "blue"}).status_code == 204
        next_ = boris.sit(new)
        next_.send_chat_line("blue", "Here we are")
        assert received(next_, "chat", "lines")["earlier"] == []
        boris.close()


def test_only_who_sits_at_a_table_that_is_over_may_ask(server: Client) -> None:
    table = server.new(RED_AND_BLUE)
    assert ask(server, table)["code"] == "rematch-early"
    ended_again(server, table)
    for seat in ("-", "green"):
        answer = ask(server, table, seat)
        assert (answer["status"], answer["code"]) == (403, "not-seated")
    assert ask(server, table, "violet")["code"] == "bad-seat"
    assert ask(server, "nowhere")["status"] == 404
    assert server.http.get(f"/api/tables/{table}").json()["rematch"] is None
    assert ask(server, table, "red")["status"] == 201


def test_against_ivan_nobody_changes_seats(server: Client) -> None:
    solo = {"seats": [{"colour": "red", "name": "Ana"}, {"colour": "blue", "kind": "ivan"}]}
    table = ended(server, solo)
    again = ask(server, table, setup=True)
    assert [seat["kind"] for seat in again["seats"]] == ["person", "ivan"]
    assert code(server, again["id"]) == code(server, table)


def test_a_game_from_a_file_may_be_played_again(server: Client) -> None:
    """From its set-up, or from a new one where it began with a position."""
    table = server.new(RED_AND_BLUE)
    page = server.sit(table)
    page.play("die white +0")
    page.play("end")
    record = server.http.get(f"/api/tables/{table}/record").text
    loaded = server.http.post("/api/tables/load", content=record).json()["id"]
    again = ask(server, ended_again(server, loaded), setup=True)
    assert code(server, again["id"]) == code(server, table)

    played = record_of(record)
    lines = [*played.header.lines(), f"start {to_json(played.walk().state)}"]
    began = server.http.post("/api/tables/load", content="\n".join(lines)).json()["id"]
    assert ask(server, ended_again(server, began), setup=True)["code"] == "rematch-setup"
    new = ask(server, began, setup=False)
    assert (new["status"], new["was_loaded"], new["turn"]) == (201, False, 1)


def test_a_bot_that_is_no_longer_here_is_named(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        table = ended(server, FOUR)
    with serving(tmp_path, bots=()) as server:
        answer = ask(server, table)
        assert (answer["status"], answer["code"]) == (400, "bad-game")
        assert "'random'" in answer["reason"]
