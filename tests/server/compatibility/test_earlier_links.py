"""What people have kept since eb91d14: links, cookies, set-up codes, records, names of files."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from redcathedral.record import read
from redcathedral.server.core.store.time import now
from redcathedral.server.features.notifications import settings
from redcathedral.server.run import token_file
from tests.server.compatibility.earlier import Json, database, device, opened, shown
from tests.server.harness import Client, serving

TABLES: dict[str, str] = shown()["tables"]
SECRETS: dict[str, str] = shown()["secrets"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with opened(tmp_path_factory.mktemp("house")) as client:
        yield client


@pytest.fixture
def stranger(server: Client) -> Iterator[Client]:
    """A device without a cookie."""
    with closing(Client(server.url)) as client:
        yield client


def of_ana(table: str) -> Json:
    """What the first device was shown of a table."""
    found: Json = shown()["shown"]["ana"]["tables"][table]
    return found


@pytest.mark.parametrize("place", ["blue", "green", "-"])
def test_a_join_link_opens_its_place(stranger: Client, place: str) -> None:
    seat = None if place == "-" else place
    secret = SECRETS[f"private/{place}"]
    invitation = stranger.http.get(f"/api/join/{secret}").json()
    assert (invitation["game"]["id"], invitation["seat"]) == (TABLES["private"], seat)
    assert stranger.http.get(f"/api/tables/{TABLES['private']}").status_code == 404
    answer = stranger.http.post(f"/api/join/{secret}", json={})
    assert answer.json() == {"id": TABLES["private"], "seat": seat}
    own = stranger.http.get(f"/api/tables/{TABLES['private']}").json()["own"]
    assert own == ([] if seat is None else [seat])


def test_the_cookie_of_a_device_holds_its_seats(server: Client) -> None:
    assert {*shown()["cookies"]["boris"]} == {"redcathedral-device"}
    with closing(device(server, "boris")) as boris:
        assert boris.http.get(f"/api/tables/{TABLES['closed']}").json()["own"] == ["red"]
        kept = boris.http.get("/api/server").cookies["redcathedral-device"]
        assert kept == shown()["cookies"]["boris"]["redcathedral-device"]


def test_the_cookie_of_the_token_lets_in(tmp_path: Path) -> None:
    with serving(tmp_path, token="open-sesame") as server, closing(Client(server.url)) as guest:
        assert not guest.http.get("/api/server").json()["is_local"]
        guest.http.cookies.set("redcathedral", "open-sesame")
        assert guest.http.get("/api/server").json()["is_local"]


def test_a_link_moves_the_seats_of_a_device(tmp_path: Path) -> None:
    """It lasts a few minutes: the test sets the time at which it ends."""
    (tmp_path / "tables.sqlite3").write_bytes(database())
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as connection, connection:
        connection.execute("update move set until = ?", (now() + 1_000_000,))
    with serving(tmp_path) as server:
        moved = server.http.post(f"/api/mine/link/{SECRETS['move']}")
        assert moved.json() == {"games": 3}
        assert server.http.get(f"/api/tables/{TABLES['private']}").json()["own"] == ["blue"]


def test_links_in_messages(server: Client, stranger: Client) -> None:
    page = stranger.http.get(f"/api/notify/confirm/{SECRETS['confirm/mail']}")
    assert (page.status_code, "ana@example.org" in page.text) == (200, True)
    path = f"/api/notify/unsubscribe/{SECRETS['unsubscribe/webhook']}"
    with closing(device(server, "boris")) as boris:
        assert len(boris.http.get("/api/notify").json()["addresses"]) == 1
        assert stranger.http.post(path).status_code == 200
        assert boris.http.get("/api/notify").json()["addresses"] == []


def test_a_set_up_code_gives_the_same_start(server: Client) -> None:
    code = SECRETS["setup"]
    assert code == of_ana("setup")["setup"]["code"]
    seats = [{"colour": "red"}, {"colour": "blue"}]
    table = server.create_table({"seats": seats, "setup": code})
    position = server.http.get(f"/api/tables/{table}").json()["position"]
    assert position == of_ana("setup")["position"]


@pytest.mark.parametrize("table", sorted(TABLES.keys() - {"closed", "edition"}))
def test_a_record_is_read(server: Client, table: str) -> None:
    record = of_ana(table)["record"]
    assert read(record).text() == record
    answer = server.http.post("/api/tables/load", content=record)
    assert answer.status_code == 201, answer.text
    loaded = server.http.get(f"/api/tables/{answer.json()['id']}").json()
    assert loaded["position"] == of_ana(table)["position"]


def test_files_have_the_same_names() -> None:
    assert settings.KEY_FILE_NAME == "push-key.pem"
    assert token_file.FILE_NAME == "token"
