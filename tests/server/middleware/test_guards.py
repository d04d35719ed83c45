"""Who may ask: pages of this server under an address of this machine, with the token if any."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosedError, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from redcathedral.server.run.token_file import TokenFile
from tests.server.harness import RED_AND_BLUE, TIMEOUT_SECONDS, Client, serving

TOKEN = "a-token-for-tests"
CLOSED = ("/api/tables", "/api/puzzles", "/api/setups/x", "/api/schema")
FOREIGN = (
    "evil.example",
    "127.0.0.1.evil.example",
    "",
    "localhost.evil",
    "[localhost]evil.example",
    "[localhost]",
    "[::1]evil.example",
    "[::1]:80:80",
    "[127.0.0.1]",
    "localhost:port",
)


@pytest.mark.parametrize("host", FOREIGN)
def test_a_foreign_host_name_is_refused(server: Client, host: str) -> None:
    for path in ("/", "/api/server", "/api/tables"):
        answer = server.http.get(path, headers={"host": host})
        assert answer.status_code == 403
        assert answer.json()["code"] == "foreign-host"


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:80", "127.0.0.1:1", "[::1]:80", "10.1.2.3"]
)
def test_an_address_of_this_machine_is_fine(server: Client, host: str) -> None:
    assert server.http.get("/api/server", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "file://"])
def test_a_foreign_page_changes_nothing(server: Client, origin: str) -> None:
    table = server.create_table(RED_AND_BLUE)
    http, headers = server.http, {"origin": origin}
    for answer in (
        http.post("/api/tables", json=RED_AND_BLUE, headers=headers),
        http.post("/api/tables/load", content=b"", headers=headers),
        http.post("/api/editions", content=b"", headers=headers),
        http.delete(f"/api/tables/{table}", headers=headers),
    ):
        assert answer.status_code == 403
        assert answer.json()["code"] == "foreign-origin"
    assert len(server.games()) == 1


@pytest.mark.parametrize("scheme", ["https", "evil", "ws"])
def test_a_page_of_another_scheme_changes_nothing(server: Client, scheme: str) -> None:
    headers = {"origin": server.url.replace("http", scheme, 1)}
    answer = server.http.post("/api/tables", json=RED_AND_BLUE, headers=headers)
    assert answer.status_code == 403
    assert answer.json()["code"] == "foreign-origin"
    own = server.http.post("/api/tables", json=RED_AND_BLUE, headers={"origin": server.url})
    assert own.status_code == 201


def test_a_proxy_determines_the_scheme(server: Client) -> None:
    headers = {"origin": server.url.replace("http", "https", 1), "x-forwarded-proto": "https"}
    assert server.http.post("/api/tables", json=RED_AND_BLUE, headers=headers).status_code == 201


def test_responses_are_not_cached(server: Client) -> None:
    table = server.create_table(RED_AND_BLUE)
    for path in ("/api/tables", f"/api/tables/{table}", f"/api/tables/{table}/record?names=true"):
        answer = server.http.get(path)
        assert answer.status_code == 200
        assert answer.headers.get_list("cache-control") == ["no-store"]
    assert server.http.get("/api/tables/nix").headers.get_list("cache-control") == ["no-store"]


def live(server: Client, table: str) -> str:
    return server.url.replace("http", "ws") + f"/api/tables/{table}/live"


@pytest.mark.parametrize("origin", ["http://evil.example", "null"])
def test_a_foreign_page_gets_no_socket(server: Client, origin: str) -> None:
    table = server.create_table(RED_AND_BLUE)
    with (
        pytest.raises(InvalidStatus) as refused,
        connect(live(server, table), additional_headers={"origin": origin}),
    ):
        pass
    assert refused.value.response.status_code == 403


def test_a_page_of_the_server_gets_a_socket(server: Client) -> None:
    table = server.create_table(RED_AND_BLUE)
    with connect(live(server, table), additional_headers={"origin": server.url}) as socket:
        assert socket.recv(timeout=TIMEOUT_SECONDS)


OTHERS = ('prefs={"a":1}', "x=hello world", "flag", "a/b=1", "na[me]=1", "grüße=1", "a=;;b")


@pytest.mark.parametrize("other", OTHERS)
def test_cookies_of_other_programs_do_not_matter(other: str, tmp_path: Path) -> None:
    """Programs on other ports and parent domains share cookies."""
    with serving(tmp_path, token=TOKEN) as server:
        table = server.create_table({**RED_AND_BLUE, "access": "private"})
        device = server.http.cookies["redcathedral-device"]
        for cookies in (
            f"{other}; redcathedral={TOKEN}; redcathedral-device={device}",
            f"redcathedral-device={device}; redcathedral={TOKEN}; {other}",
        ):
            headers = {b"cookie": cookies.encode()}
            response = httpx.get(f"{server.url}/api/tables/{table}", headers=headers)
            assert (response.status_code, response.json()["yours"]) == (200, ["red", "blue"])
            assert httpx.get(f"{server.url}/api/server", headers=headers).json()["is_local"]


def test_requests_without_the_token_are_refused(tmp_path: Path) -> None:
    """A guest gets the page and its texts, but no tables."""
    with serving(tmp_path, token=TOKEN) as server:
        table = server.create_table(RED_AND_BLUE)
        server.open_page(table)
        for cookies in ({}, {"redcathedral": "wrong"}, {"redcathedral": ""}):
            with httpx.Client(base_url=server.url, cookies=cookies) as stranger:
                for path in ("/", "/?token=wrong", "/api/words/en", "/api/server"):
                    assert stranger.get(path).status_code == 200, path
                assert not stranger.get("/api/server").json()["is_local"]
                for path in (
                    *CLOSED,
                    *(f"{server.url}/{path}" for path in CLOSED),
                    *(f"{p}/" for p in CLOSED),
                ):
                    answer = stranger.get(path)
                    assert answer.status_code == 401, path
                    assert answer.json()["code"] == "token"
                for door in ("", "/past", "/record", "/setup", "/analysis", "/analysis/txt"):
                    answer = stranger.get(f"/api/tables/{table}{door}")
                    assert (answer.status_code, answer.json()["code"]) == (404, "unknown-table")
                for answer in (
                    stranger.post("/api/tables", json=RED_AND_BLUE),
                    stranger.post("/api/tables/load", content=b""),
                    stranger.post("/api/tables/load/", content=b""),
                    stranger.post(f"{server.url}//api//tables/load", content=b""),
                    stranger.post("/api/editions", content=b""),
                    stranger.delete("/api/editions/x"),
                ):
                    assert answer.status_code == 401
                assert stranger.delete(f"/api/tables/{table}").status_code == 404
        with connect(live(server, table)) as socket:
            assert "unknown-table" in str(socket.recv(timeout=TIMEOUT_SECONDS))


def test_a_token_in_the_url_is_moved_to_a_cookie(tmp_path: Path) -> None:
    with serving(tmp_path, token=TOKEN) as server, httpx.Client(base_url=server.url) as guest:
        answer = guest.get("/", params={"token": TOKEN, "table": "x"})
        assert answer.status_code == 303
        assert answer.headers["location"] == "/?table=x"
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert cookie.endswith("SameSite=Lax")
        proxied = {"x-forwarded-proto": "https"}
        answer = httpx.get(server.url, params={"token": TOKEN}, headers=proxied)
        assert answer.headers["set-cookie"].endswith("SameSite=Lax; Secure")
        assert guest.get("/api/server").status_code == 200
        table = server.create_table(RED_AND_BLUE)
        headers = {"cookie": f"redcathedral={TOKEN}", "origin": server.url}
        with connect(live(server, table), additional_headers=headers) as socket:
            assert socket.recv(timeout=TIMEOUT_SECONDS)


def test_every_response_has_the_security_headers(server: Client) -> None:
    for path in ("/", "/api/server", "/api/nothing", "/x.js"):
        policy = server.http.get(path).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "connect-src 'self'" in policy
        assert "http" not in policy
        assert "unsafe-eval" not in policy


def end(page: ClientConnection) -> tuple[int | None, str | None]:
    """Return how a socket is closed, after all earlier messages."""
    with suppress(ConnectionClosedError):
        while True:
            page.recv(timeout=TIMEOUT_SECONDS)
    return page.close_code, page.close_reason


def test_a_new_token_takes_effect_immediately(tmp_path: Path) -> None:
    """Also for pages at a table, when they send or receive a message."""
    file = TokenFile(tmp_path)
    old = file.read_or_create()
    assert file.read_or_create() == old
    with serving(tmp_path / "data", token=file.read) as server:
        server.http.params = {"token": old}
        table = server.create_table(RED_AND_BLUE)
        headers = {"cookie": f"redcathedral={old}"}
        with (
            connect(live(server, table), additional_headers=headers) as says,
            connect(live(server, table), additional_headers=headers) as hears,
        ):
            for page in (says, hears):
                assert page.recv(timeout=TIMEOUT_SECONDS)
            new = TokenFile(tmp_path).renew()
            says.send("anything")
            assert end(says) == (1008, "token")
            server.http.params = {"token": new}
            assert server.http.delete(f"/api/tables/{table}").status_code == 204
            assert end(hears) == (1008, "token")
        server.http.params = {"token": new}
        table = server.create_table(RED_AND_BLUE)
        known = Client(server.url)  # the device that began it, and no token any more
        known.http.cookies.update(server.http.cookies)
        known.http.cookies.set("redcathedral", old)
        assert known.http.get(f"/api/tables/{table}").status_code == 404
        known.close()
        assert server.http.get(f"/api/tables/{table}").status_code == 200
        with httpx.Client(base_url=server.url, cookies={"redcathedral": old}) as late:
            assert late.get("/api/tables").status_code == 401
            assert late.get("/", params={"token": old}).status_code == 200  # a guest's page
            (tmp_path / "token").unlink()
            for nothing in ({}, {"token": ""}, {"token": new}):
                assert late.get("/api/tables", params=nothing).status_code == 401
    assert TokenFile(tmp_path).read_or_create() not in (old, new)
    assert (tmp_path / "token").stat().st_mode & 0o777 == 0o600
