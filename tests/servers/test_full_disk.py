"""A server with SQLite whose disk is full: nothing is lost, and play continues with new space."""

from __future__ import annotations

import resource
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from redcathedral.server.sql.store import DATABASE_FILE, SqlStore
from tests.server.harness import RED_AND_BLUE, Page, ServerProcess

pytestmark = pytest.mark.servers


class Disk(NamedTuple):
    """The server, its folder, and functions that take its space away and give it back."""

    server: ServerProcess
    folder: Path
    fill: Callable[[], None]
    clear: Callable[[], None]


def small_disk(folder: Path) -> Disk:
    """A server with its own disk of one MiB, which a file fills."""
    script = f'mount -t tmpfs -o size=1m none {folder} && exec "$0" "$@"'
    command = ("unshare", "-rm", "sh", "-c", script)
    if subprocess.run([*command, "true"], capture_output=True, check=False).returncode:
        pytest.skip("this machine cannot create a temporary disk")
    server = ServerProcess(folder, before=command)
    mounted = Path(f"/proc/{server.process.pid}/root") / str(folder)[1:]

    def fill() -> None:
        with (mounted / "full").open("wb", buffering=0) as file, suppress(OSError):
            while file.write(bytes(4096)):
                pass

    return Disk(server, mounted, fill, (mounted / "full").unlink)


def limited_files(folder: Path) -> Disk:
    """A server that can be forbidden to write to any file."""
    server = ServerProcess(folder)

    def limit(size: int) -> None:
        limits = (size, resource.RLIM_INFINITY)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, limits)

    return Disk(server, folder, lambda: limit(0), lambda: limit(resource.RLIM_INFINITY))


@pytest.fixture(params=[small_disk, limited_files], ids=["disk", "limit"])
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Disk]:
    disk = request.param(tmp_path)
    try:
        yield disk
    finally:
        if disk.server.process.poll() is None:
            disk.server.end(signal.SIGTERM)


def play(page: Page) -> str:
    """Play a decision; return the type of the answer."""
    before = page.now["number"]
    page.send_command("play", decision=page.now["legal"][0]["id"])
    while (answer := page.receive())["type"] == "table" and answer["number"] == before:
        pass
    return str(answer["type"])


def test_play_continues_after_the_disk_was_full(disk: Disk, tmp_path: Path) -> None:
    client = disk.server.client()
    table = client.create_table(RED_AND_BLUE)
    page, other = client.open_page(table), client.open_page(table)
    for _ in range(3):
        assert play(page) == "table"
    other.until(lambda now: now["number"] == page.now["number"])
    disk.fill()
    while play(page) == "table":  # the file of the log may have room for some actions
        assert page.now["number"] < 100
    number = page.now["number"]
    assert client.http.post("/api/tables", json=RED_AND_BLUE).status_code == 503
    assert [game["number"] for game in client.games()] == [number]
    late = client.open_page(table)
    assert late.now["position"] == page.now["position"]
    other.until(lambda now: now["number"] == number)
    disk.clear()
    assert play(page) == "table"
    assert page.now["number"] == number + 1
    for watching in (other, late):
        watching.until(lambda now: now["number"] == number + 1)
    assert client.create_table(RED_AND_BLUE)
    copy = tmp_path / "copy"
    copy.mkdir()
    for file in disk.folder.glob(f"{DATABASE_FILE}*"):
        shutil.copy(file, copy)
    with closing(SqlStore.in_folder(copy)) as store:
        assert len(store.load(table).actions) == number + 1
    client.close()
    assert disk.server.end() == 0
