"""The server in a page, with a browser's storage that is a dictionary, and workers that are calls."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping

import msgspec

from redcathedral.server.core.route import Disconnected
from redcathedral.server.local.app import start
from redcathedral.server.local.binding import LocalRoutes
from redcathedral.server.local.store import DocumentKey
from redcathedral.server.local.workers import do_job
from tests.server.harness import Json

SOLO: Json = {
    "seats": [{"colour": "red", "name": "Ana"}, {"colour": "blue", "kind": "bot", "bot": "novice"}]
}


class Browser:
    """The storage and the workers that a page gives its server."""

    def __init__(self) -> None:
        self.documents: dict[DocumentKey, str] = {}

    async def server(self) -> LocalRoutes:
        return await start(self.documents, self.save, self.run, self.cancel)

    async def save(self, changes: Mapping[DocumentKey, str | None]) -> None:
        for key, text in changes.items():
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
            command = {"type": "play", "number": table["number"], "decision": table["legal"][0]["id"]}
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

    asyncio.run(run())
