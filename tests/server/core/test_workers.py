"""Work in processes: which of it is begun, and what becomes of a process that hangs."""

from __future__ import annotations

import asyncio
import os
import signal
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from redcathedral.play.bot import BotWarning
from redcathedral.server.core import workers
from redcathedral.server.core.workers import Job, Result, WorkerLost, Workers
from tests.server import event_loop
from tests.server.harness import TIMEOUT_SECONDS

SHORT = 0.5  # seconds that a stopped process has


@dataclass(frozen=True)
class Pid:
    """Return the id of the process; ``load`` makes the job large."""

    load: str = ""

    def __call__(self) -> int:
        return os.getpid()


@dataclass(frozen=True)
class Hold:
    """Run until there is a line in a pipe."""

    pipe: Path

    def __call__(self) -> str:
        with self.pipe.open() as lines:
            return lines.readline().strip()


@dataclass(frozen=True)
class Mark:
    """Create a file."""

    file: Path

    def __call__(self) -> None:
        self.file.touch()


@dataclass(frozen=True)
class Warn:
    """Count the warnings of a bot."""

    def __call__(self) -> int:
        with warnings.catch_warnings(record=True) as heard:
            warnings.warn("a word", BotWarning, stacklevel=1)
        return len(heard)


class Held:
    """A job that runs until it is released."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self.job = Hold(path)
        self._end = os.open(path, os.O_RDWR)

    def release(self) -> None:
        os.write(self._end, b"released\n")

    def close(self) -> None:
        os.close(self._end)


async def waiting(job: Job[Result], crew: Workers, about: str = "") -> asyncio.Task[Result]:
    """A job that waits in the queue."""
    task = asyncio.create_task(crew.do(job, TIMEOUT_SECONDS, about))
    for _ in range(5):
        await asyncio.sleep(0)
    return task


@pytest.fixture
def held(tmp_path: Path) -> Iterator[Held]:
    made = Held(tmp_path / "held")
    yield made
    made.close()


def test_a_cancelled_job_does_not_start(held: Held, tmp_path: Path) -> None:
    mark = Mark(tmp_path / "mark")

    async def run() -> None:
        crew = Workers(1, "test")
        first = await waiting(held.job, crew, "a")
        second = await waiting(mark, crew, "b")
        third = await waiting(Pid(), crew, "c")
        second.cancel()
        crew.cancel("b")
        held.release()
        assert await third
        assert await first == "released"
        assert not mark.file.exists()
        assert list(crew._last) == ["a", "c"]
        await crew.close()

    event_loop.run(run())


def test_a_running_job_continues_after_cancellation(held: Held) -> None:
    async def run() -> None:
        crew = Workers(1, "test")
        first = await waiting(held.job, crew)
        second = await waiting(Pid(), crew)
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        assert not second.done()
        held.release()
        assert await second
        await crew.close()

    event_loop.run(run())


def test_the_number_of_remembered_subjects_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "MAX_REMEMBERED", 2, raising=False)

    async def run() -> None:
        crew = Workers(1, "test")
        for about in ("a", "b", "a", "c"):
            await crew.do(Pid(), TIMEOUT_SECONDS, about)
        assert list(crew._last) == ["a", "c"]
        await crew.close()

    event_loop.run(run())


def test_a_stopped_process_is_replaced() -> None:
    """The process also does not read the job, which is larger than the buffer of the pipe."""
    job = Pid("x" * 2_000_000)

    async def run() -> None:
        crew = Workers(1, "test")
        first = await crew.do(Pid(), TIMEOUT_SECONDS)
        os.kill(first, signal.SIGSTOP)
        try:
            with pytest.raises(WorkerLost, match=f"its process did not answer in {SHORT} seconds"):
                await asyncio.wait_for(crew.do(job, SHORT), TIMEOUT_SECONDS)
        except TimeoutError:
            os.kill(first, signal.SIGKILL)  # its thread would never end
            raise
        assert await crew.do(job, TIMEOUT_SECONDS) != first
        await crew.close()

    event_loop.run(run())


def test_warnings_of_bots_are_suppressed_in_workers() -> None:
    async def run() -> None:
        crew = Workers(1, "test")
        assert await crew.do(Warn(), TIMEOUT_SECONDS) == 0
        await crew.close()

    event_loop.run(run())
