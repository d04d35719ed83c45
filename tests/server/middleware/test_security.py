"""Attacks from the network, besides those that other files test.

Links, revocation and whose seat it is: test_seats; foreign pages, hosts and the token: test_guards;
floods, slow clients and half requests: test_limits; where messages are sent: notify.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.harness import Client, Json, serving

TOKEN = "a-token-for-tests"
NOBODY = "nobody-has-this-id"
PRIVATE: Json = {
    "access": "private",
    "seats": [{"colour": "red", "name": "Ana"}, {"colour": "blue", "is_open": True}],
}


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Client]:
    """A client of a club as a guest."""
    with serving(tmp_path, token=TOKEN, is_club=True) as server:
        guest = Client(server.url)
        yield guest
        guest.close()


def same(answer: httpx.Response, table: str) -> tuple[int, str]:
    """Return a response without the requested id."""
    return answer.status_code, answer.text.replace(table, "ID")


def test_a_private_table_looks_like_a_missing_one(club: Client) -> None:
    table = club.create_table(PRIVATE)
    with httpx.Client(base_url=club.url) as eve:
        for door in ("", "/past", "/record", "/setup", "/analysis", "/note?seat=red"):
            answers = [same(eve.get(f"/api/tables/{id_}{door}"), id_) for id_ in (table, NOBODY)]
            assert answers[0] == answers[1], door
        posts: list[tuple[str, Json]] = [
            ("branch", {"log": 0}),
            ("rematch", {"setup": False}),
            ("links", {"seat": "red"}),
            ("seats/blue", {"name": "Eve"}),
        ]
        for door, data in posts:
            tried = [
                same(eve.post(f"/api/tables/{id_}/{door}", json=data), id_)
                for id_ in (table, NOBODY)
            ]
            assert tried[0] == tried[1], door


def test_ids_and_secrets_cannot_be_guessed(club: Client) -> None:
    tables = [club.create_table(PRIVATE) for _ in range(8)]
    secrets = [
        club.http.post(f"/api/tables/{table}/links", json={"seat": "blue"}).json()["secret"]
        for table in tables
    ]
    secrets.append(club.http.post("/api/mine/link").json()["secret"])
    for kind, bits in ((tables, 72), (secrets, 192)):
        assert len(set(kind)) == len(kind)
        assert all(re.fullmatch(r"[\w-]+", one) and len(one) * 6 >= bits for one in kind)


def test_a_foreign_page_may_neither_read_nor_frame_anything(club: Client) -> None:
    table = club.create_table({**PRIVATE, "access": "public"})
    foreign = {"origin": "https://evil.example", "access-control-request-method": "POST"}
    for path in ("/", "/api/server", f"/api/tables/{table}", "/api/notify", "/api/nothing"):
        for method in ("GET", "OPTIONS"):
            answer = club.http.request(method, path, headers=foreign)
            names = [name for name in answer.headers if name.startswith("access-control-")]
            assert names == [], (method, path)
            assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
            assert answer.headers["cross-origin-resource-policy"] == "same-origin"


def test_foreign_pages_cannot_change_anything(club: Client) -> None:
    """The OpenAPI description lists all routes."""
    paths = club.http.get("/api/schema/openapi.json", params={"token": TOKEN}).json()["paths"]
    doors = [(path, method) for path, ways in paths.items() for method in ways if method != "get"]
    assert len(doors) > 20
    for path, method in doors:
        filled = re.sub(r"{\w+}", "x", path)
        headers = {"origin": "https://evil.example"}
        answer = club.http.request(method, filled, headers=headers, json={})
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign-origin"), filled


def test_the_cookie_of_a_device_is_only_sent_to_this_server(club: Client) -> None:
    with httpx.Client(base_url=club.url) as device:
        cookie = device.post("/api/tables", json=PRIVATE).headers["set-cookie"]
        assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))
        assert "Secure" not in cookie  # over plain HTTP it would not come back
        headers = {"x-forwarded-proto": "https"}
        with httpx.Client(base_url=club.url, headers=headers) as other:
            assert "; Secure" in other.post("/api/tables", json=PRIVATE).headers["set-cookie"]


def test_an_invented_device_has_no_rights(club: Client) -> None:
    table = club.create_table(PRIVATE)
    known = club.http.cookies["redcathedral-device"]
    for made_up in (known[:-1], known + "A", known[::-1], "x" * 43, "", "..", "%00"):
        headers = {"cookie": f"redcathedral-device={made_up}"}
        answer = httpx.get(f"{club.url}/api/tables/{table}", headers=headers)
        assert answer.status_code == 404, made_up
    headers = {"cookie": f"redcathedral-device={known}"}
    assert httpx.get(f"{club.url}/api/tables/{table}", headers=headers).status_code == 200


def test_the_log_contains_no_secrets(club: Client, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    table = club.create_table(PRIVATE)
    secret = club.http.post(f"/api/tables/{table}/links", json={"seat": "blue"}).json()["secret"]
    club.http.get(f"/api/join/{secret}")
    club.http.post(f"/api/join/{secret}", json={"name": "#"})
    ours = [record for record in caplog.records if record.name.startswith("redcathedral")]
    said = "\n".join(record.getMessage() for record in ours)
    assert secret not in said
    assert club.http.cookies["redcathedral-device"] not in said


def test_a_name_is_one_plain_line(club: Client) -> None:
    for name in ("a\r\nset-cookie: x=y", "a\vb", "\u202egnp.exe", "\u200b", "a\x00", "x" * 41):
        wish = {**PRIVATE, "seats": [{"colour": "red", "name": name}, {"colour": "blue"}]}
        answer = club.http.post("/api/tables", json=wish)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-name"), name


def test_markup_in_a_name_stays_text(club: Client) -> None:
    """Responses are JSON, never a page; a saved record is a file of plain text."""
    name = "<script>alert(1)</script>"
    table = club.create_table(
        {**PRIVATE, "seats": [{"colour": "red", "name": name}, {"colour": "blue"}]}
    )
    response = club.http.get(f"/api/tables/{table}")
    assert response.headers["content-type"].startswith("application/json")
    record = club.http.get(f"/api/tables/{table}/record", params={"names": "true"})
    assert record.headers["content-type"].startswith("text/plain")
    assert record.headers["content-disposition"].startswith("attachment")
    assert {
        response.headers["x-content-type-options"],
        record.headers["x-content-type-options"],
    } == {"nosniff"}
