"""A person's data: what goes with a name or a device, what of others stays, what is exported."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from redcathedral.record.replay import read
from tests.server.features.seats.test_seats import FRIENDS, accept, link, names
from tests.server.harness import AGAINST_A_BOT, RED_AND_BLUE, Client, Json, serving

RED: list[Json] = RED_AND_BLUE["seats"]


@pytest.fixture(params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Client]:
    """A server with an empty database of either kind."""
    url = None
    if request.param == "postgresql":
        url = str(request.getfixturevalue("postgresql"))
    with serving(tmp_path, url=url) as client:
        yield client


@pytest.fixture
def boris(server: Client) -> Iterator[Client]:
    """A person with his own device."""
    guest = Client(server.url)
    yield guest
    guest.close()


def forget(client: Client, name: str | None) -> None:
    params = {} if name is None else {"name": name}
    assert client.http.delete("/api/mine", params=params).status_code == 204


def together(server: Client, boris: Client) -> str:
    """A private game of Ana, who is host, and Boris."""
    table = server.create_table(FRIENDS)
    assert accept(boris, link(server, table)).status_code == 201
    return table


def my_names(client: Client) -> set[str]:
    return {one["name"] for one in client.http.get("/api/mine").json()}


def test_names_of_others_are_not_mine(server: Client, boris: Client) -> None:
    wish = {**FRIENDS, "seats": [*FRIENDS["seats"], {"colour": "green", "is_open": True}]}
    table = server.create_table(wish)
    assert accept(boris, link(server, table)).status_code == 201
    assert my_names(server) == {"Ana"}
    assert my_names(boris) == {"Boris"}
    assert boris.http.get("/api/mine/games", params={"name": "Ana"}).json()["found"] == 0
    [mine] = boris.http.get("/api/mine/games", params={"name": "Boris"}).json()["games"]
    assert (mine["game"]["id"], mine["seat"]) == (table, "blue")


def test_a_branch_has_no_names_of_people_on_other_devices(server: Client, boris: Client) -> None:
    """People on other devices are named by color."""
    table = together(server, boris)
    eve = Client(server.url)
    assert accept(eve, link(server, table, None)).status_code == 201
    for client, shown in ((server, ["Ana", ""]), (boris, ["", "Boris"]), (eve, ["", ""])):
        answer = client.http.post(f"/api/tables/{table}/branch", json={"log": 0})
        assert [seat["name"] for seat in answer.json()["seats"]] == shown
    forget(server, "Ana")
    for client in (boris, eve):
        assert "Ana" not in client.http.get("/api/mine").text
        assert "Ana" not in client.http.get("/api/tables?which=all").text
    eve.close()


def test_a_returning_page_learns_of_deleted_chat_lines(server: Client, boris: Client) -> None:
    """The numbers of deleted lines are not used again."""
    table = together(server, boris)
    page = server.open_page(table)
    page.send_chat_line("red", "hello")
    page.receive()
    other = boris.open_page(table)
    other.receive()
    other.send_chat_line("blue", "forget me")
    assert other.receive()["lines"][-1]["number"] == 2
    forget(boris, None)
    again = server.open_page(table, chat_since=2).receive()
    assert (again["since"], [line["text"] for line in again["lines"]]) == (0, ["hello"])
    page.send_chat_line("red", "is somebody here?")
    again = server.open_page(table, chat_since=2).receive()
    assert [line["text"] for line in again["lines"]] == ["hello", "is somebody here?"]
    assert again["lines"][-1]["number"] > 2


def test_deleted_data_leaves_the_game_to_the_others(server: Client, boris: Client) -> None:
    """The seat becomes open, the name is deleted, and the other player becomes host."""
    table = together(server, boris)
    page = boris.open_page(table)
    assert not page.now["is_host"]
    forget(server, "Ana")
    page.until(lambda now: now["is_host"])
    assert names(page) == {"red": "", "blue": "Boris"}
    assert [seat["is_open"] for seat in page.now["seats"]] == [True, False]
    assert my_names(server) == set()
    assert server.http.get(f"/api/tables/{table}").status_code == 404
    secret = link(boris, table, "red")  # so that the game can continue
    assert accept(server, secret, "Cilka").status_code == 201
    page.until(lambda now: not now["seats"][0]["is_open"])
    assert "Ana" not in boris.http.get(f"/api/tables/{table}/record?names=true").text


def test_a_guest_deletes_no_game_of_others(server: Client, boris: Client) -> None:
    table = together(server, boris)
    page = server.open_page(table)
    forget(boris, "Boris")
    page.until(lambda now: now["seats"][1]["is_open"])
    assert names(page) == {"red": "Ana", "blue": ""}
    assert page.now["is_host"]
    assert server.http.delete(f"/api/tables/{table}").status_code == 204


def test_data_of_a_shared_seat_stays(server: Client, boris: Client) -> None:
    """Boris deletes his phone's data; his computer keeps his name and texts."""
    table = together(server, boris)
    page = boris.open_page(table)
    page.send_chat_line("blue", "hello")
    assert page.receive()["type"] == "chat"
    phone = Client(server.url)
    secret = boris.http.post("/api/mine/link").json()["secret"]
    assert phone.http.post(f"/api/mine/link/{secret}").json() == {"games": 1}
    forget(phone, None)
    assert phone.http.get(f"/api/tables/{table}").status_code == 404
    phone.close()
    assert names(boris.open_page(table)) == {"red": "Ana", "blue": "Boris"}
    assert my_names(boris) == {"Boris"}
    chat: list[Json] = []
    page = boris.connect(table)
    while not chat:
        message = page.receive()
        chat = message.get("lines", []) if message["type"] == "chat" else []
    assert [line["text"] for line in chat] == ["hello"]
    forget(boris, None)
    page = server.open_page(table)
    assert names(page) == {"red": "Ana", "blue": ""}


def test_only_the_name_is_deleted_from_a_finished_game(server: Client, boris: Client) -> None:
    table = together(server, boris)
    page, other = boris.open_page(table), server.open_page(table)
    page.send_command("agree", agreed=True)
    other.until(lambda now: now["agreed"])
    other.send_command("agree", agreed=True)
    page.until(lambda now: now["over"])
    forget(server, "Ana")
    page.until(lambda now: now["seats"][0]["name"] == "")
    assert not page.now["seats"][0]["is_open"]
    assert page.now["over"]["reason"] == "agreed"
    assert my_names(server) == set()


def test_a_second_device_keeps_the_seat_without_the_name(server: Client, boris: Client) -> None:
    table = together(server, boris)
    phone = Client(server.url)
    assert accept(phone, link(boris, table)).status_code == 201
    forget(boris, "Boris")
    page = phone.open_page(table)
    assert page.now["yours"] == ["blue"]
    assert names(page) == {"red": "Ana", "blue": ""}
    assert boris.http.get(f"/api/tables/{table}").status_code == 404
    phone.close()


def test_one_of_two_names_on_a_device_is_deleted(server: Client, boris: Client) -> None:
    table = server.create_table(
        {
            "access": "private",
            "seats": [
                {"colour": "red", "name": "Ana"},
                {"colour": "green", "name": "Cilka"},
                {"colour": "blue", "is_open": True},
            ],
        }
    )
    accept(boris, link(server, table))
    forget(server, "Ana")
    page = server.open_page(table)
    assert page.now["yours"] == ["green"]
    assert page.now["is_host"]  # Cilka is at the same device
    assert names(page) == {"red": "", "green": "Cilka", "blue": "Boris"}


def test_all_names_of_a_device_are_deleted(server: Client, boris: Client) -> None:
    alone = server.create_table(AGAINST_A_BOT)
    server.create_table({"seats": [{"colour": "red", "name": "Cilka"}, AGAINST_A_BOT["seats"][1]]})
    watched = boris.create_table({**FRIENDS, "seats": [{"colour": "red", "name": "Boris"}, RED[1]]})
    accept(server, link(boris, watched, None))
    table = together(server, boris)
    secret = server.http.post("/api/mine/link").json()["secret"]
    answer = server.http.delete("/api/mine")
    assert answer.status_code == 204
    assert "Max-Age=0" in answer.headers["set-cookie"]
    left = {one["id"] for one in boris.games("all")}
    assert alone not in left
    assert left == {watched, table}
    page = boris.open_page(table)
    assert page.now["is_host"]
    assert names(page) == {"red": "", "blue": "Boris"}
    answer = boris.http.post(f"/api/mine/link/{secret}")
    assert answer.json()["code"] == "unknown-link"
    assert server.http.get(f"/api/tables/{watched}").status_code == 404


def test_the_export_has_no_names_of_others(server: Client, boris: Client) -> None:
    table = together(server, boris)
    both = server.create_table(
        {"seats": [{"colour": "red", "name": "Ana"}, {"colour": "blue", "name": "Eva"}]}
    )
    answer = server.http.get("/api/mine/export", params={"name": "Ana"})
    with zipfile.ZipFile(io.BytesIO(answer.content)) as files:
        listed = json.loads(files.read("games.json"))
        names = {
            name: [seat.text for seat in read(files.read(name).decode()).header.seats]
            for name in files.namelist()
            if name.endswith(".rcg")
        }
    assert names == {f"games/{table}.rcg": ["Ana", ""], f"games/{both}.rcg": ["Ana", "Eva"]}
    assert {seat["name"] for one in listed for seat in one["game"]["seats"]} == {"Ana", "Eva", ""}


def test_the_export_has_no_texts_of_others(server: Client, boris: Client) -> None:
    table = together(server, boris)
    for client, seat, text in ((server, "red", "hello"), (boris, "blue", "good evening")):
        page = client.open_page(table)
        page.send_chat_line(seat, text)
        while not any(line["text"] == text for line in page.receive().get("lines", ())):
            pass
        note = {"number": 0, "text": f"a note of {seat}"}
        answer = client.http.put(f"/api/tables/{table}/note", params={"seat": seat}, json=note)
        assert answer.status_code == 200, answer.text
    answer = server.http.get("/api/mine/export", params={"name": "Ana"})
    with zipfile.ZipFile(io.BytesIO(answer.content)) as files:
        texts = json.loads(files.read("written.json"))
    assert list(texts) == [table]
    assert [line["text"] for line in texts[table]["said"]] == ["hello"]
    assert texts[table]["note"] == "a note of red"


def test_data_is_deleted_from_unreadable_tables(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        boris = Client(server.url)
        table = together(server, boris)
        boris.close()
    engine = create_engine(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    with engine.begin() as connection:
        connection.exec_driver_sql('update action set data = \'{"kind": "of-a-later-version"}\'')
    with serving(tmp_path) as again:
        again.http.cookies.update(server.http.cookies)
        forget(again, "Ana")
    with engine.begin() as connection:
        names = connection.exec_driver_sql("select name from person order by seat").scalars().all()
        held = connection.exec_driver_sql("select seat from holder order by seat").scalars().all()
    engine.dispose()
    assert list(names) == ["", "Boris"], table
    assert list(held) == [-2, 1]
