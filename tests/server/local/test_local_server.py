"""The server in a page: the browser's storage is a dictionary here, and workers are calls."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Mapping

import msgspec
import pytest

from redcathedral.server.core.route import Disconnected
from redcathedral.server.local.app import problem, start
from redcathedral.server.local.binding import LocalRoutes, RouteAnswer
from redcathedral.server.local.documents import DocumentKey
from redcathedral.server.local.workers import do_job
from tests.server.harness import Json, run_alone

SOLO: Json = {
    "seats": [{"colour": "red", "name": "Ana"}, {"colour": "blue", "kind": "bot", "bot": "novice"}]
}


class Browser:
    """The storage and the workers that a page gives its server."""

    def __init__(self) -> None:
        self.documents: dict[DocumentKey, str] = {}
        self.is_full = False

    async def server(self) -> LocalRoutes:
        return await start(self.documents, self.save, self.run, self.cancel)

    async def save(self, changes: Mapping[DocumentKey, str | None]) -> None:
        for key, text in {}.items() if self.is_full else changes.items():
            if text is None:
                del self.documents[key]
            else:
                self.documents[key] = text

    async def run(self, name: str, subject: str, job: bytes, seconds: float) -> bytes | None:
        del name, subject, seconds
        return do_job(job)

    def cancel(self, name: str, subject: str) -> None:
        """Do nothing: jobs are not interrupted."""


class Page:
    """The end of a socket at a page."""

    def __init__(self, routes: LocalRoutes, address: str) -> None:
        self.to_page: asyncio.Queue[str | None] = asyncio.Queue()
        self.to_server: asyncio.Queue[str | None] = asyncio.Queue()
        self.now: Json = {}
        self._task = asyncio.create_task(routes.connect(address, self))

    async def accept(self) -> None:
        """Do nothing: the socket is open."""

    async def send(self, text: str) -> None:
        await self.to_page.put(text)

    async def receive(self) -> str:
        text = await self.to_server.get()
        if text is None:
            raise Disconnected
        return text

    async def close(self, code: int) -> None:
        del code
        await self.to_page.put(None)

    async def next_table(self) -> Json:
        while (text := await self.to_page.get()) is not None:
            message: Json = json.loads(text)
            assert message["type"] != "refused", message
            if message["type"] == "table":
                self.now = message
                return message
        raise Disconnected

    async def leave(self) -> None:
        await self.to_server.put(None)
        await self._task


async def request(routes: LocalRoutes, method: str, path: str, value: object = None) -> Json:
    body = b"" if value is None else msgspec.json.encode(value)
    answer = await routes.answer(method, path, body)
    result: Json = json.loads(answer.content or b"{}")
    assert answer.status < 400, result
    return result


async def play(page: Page) -> None:
    """Play the first legal decision whenever a person must decide, until the game is over."""
    table = await page.next_table()
    while not table["over"]:
        if table["legal"]:
            command = {
                "type": "play",
                "number": table["number"],
                "decision": table["legal"][0]["id"],
            }
            await page.to_server.put(json.dumps(command))
        table = await page.next_table()


def test_a_game_is_played_stored_and_opened_again() -> None:
    async def run() -> None:
        browser = Browser()
        routes = await browser.server()
        game = (await request(routes, "POST", "/api/tables", SOLO))["id"]
        page = Page(routes, f"/api/tables/{game}/live?lang=de")
        await asyncio.wait_for(play(page), 60)
        over = page.now["over"]
        await page.leave()
        later = await browser.server()
        assert (await request(later, "GET", f"/api/tables/{game}?lang=de"))["over"] == over

    run_alone(run())


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/api/nothing", b"", 404, "not-found"),
        ("POST", "/api/server", b"", 404, "not-found"),
        ("GET", "/api/tables/nowhere", b"", 404, "unknown-table"),
        ("GET", "/api/tables?lang=tlh", b"", 404, "unknown-language"),
        ("GET", "/api/tables?which=lost", b"", 400, "bad-request"),
        ("GET", "/api/tables/nowhere/past?since=-1", b"", 400, "bad-request"),
        ("GET", "/api/tables/nowhere/past?since=yes", b"", 400, "bad-request"),
        ("GET", "/api/tables/nowhere/past?until=-1", b"", 400, "bad-request"),
        ("GET", "/api/puzzles", b"", 400, "bad-request"),
        ("POST", "/api/tables", b"{", 400, "bad-request"),
        ("POST", "/api/tables", b'{"seats": 3}', 400, "bad-request"),
        ("POST", "/api/tables", b" " * 70_000, 413, "too-large"),
        ("POST", "/api/tables/load", b"no record", 400, "bad-record"),
    ],
)
def test_refused_requests_say_why(
    method: str, path: str, body: bytes, status: int, code: str
) -> None:
    async def run() -> RouteAnswer:
        return await (await Browser().server()).answer(method, path, body)

    answer = run_alone(run())
    problem = json.loads(answer.content)
    assert (answer.status, problem["code"]) == (status, code)
    assert problem["reason"]
    assert problem["fix"]


def test_the_server_of_a_page_imports_no_server() -> None:
    """Its imports would be downloaded by every visitor, or do not work in a browser."""
    code = (
        "import sys\nfrom redcathedral.server.local.app import NEEDS_SERVER, feature_classes\n"
        "feature_classes(omitted=NEEDS_SERVER)\n"
        "print({'litestar', 'sqlalchemy', 'multiprocessing', 'uvicorn'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_a_game_continues_if_the_browser_stores_nothing() -> None:
    async def run() -> None:
        browser = Browser()
        browser.is_full = True
        routes = await browser.server()
        game = (await request(routes, "POST", "/api/tables", SOLO))["id"]
        page = Page(routes, f"/api/tables/{game}/live?lang=en")
        table = await page.next_table()
        await page.leave()
        assert table["legal"]
        assert not browser.documents

    run_alone(run())


def test_a_document_that_cannot_be_read_stops_nothing() -> None:
    async def run() -> None:
        browser = Browser()
        game = (await request(await browser.server(), "POST", "/api/tables", SOLO))["id"]
        assert problem(browser.documents) == ""
        browser.documents["game", "broken"] = "{}"
        assert "missing required field" in problem(browser.documents)
        listed = await request(await browser.server(), "GET", "/api/tables?which=all")
        assert [each["id"] for each in listed["games"]] == [game]
        assert browser.documents["game", "broken"] == "{}"  # it stays

    run_alone(run())
