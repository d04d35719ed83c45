"""`redcathedral serve` as a program."""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest

from redcathedral import Game
from redcathedral.files import data_folder
from redcathedral.server.core.store.problem import StoreError
from redcathedral.server.run.process import DEFAULT_PORT
from redcathedral.server.sql.store import DATABASE_FILE, SqlStore
from tests.server.harness import RED_AND_BLUE, ServerProcess, serving
from tests.server.run.test_page import changed_edition


def serve(
    folder: Path, *arguments: str, command: str = "serve", **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run a command that ends without help."""
    return subprocess.run(
        [sys.executable, "-m", "redcathedral", command, *arguments],
        env={**os.environ, "REDCATHEDRAL_HOME": str(folder), **variables},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_server_prints_its_address_and_ends_quietly(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    assert server.address.startswith("http://127.0.0.1:")
    client = server.client()
    page = client.open_page(client.create_table(RED_AND_BLUE))
    assert server.end() == 0
    assert "Traceback" not in server.output
    page.close()
    client.close()


def test_the_server_ends_with_the_system(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    assert server.end(signal.SIGTERM) in (0, -signal.SIGTERM)
    assert "Traceback" not in server.output


@pytest.mark.slow
def test_play_opens_the_browser(tmp_path: Path) -> None:
    """The browser is replaced by a script that writes the address to a file."""
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(
        f'#!/bin/sh\nprintf "%s\\n" "$1" > "{opened}.part"; mv "{opened}.part" "{opened}"\n'
    )
    browser.chmod(0o755)
    with ExitStack() as stack:
        with suppress(OSError):  # somebody else has taken the usual port
            stack.enter_context(socket.create_server(("127.0.0.1", DEFAULT_PORT)))
        server = ServerProcess(tmp_path, command=("play",), variables={"BROWSER": f"{browser} %s"})
    while not opened.exists():
        select.select([], [], [], 0.05)
    assert opened.read_text() == f"{server.address}\n"
    assert f":{DEFAULT_PORT}/" not in server.address
    assert server.end() == 0


@pytest.mark.slow
def test_play_without_a_browser(tmp_path: Path) -> None:
    command = ("play", "--no-browser", "--port", "0")
    server = ServerProcess(tmp_path, command=command, variables={"BROWSER": "/bin/false %s"})
    assert httpx.get(f"{server.address}api/server").status_code == 200
    assert server.end() == 0


@pytest.mark.long
def test_play_from_a_set_up_code(tmp_path: Path) -> None:
    code = str(Game(players=3, seed=1).setup_code)
    server = ServerProcess(
        tmp_path, command=("play", "--no-browser", "--port", "0", "--setup", code)
    )
    assert server.address.endswith(f"/#/setup/{code}")
    assert server.end() == 0
    refused = serve(tmp_path, "--no-browser", "--setup", f"{code}0", command="play")
    assert refused.returncode == 2
    assert "set-up code" in refused.stderr


@pytest.mark.slow
def test_a_second_server_on_the_port(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = serve(tmp_path, "--port", port)
    assert done.returncode == 2
    assert f"Port {port} at 127.0.0.1 cannot be used" in done.stderr
    assert "--port" in done.stderr
    assert done.stdout == ""


@pytest.mark.slow
def test_a_second_server_with_the_same_games(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    done = serve(tmp_path, "--port", "0")
    assert done.returncode == 2
    assert f"server is already running with {tmp_path / DATABASE_FILE}; use its page" in done.stderr
    server.kill()
    again = ServerProcess(tmp_path)
    assert again.end() == 0


@pytest.mark.long
def test_invalid_addresses_of_a_server(tmp_path: Path) -> None:
    for arguments in (["--port", "70000"], ["--host", "203.0.113.7"], ["--host", "no such host"]):
        done = serve(tmp_path, *arguments)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr
        if "--host" in arguments:
            assert done.stderr.startswith(f"{arguments[1]} is not an address of this machine: ")
            assert "--port" not in done.stderr


DATABASES = (
    "garbage",
    "mysql://x/y",
    "oracle://x",
    "postgresql+psycopg://ana:secret@localhost:abc/x",
    "sqlite+nix:///x",
    "",
)


@pytest.mark.slow
@pytest.mark.parametrize("database", DATABASES)
def test_an_invalid_database_is_refused(database: str, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="write sqlite:///FILE or postgresql") as refused:
        SqlStore(database)
    assert "secret" not in str(refused.value)
    if database in DATABASES[:1]:
        done = serve(tmp_path, "--port", "0", "--database", database)
        assert done.returncode == 2
        assert done.stderr == f"{refused.value}\n"


def test_the_data_folder_is_private(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with serving(folder) as server:
        server.create_table(RED_AND_BLUE)
        for path in (folder, *folder.iterdir()):
            assert path.stat().st_mode & 0o077 == 0, path
    (folder / "tables.sqlite3").chmod(0o644)
    SqlStore.in_folder(folder).close()
    assert (folder / "tables.sqlite3").stat().st_mode & 0o077 == 0


def test_the_files_of_a_named_database_are_private(tmp_path: Path) -> None:
    file = tmp_path / "games"
    url = f"sqlite:///{file}"
    SqlStore(url).close()
    named = [file, *(file.with_name(file.name + end) for end in (".reserve", ".before-0001"))]
    stranger = file.with_name("games-of-others")
    for each in (*named, stranger):
        each.touch()
        each.chmod(0o644)
    tmp_path.chmod(0o755)
    SqlStore(url).close()
    assert [each.stat().st_mode & 0o777 for each in named] == [0o600] * 3
    assert stranger.stat().st_mode & 0o777 == 0o644
    assert tmp_path.stat().st_mode & 0o777 == 0o755


def test_only_the_default_data_folder_is_made_private(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("REDCATHEDRAL_HOME", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    own, named = data_folder(), tmp_path / "named"
    for folder in (own, named):
        folder.mkdir(mode=0o755, parents=True)
        folder.chmod(0o755)
        SqlStore.in_folder(folder).close()
    assert own.stat().st_mode & 0o777 == 0o700
    assert named.stat().st_mode & 0o777 == 0o755


@pytest.mark.long
def test_an_unplayable_edition_is_refused(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(changed_edition().replace('gives = "3W"', 'gives = "3Q"'))
    for name in (str(bad), str(tmp_path / "none.toml")):
        done = serve(tmp_path, "--port", "0", "--edition", name)
        assert done.returncode == 2
        assert name in done.stderr
        assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_an_edition_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "changed.toml"
    file.write_text(changed_edition())
    server = ServerProcess(tmp_path, "--edition", str(file))
    client = server.client()
    assert client.http.get("/api/server").json()["editions"][0]["id"] == "changed"
    client.close()
    server.kill()


@pytest.mark.slow
def test_on_the_network_a_token_and_a_code_are_printed(tmp_path: Path) -> None:
    tokens = set()
    for _ in range(2):
        server = ServerProcess(tmp_path, "--lan")
        address = server.address
        tokens.add(address.partition("?token=")[2])
        port = address.split(":")[2].split("/")[0]
        local = f"http://127.0.0.1:{port}"
        assert httpx.get(f"{local}/api/tables").status_code == 401
        token = address.partition("?token=")[2]
        assert httpx.get(f"{local}/api/tables", params={"token": token}).status_code == 200
        assert server.end() == 0
        assert "█" in server.output
    assert len(tokens) == 1
    assert tokens != {""}
    assert (tmp_path / "token").stat().st_mode & 0o077 == 0


@pytest.mark.slow
def test_a_public_url_requires_the_token(tmp_path: Path) -> None:
    """A server with a public URL is reachable from the network, through a proxy."""
    server = ServerProcess(tmp_path, "--url", "https://games.example.org")
    local = server.address.partition("?")[0]
    headers = {"host": "games.example.org", "x-forwarded-proto": "https"}
    assert httpx.get(f"{local}api/tables", headers=headers).status_code == 401
    token = server.address.partition("?token=")[2]
    response = httpx.get(f"{local}api/tables", headers=headers, params={"token": token})
    assert response.status_code == 200
    assert server.end() == 0
    assert f"Behind the proxy it is at https://games.example.org/?token={token}" in server.output
    server = ServerProcess(tmp_path, "--url", "http://localhost:8080")
    assert "token" not in server.address
    assert server.end() == 0


@pytest.mark.slow
def test_only_a_named_proxy_may_speak_for_others(tmp_path: Path) -> None:
    """A proxy on another machine counts when it is named; visitors cannot forge their address."""
    name = "games.example.org"
    origin = {"host": name, "origin": f"https://{name}", "x-forwarded-proto": "https"}

    def begin_games(count: int, *arguments: str) -> list[int]:
        server = ServerProcess(tmp_path, "--name", name, *arguments)
        local, _, token = server.address.partition("?token=")
        transport = httpx.HTTPTransport(local_address="127.0.0.2")  # of the proxy
        with httpx.Client(base_url=local, params={"token": token}, transport=transport) as client:
            statuses = [
                client.post(
                    "/api/tables",
                    json=RED_AND_BLUE,
                    headers={**origin, "x-forwarded-for": f"203.0.113.{number}, 192.0.2.1"},
                ).status_code
                for number in range(count)
            ]
        assert server.end() == 0
        return statuses

    assert begin_games(1) == [403]
    assert begin_games(1, "--proxy", "192.168.0.0/16") == [403]
    assert begin_games(61, "--proxy", "127.0.0.2") == [*[201] * 60, 429]


def test_a_proxy_has_an_address(tmp_path: Path) -> None:
    done = serve(tmp_path, "--proxy", "games.example.org")
    assert done.returncode == 2
    text = " ".join(done.stderr.replace("│", " ").split())
    assert "'games.example.org' does not appear to be an IPv4 or IPv6 network; write one" in text


def test_lan_and_host_exclude_each_other(tmp_path: Path) -> None:
    done = serve(tmp_path, "--lan", "--host", "127.0.0.1")
    assert done.returncode == 2
    assert "--lan listens on all addresses; omit one" in done.stderr


@pytest.mark.slow
def test_the_token_is_changed_while_it_runs(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, "--name", "games.example.org")
    local = server.address.partition("?")[0]
    old = server.address.partition("?token=")[2]
    headers = {"host": "games.example.org", "x-forwarded-proto": "https"}

    def status(token: str) -> int:
        return httpx.get(f"{local}api/tables", params={"token": token}, headers=headers).status_code

    assert status(old) == 200
    assert serve(tmp_path, "--show-token").stdout == f"{old}\n"
    done = serve(tmp_path, "--new-token")
    new = done.stdout.strip()
    assert done.stderr == f"Append to the address of the table: ?token={new}\n"
    assert (status(old), status(new)) == (401, 200)
    assert server.end() == 0
    assert f"https://games.example.org/?token={old}" in server.output
    (tmp_path / "token").unlink()
    (tmp_path / "token").mkdir()
    done = serve(tmp_path, "--show-token")
    assert (done.returncode, done.stdout) == (2, "")
    assert "the token cannot be written" in done.stderr


@pytest.mark.long
def test_the_token_can_be_a_variable(tmp_path: Path) -> None:
    """Servers on several machines have the same one; it is in no file."""
    token = "a-token-of-several-servers"
    variables = {"REDCATHEDRAL_TOKEN": token}
    assert serve(tmp_path, "--show-token", **variables).stdout == f"{token}\n"
    done = serve(tmp_path, "--new-token", **variables)
    assert done.returncode == 2
    assert "the token is that of the variable REDCATHEDRAL_TOKEN; change it there" in done.stderr
    done = serve(tmp_path, "--show-token", REDCATHEDRAL_TOKEN="short")
    assert done.returncode == 2
    assert "REDCATHEDRAL_TOKEN is not a token; use 16 or more letters" in done.stderr
    assert not (tmp_path / "token").exists()
    server = ServerProcess(tmp_path, "--lan", variables=variables)
    local = server.address.partition("?")[0]
    assert httpx.get(f"{local}api/tables").status_code == 401
    assert httpx.get(f"{local}api/tables", params={"token": token}).status_code == 200
    assert server.end() == 0
