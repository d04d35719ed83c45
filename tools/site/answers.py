"""Answers of the server that are the same for everybody, as files: the page shows them at once."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

from redcathedral.server.local.app import start
from redcathedral.server.local.documents import DocumentKey
from redcathedral.text import languages


def write_answers(folder: Path) -> None:
    """Write an answer for each path that ``web/src/site/start.ts`` reads from a file."""
    folder.mkdir(parents=True)
    asyncio.run(_write(folder, ["server", *(f"words/{name}" for name in languages())]))


async def _write(folder: Path, paths: list[str]) -> None:
    routes = await start({}, _save, _run, _cancel)
    for path in paths:
        answer = await routes.answer("GET", f"/api/{path}", b"")
        (folder / f"{path.replace('/', '-')}.json").write_bytes(answer.content)


async def _save(documents: Mapping[DocumentKey, str | None]) -> None:
    """Store nothing."""


async def _run(name: str, subject: str, job: bytes, seconds: float) -> bytes | None:
    raise NotImplementedError


def _cancel(name: str, subject: str) -> None:
    raise NotImplementedError
