"""Uploaded files are read in a separate process, a few at a time and with limits."""

from __future__ import annotations

import os
import re
import signal
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from multiprocessing import active_children

import httpx
import pytest

from redcathedral.server.features.uploads.uploads import (
    MAX_COMMENT_LENGTH,
    MAX_COMMENTS,
    MAX_QUEUED_FILES,
    MAX_RECORD_BYTES,
    MAX_STORED_BYTES,
)
from tests.server import reused_processes
from tests.server.core.test_bad_input import problem
from tests.server.harness import RED_AND_BLUE, TIMEOUT_SECONDS, Client
from tests.server.run.test_page import changed_edition


def recorded(server: Client) -> str:
    """The record of a game with one decision."""
    table = server.create_table(RED_AND_BLUE)
    server.open_page(table).play("die white +0")
    return server.http.get(f"/api/tables/{table}/record").text


def load(server: Client, text: str) -> httpx.Response:
    return server.http.post("/api/tables/load", content=text.encode())


@pytest.fixture
def process(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Return a function that finds the process for uploads, which the server must start."""
    monkeypatch.setattr(reused_processes, "IDLE", defaultdict(list))
    others = set(active_children())

    def find() -> int:
        mine = set(active_children()) - others
        (pid,) = [child.pid for child in mine if child.name == "upload 1"]
        assert pid is not None
        return pid

    return find


def test_a_count_that_is_repeated_is_refused_at_once(server: Client) -> None:
    good = recorded(server)
    (legal,) = {str(len(server.open_page(server.create_table(RED_AND_BLUE)).now["legal"]))}
    once = re.sub("^die white", f"legal {legal}\\ndie white", good, flags=re.MULTILINE)
    twice = once.replace(f"legal {legal}\n", f"legal {legal}\n" * 1000)
    error = problem(load(server, twice), 400, "bad-record")
    line = once.splitlines().index("die white +0") + 1
    assert error["reason"].startswith(f"line {line}: ")
    assert "already has a `legal` line" in error["reason"]


@pytest.mark.parametrize(
    "comments", ["# so\n" * (MAX_COMMENTS + 1), f"# {'x' * (MAX_COMMENT_LENGTH // 2)}\n" * 3]
)
def test_too_many_comments_are_refused(comments: str, server: Client) -> None:
    error = problem(load(server, recorded(server) + comments), 400, "bad-record")
    assert "comments" in error["reason"]
    assert load(server, recorded(server) + "# so\n" * 9).status_code == 201


def test_a_record_that_is_too_long_is_refused(server: Client) -> None:
    name = "strange " + "x" * 1000
    head, rest = recorded(server).split("seat", 1)
    long = head + f"{name}\n" * (MAX_STORED_BYTES // 1000) + "seat" + rest
    assert "too long for a game" in problem(load(server, long), 400, "bad-record")["reason"]


def test_the_quota_is_checked_before_the_size(
    server: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("redcathedral.server.core.game_quota.GAMES_PER_HOUR", 1)
    too_large = b"x" * (MAX_RECORD_BYTES + 1)
    headers = {"x-forwarded-for": "192.0.2.1"}  # uploads from this machine are not limited

    def upload() -> httpx.Response:
        return server.http.post("/api/tables/load", content=too_large, headers=headers)

    problem(upload(), 413, "too-large")
    problem(upload(), 429, "too-many-games")


def test_files_are_read_in_a_process_and_the_games_continue(
    server: Client, process: Callable[[], int]
) -> None:
    """While the process is stopped, other files wait, but games do not."""
    good = recorded(server)
    assert load(server, good).status_code == 201
    pid = process()
    os.kill(pid, signal.SIGSTOP)
    with ThreadPoolExecutor(MAX_QUEUED_FILES + 1) as threads:
        try:
            all_ = [threads.submit(load, server, good) for _ in range(MAX_QUEUED_FILES + 1)]
            (refused,), waiting = wait(all_, TIMEOUT_SECONDS, FIRST_COMPLETED)
            problem(refused.result(), 429, "busy")
            page = server.open_page(server.create_table(RED_AND_BLUE))
            page.play("die white +0")
            assert page.play("end")["number"] == 2
            edition = server.http.post("/api/editions", content=changed_edition().encode())
            problem(edition, 429, "busy")
        finally:
            os.kill(pid, signal.SIGCONT)
        assert [answer.result().status_code for answer in waiting] == [201] * MAX_QUEUED_FILES


def test_a_lost_process_is_replaced(server: Client, process: Callable[[], int]) -> None:
    good = recorded(server)
    load(server, good)
    first = process()
    os.kill(first, signal.SIGKILL)
    while load(server, good).status_code != 201:  # it may have been handed out already
        pass
    assert process() != first


def test_editions_are_limited_and_can_be_removed(
    server: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("redcathedral.server.core.editions.MAX_UPLOADED_EDITIONS", 1)
    http = server.http

    def upload(name: str) -> httpx.Response:
        text = changed_edition().replace('id = "changed"', f'id = "{name}"')
        return http.post("/api/editions", content=text.encode())

    key = upload("first").json()["key"]
    assert upload("first").json()["key"] == key
    problem(upload("second"), 409, "too-many-editions")
    table = server.create_table({**RED_AND_BLUE, "edition": key})
    problem(http.delete(f"/api/editions/{key}"), 409, "edition-in-use")
    http.delete(f"/api/tables/{table}")
    assert http.delete(f"/api/editions/{key}").status_code == 204
    problem(http.delete(f"/api/editions/{key}"), 404, "unknown-edition")
    assert upload("second").status_code == 201
    default = http.get("/api/server").json()["edition"]
    problem(http.delete(f"/api/editions/{default}"), 409, "edition-in-use")
