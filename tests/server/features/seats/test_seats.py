"""Seats are people: links, sitting down and standing up, private and public tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import httpx
import pytest

from tests.server.harness import Client, Json, Page, serving

TOKEN = "a-token-for-tests"
FRIENDS: Json = {
    "access": "private",
    "seats": [{"colour": "red", "name": "Ana"}, {"colour": "blue", "is_open": True}],
}
CLUB: Json = {**FRIENDS, "access": "public"}


@contextmanager
def club(folder: Path) -> Iterator[Client]:
    """A club, and one of its guests."""
    with serving(folder, token=TOKEN, is_club=True) as server:
        guest = Client(server.url)
        try:
            yield guest
        finally:
            guest.close()


@pytest.fixture
def ana(tmp_path: Path) -> Iterator[Client]:
    """A guest of a club."""
    with club(tmp_path) as guest:
        yield guest


@pytest.fixture
def boris(ana: Client) -> Iterator[Client]:
    """Another guest."""
    guest = Client(ana.url)
    yield guest
    guest.close()


@pytest.fixture
def eve(ana: Client) -> Iterator[Client]:
    """A guest without an invitation."""
    guest = Client(ana.url)
    yield guest
    guest.close()


def link(client: Client, table: str, seat: str | None = "blue", **wish: object) -> str:
    answer = client.http.post(f"/api/tables/{table}/links", json={"seat": seat, **wish})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["secret"])


def accept(client: Client, secret: str, name: str = "Boris") -> httpx.Response:
    return client.http.post(f"/api/join/{secret}", json={"name": name})


def api_error(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def names(page: Page) -> dict[str, str]:
    return {seat["colour"]: seat["name"] for seat in page.now["seats"]}


def at_once(*requests: Callable[[], httpx.Response]) -> list[int]:
    """Send requests at the same time; return their statuses, sorted."""
    with ThreadPoolExecutor(len(requests)) as pool:
        return sorted(answer.status_code for answer in pool.map(lambda ask: ask(), requests))


# --- links


def test_a_link_opens_its_seat_and_only_that(ana: Client, boris: Client) -> None:
    table = ana.create_table(FRIENDS)
    red = ana.open_page(table)
    assert (red.now["yours"], red.now["is_host"]) == (["red"], True)
    assert [seat["is_open"] for seat in red.now["seats"]] == [False, True]
    secret = link(ana, table)
    invitation = boris.http.get(f"/api/join/{secret}").json()
    assert (invitation["seat"], invitation["is_open"], invitation["is_yours"]) == (
        "blue",
        True,
        False,
    )
    assert [seat["name"] for seat in invitation["game"]["seats"]] == ["Ana", ""]
    assert invitation["host"] == "red"
    answer = accept(boris, secret)
    assert answer.status_code == 201
    assert answer.json() == {"id": table, "seat": "blue"}
    assert red.until(lambda now: not now["seats"][1]["is_open"])
    assert names(red) == {"red": "Ana", "blue": "Boris"}
    blue = boris.open_page(table)
    assert (blue.now["yours"], blue.now["is_host"]) == (["blue"], False)
    assert not blue.now["legal"]
    blue.send_command("play", decision=red.now["legal"][0]["id"])
    assert blue.next_refusal()["code"] == "not-yours"
    red.play(red.first_legal("die"))


def test_another_seat_cannot_be_taken_with_a_link(ana: Client, boris: Client) -> None:
    table = ana.create_table(FRIENDS)
    accept(boris, link(ana, table))
    page = boris.open_page(table, seat="red")
    assert page.now["yours"] == []
    page.send_command("agree")
    assert page.next_refusal()["code"] == "agree"


def test_a_changed_link_is_refused(ana: Client, boris: Client, eve: Client) -> None:
    table = ana.create_table(FRIENDS)
    old = link(ana, table)
    new = link(ana, table)
    for secret in (old, "nothing", "%00", "x" * 500):
        assert api_error(eve.http.get(f"/api/join/{secret}")) == (404, "unknown-link")
        assert api_error(accept(eve, secret)) == (404, "unknown-link")
    assert accept(boris, new).status_code == 201
    assert ana.http.delete(f"/api/tables/{table}/links/blue").status_code == 204
    assert api_error(accept(eve, new)) == (404, "unknown-link")
    assert boris.open_page(table).now["yours"] == ["blue"]  # who sits there stays


def test_the_link_brings_a_second_device_to_the_seat(ana: Client, boris: Client) -> None:
    table = ana.create_table(FRIENDS)
    secret = link(ana, table)
    accept(boris, secret)
    phone = Client(ana.url)
    invitation = phone.http.get(f"/api/join/{secret}").json()
    assert (invitation["name"], invitation["is_open"]) == ("Boris", False)
    accept(phone, secret, "ignored")
    assert names(phone.open_page(table)) == {"red": "Ana", "blue": "Boris"}
    assert phone.open_page(table).now["yours"] == ["blue"]
    phone.close()


def test_a_player_can_exclude_other_devices(ana: Client, boris: Client, eve: Client) -> None:
    """A new link can remove the other devices; their open pages are closed immediately."""
    table = ana.create_table(FRIENDS)
    secret = link(ana, table)
    accept(boris, secret)
    accept(eve, secret)
    page = eve.open_page(table)
    assert page.now["yours"] == ["blue"]
    link(boris, table, others=False)
    assert page.receive()["code"] == "unknown-table"
    assert api_error(eve.http.get(f"/api/tables/{table}")) == (404, "unknown-table")
    assert boris.open_page(table).now["yours"] == ["blue"]


def test_hints_for_a_spectator_do_not_mark_the_game(ana: Client, eve: Client) -> None:
    """They also do not stop an analysis."""
    seats = [FRIENDS["seats"][0], {"colour": "blue", "kind": "bot", "bot": "apprentice"}]
    table = ana.create_table({"access": "public", "seats": seats})
    path = f"/api/tables/{table}/analysis"
    for answer in (eve.http.post(path), eve.http.delete(path)):
        assert api_error(answer) == (403, "not-yours")
    assert not ana.open_page(table).now["is_hinted"]
    assert ana.http.post(path).status_code == 202
    page = ana.open_page(table)
    while not page.now["is_hinted"]:
        page.next_table()
    assert ana.http.delete(path).status_code == 204


# --- the lobby


def test_an_open_seat_of_a_public_table_is_taken_once(
    ana: Client, boris: Client, eve: Client
) -> None:
    table = ana.create_table(CLUB)
    (listed,) = boris.http.get("/api/tables").json()["games"]
    assert (listed["id"], listed["open"], listed["yours"]) == (table, ["blue"], [])
    path = f"/api/tables/{table}/seats/blue"
    assert boris.http.post(path, json={"name": "Boris"}).status_code == 201
    assert api_error(eve.http.post(path, json={"name": "Eve"})) == (409, "not-open")
    assert api_error(eve.http.post(path, json={"name": "#x"})) == (409, "not-open")
    (listed,) = boris.http.get("/api/tables").json()["games"]
    assert (listed["open"], listed["yours"]) == ([], ["blue"])
    assert eve.open_page(table).now["yours"] == []  # she may watch
    assert boris.http.delete(path).status_code == 204
    assert boris.open_page(table).now["yours"] == []
    assert eve.http.post(path, json={"name": "Eve"}).status_code == 201


def test_unknown_seats_cannot_be_taken(ana: Client, boris: Client) -> None:
    table = ana.create_table(CLUB)
    path = f"/api/tables/{table}/seats"
    assert api_error(boris.http.post(f"{path}/green", json={"name": "B"})) == (404, "bad-seat")
    assert api_error(boris.http.post(f"{path}/red", json={"name": "B"})) == (409, "not-open")
    for name in ("#x", "a" * 41, "a\nb", "bot:x", "\u202eevil"):
        answer = boris.http.post(f"{path}/blue", json={"name": name})
        assert api_error(answer) == (400, "bad-name")
    assert ana.open_page(table).now["seats"][1]["is_open"]


def test_the_host_gives_a_seat_to_a_bot(ana: Client, boris: Client) -> None:
    table = ana.create_table(CLUB)
    page = ana.open_page(table)
    path = f"/api/tables/{table}/seats/blue/bot"
    assert api_error(boris.http.put(path, json={"bot": "apprentice"})) == (403, "not-yours")
    assert api_error(ana.http.put(path, json={"bot": "nix"}))[0] == 400
    assert ana.http.put(path, json={"bot": "apprentice"}).status_code == 204
    assert page.until(lambda now: now["seats"][1]["kind"] == "bot")
    assert api_error(ana.http.put(path, json={"bot": "apprentice"})) == (404, "bad-seat")
    (listed,) = boris.http.get("/api/tables").json()["games"]
    assert listed["seats"][1]["bot"] == "apprentice"
    record = ana.http.get(f"/api/tables/{table}/record").text
    assert "bot:apprentice" in record
    assert ana.http.delete(f"/api/tables/{table}").status_code == 204


def test_a_player_changes_the_name(ana: Client, boris: Client) -> None:
    table = ana.create_table(FRIENDS)
    accept(boris, link(ana, table))
    page = ana.open_page(table)
    path = f"/api/tables/{table}/seats"
    assert api_error(ana.http.put(f"{path}/blue/name", json={"name": "x"})) == (403, "not-yours")
    assert boris.http.put(f"{path}/blue/name", json={"name": "Borís"}).status_code == 204
    page.until(lambda now: now["seats"][1]["name"] == "Borís")


# --- another device


def test_a_link_moves_the_seats_to_another_device(ana: Client, boris: Client) -> None:
    table = ana.create_table(FRIENDS)
    secret = ana.http.post("/api/mine/link").json()["secret"]
    answer = boris.http.post(f"/api/mine/link/{secret}")
    assert (answer.status_code, answer.json()) == (201, {"games": 1})
    page = boris.open_page(table)
    assert (page.now["yours"], page.now["is_host"]) == (["red"], True)
    assert len(boris.http.get("/api/mine/games", params={"name": "Ana"}).json()["games"]) == 1
    assert api_error(boris.http.post(f"/api/mine/link/{secret}")) == (404, "unknown-link")
    assert api_error(boris.http.post("/api/mine/link/nix")) == (404, "unknown-link")


def test_the_same_device_does_not_use_up_its_link(ana: Client, boris: Client) -> None:
    ana.create_table(FRIENDS)
    secret = ana.http.post("/api/mine/link").json()["secret"]
    assert api_error(ana.http.post(f"/api/mine/link/{secret}")) == (409, "own-link")
    assert boris.http.post(f"/api/mine/link/{secret}").json() == {"games": 1}


# --- local tables


def test_local_visitors_play_any_seat_of_a_local_table(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        table = server.create_table(
            {"seats": [{"colour": "red", "name": "Ana"}, {"colour": "blue"}]}
        )
        phone = Client(server.url)
        assert phone.open_page(table, seat="blue").now["yours"] == ["blue"]
        assert phone.open_page(table).now["yours"] == ["red", "blue"]
        assert api_error(phone.http.delete(f"/api/tables/{table}/seats/blue")) == (409, "not-open")
        assert phone.http.delete(f"/api/tables/{table}").status_code == 204
        answer = server.http.post("/api/tables", json={**FRIENDS, "access": "house"})
        assert api_error(answer) == (400, "bad-game")
        phone.close()


# --- at the same moment


def test_one_of_several_requests_takes_the_seat(ana: Client) -> None:
    table = ana.create_table(CLUB)
    seat = f"/api/tables/{table}/seats/blue"
    with ExitStack() as stack:
        guests = [Client(ana.url) for _ in range(4)]
        for guest in guests:
            stack.callback(guest.close)
        asks = [partial(guest.http.post, seat, json={"name": "Eve"}) for guest in guests]
        bot = partial(ana.http.put, f"{seat}/bot", json={"bot": "random"})
        statuses = at_once(*asks, bot)
        assert statuses in ([201, 409, 409, 409, 409], [204, 409, 409, 409, 409])
        pages = [guest.open_page(table) for guest in guests]
    assert sum(page.now["own"] == ["blue"] for page in pages) == (statuses[0] == 201)


def test_simultaneous_requests_with_a_link_all_get_the_seat(ana: Client) -> None:
    """One device takes the seat, and the others join it, as with a link that is used again."""
    table = ana.create_table(FRIENDS)
    secret = link(ana, table)
    with ExitStack() as stack:
        guests = [Client(ana.url) for _ in range(4)]
        for guest in guests:
            stack.callback(guest.close)
        assert at_once(*(partial(accept, guest, secret) for guest in guests)) == [201] * 4
        for guest in guests:
            assert guest.open_page(table).now["own"] == ["blue"]


def test_a_removed_table_answers_all_requests(ana: Client) -> None:
    for _ in range(5):
        table = ana.create_table(FRIENDS)
        name = partial(
            ana.http.put, f"/api/tables/{table}/seats/red/name", json={"name": "Ana"}, timeout=20.0
        )
        statuses = at_once(name, name, name, partial(ana.http.delete, f"/api/tables/{table}"))
        assert set(statuses) <= {204, 404, 409, 429, 503}, statuses


# --- a new link


def test_a_new_link_without_the_others_empties_the_seat(ana: Client, boris: Client) -> None:
    table = ana.create_table(FRIENDS)
    accept(boris, link(ana, table))
    page = ana.open_page(table)
    secret = link(ana, table, others=False)
    page.until(lambda now: now["seats"][1]["is_open"])
    assert names(page) == {"red": "Ana", "blue": ""}
    assert boris.http.get(f"/api/tables/{table}").status_code == 404
    assert accept(boris, secret, "Boris again").status_code == 201


def test_a_finished_game_gets_no_new_links(ana: Client, boris: Client) -> None:
    table = ana.create_table(FRIENDS)
    accept(boris, link(ana, table))
    page, other = ana.open_page(table), boris.open_page(table)
    page.send_command("agree", agreed=True)
    other.until(lambda now: now["agreed"])
    other.send_command("agree", agreed=True)
    other.until(lambda now: now["over"])
    for others in (True, False):
        wish = {"seat": "blue", "others": others}
        answer = ana.http.post(f"/api/tables/{table}/links", json=wish)
        assert api_error(answer) == (409, "not-open")
    assert boris.open_page(table).now["own"] == ["blue"]
