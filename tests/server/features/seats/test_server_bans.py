"""Bans from the whole server, by the people who have its token."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from redcathedral.server.core.store.rows import ActionRow, NewGameRow, SeatChange
from redcathedral.server.features.notifications.settings import read_settings
from redcathedral.server.sql.store import SqlStore
from tests.server.access.requests import KEYS
from tests.server.core.test_store_thread import EDITION
from tests.server.features.seats.conftest import TOKEN, Club
from tests.server.features.seats.test_bans import ban
from tests.server.features.seats.test_seats import CLUB, FRIENDS, accept, api_error, link
from tests.server.harness import START_POSITION, Client, Json, Page, serving

ban_everywhere = partial(ban, everywhere=True)


def sit(client: Client, table: str, name: str = "Boris") -> None:
    answer = client.http.post(f"/api/tables/{table}/seats/blue", json={"name": name})
    assert answer.status_code == 201, answer.text


def table_with(host: Client, guest: Client) -> str:
    """Create a public table, and seat a guest there."""
    table = host.create_table(CLUB)
    sit(guest, table)
    return table


def server_bans(client: Client) -> list[Json]:
    answer = client.http.get("/api/bans")
    assert answer.status_code == 200, answer.text
    found: list[Json] = answer.json()
    return found


def closing_code(page: Page) -> str:
    """Return the code of the message with which a page is closed."""
    while (message := page.receive())["type"] != "gone":
        pass
    return str(message["code"])


def test_a_banned_guest_is_refused_everywhere_until_the_ban_is_lifted(club: Club) -> None:
    owner, boris = club.owner, club.boris
    here, there = table_with(owner, boris), table_with(club.ana, boris)
    pages = [boris.open_page(table) for table in (here, there)]
    host = owner.open_page(here)
    assert ban_everywhere(owner, here) == (204, "")
    assert [closing_code(page) for page in pages] == ["banned", "banned"]
    assert host.until(lambda now: now["seats"][1]["is_open"])
    seat = f"/api/tables/{here}/seats/blue"
    for method, path in (
        ("GET", "/api/tables"),
        ("POST", "/api/tables"),
        ("GET", f"/api/tables/{there}"),
        ("GET", "/api/mine"),
        ("GET", "/api/lessons/first/1"),
        ("GET", "/api//mine"),
        ("GET", "/api/bans"),
        ("POST", seat),
    ):
        assert api_error(boris.http.request(method, path, json={})) == (403, "banned"), path
    for path in ("/api/server", "/api/words/en"):
        assert boris.http.get(path).status_code == 200, path
    assert boris.http.get("/").status_code != 403
    assert closing_code(boris.connect(there)) == "banned"
    (found,) = server_bans(owner)
    assert found["seat"] == "blue"
    for _ in range(2):
        assert owner.http.delete(f"/api/bans/{found['id']}").status_code == 204
    assert server_bans(owner) == []
    sit(boris, here)
    assert boris.open_page(there).now["yours"] == ["blue"]


def test_an_open_lesson_of_a_banned_guest_ends(club: Club) -> None:
    table = table_with(club.owner, club.boris)
    lesson = club.boris.listen("lessons/first/1")
    lesson.next_table()
    assert ban_everywhere(club.owner, table) == (204, "")
    lesson.connection.send('{"type":"heartbeat"}')
    with pytest.raises(ConnectionClosed, match="banned"):
        lesson.receive()


def test_only_a_local_visitor_bans_from_the_server(club: Club) -> None:
    table = table_with(club.ana, club.boris)
    assert ban_everywhere(club.ana, table) == (403, "token")
    for method, path in (("GET", "/api/bans"), ("DELETE", "/api/bans/x")):
        assert api_error(club.ana.http.request(method, path)) == (401, "token")
    boris = club.boris.open_page(table)
    assert boris.now["guests"] == club.ana.open_page(table).now["guests"] == []
    assert club.owner.open_page(table).now["guests"] == ["red", "blue"]
    assert ban_everywhere(club.owner, table) == (204, "")


def test_a_device_with_the_token_cannot_be_banned(club: Club) -> None:
    with closing(Client(club.owner.url, TOKEN)) as phone:
        table = table_with(club.owner, phone)
        phone.open_page(table)
        owner = club.owner.open_page(table)
        assert owner.now["guests"] == []
        assert ban_everywhere(club.owner, table) == (409, "has-token")
        assert ban_everywhere(club.owner, table, "red") == (409, "not-open")  # oneself
        # a guest who shares the seat is banned alone
        assert accept(club.boris, link(club.owner, table)).status_code == 201
        assert ban_everywhere(club.owner, table) == (204, "")
        assert not owner.next_table()["seats"][1]["is_open"]
        assert phone.http.get(f"/api/tables/{table}").json()["yours"] == ["blue"]
    assert api_error(club.boris.http.get("/api/mine")) == (403, "banned")
    club.boris.http.params = club.boris.http.params.set("token", TOKEN)
    assert club.boris.http.get("/api/mine").status_code == 200


def test_a_server_without_a_token_has_no_guests_to_ban(tmp_path: Path) -> None:
    with serving(tmp_path) as ana, closing(Client(ana.url)) as boris:
        table = table_with(ana, boris)
        assert ana.open_page(table).now["guests"] == []
        assert ban_everywhere(ana, table) == (409, "has-token")
        assert boris.http.get("/api/mine").status_code == 200


def test_another_player_replaces_a_banned_host(club: Club) -> None:
    owner, ana, boris = club.owner, club.ana, club.boris
    table = table_with(ana, boris)
    page = boris.open_page(table)
    assert not page.now["is_host"]
    assert ban_everywhere(owner, table, "red") == (204, "")
    assert page.until(lambda now: now["is_host"])["seats"][0]["is_open"]
    assert api_error(ana.http.get("/api/tables")) == (403, "banned")
    assert link(boris, table, "red")


def test_a_banned_host_without_other_players_stays_host(club: Club) -> None:
    owner, ana = club.owner, club.ana
    table = ana.create_table(CLUB)
    assert ban_everywhere(owner, table, "red") == (204, "")
    (found,) = server_bans(owner)
    owner.http.delete(f"/api/bans/{found['id']}").raise_for_status()
    page = ana.open_page(table)
    assert (page.now["own"], page.now["is_host"]) == ([], True)


def test_a_banned_device_receives_no_messages(tmp_path: Path) -> None:
    messages = read_settings(None, None, None, ["127.0.0.0/8"])
    with (
        serving(tmp_path, token=TOKEN, is_club=True, messages=messages) as owner,
        closing(Client(owner.url)) as boris,
    ):
        table = table_with(owner, boris)
        push = {"endpoint": "http://127.0.0.1:59999/", "keys": KEYS}
        added = boris.http.post("/api/notify", json={"language": "en", "push": push})
        assert len(added.json()["addresses"]) == 1
        assert ban_everywhere(owner, table) == (204, "")
        (found,) = server_bans(owner)
        assert owner.http.delete(f"/api/bans/{found['id']}").status_code == 204
        assert boris.http.get("/api/notify").json()["addresses"] == []


def test_bans_hold_after_a_restart(tmp_path: Path) -> None:
    cookies: dict[str, str] = {}
    for is_banned in (False, True):
        with serving(tmp_path, token=TOKEN) as owner, closing(Client(owner.url)) as boris:
            boris.http.cookies.update(cookies)
            if not is_banned:
                table = owner.create_table(FRIENDS)
                assert accept(boris, link(owner, table)).status_code == 201
                assert ban_everywhere(owner, table) == (204, "")
                cookies = dict(boris.http.cookies)
            assert api_error(boris.http.get("/api/mine")) == (403, "banned")


def test_a_device_is_banned_once(store: SqlStore) -> None:
    store.add("g1", NewGameRow("base", "[]", ("", ""), START_POSITION), EDITION)
    for version, devices in enumerate((("d",), ("d", "e")), 1):
        change = SeatChange(1, bans=devices, everywhere="blue")
        store.append(ActionRow("g1", version, "a", START_POSITION, seats=(change,)))
    store.remove("g1")
    found = store.seats.server_bans()
    assert sorted(ban.device for ban in found) == ["d", "e"]
    store.seats.lift_server_ban(found[0].id)
    assert store.seats.server_bans() == found[1:]
    assert store.seats.bans("g1") == []
