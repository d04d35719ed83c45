"""Jobs in worker processes: their order, cancellation, and the replacement of a process."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from redcathedral.server.core.workers import Job, Result, WorkerLost
from redcathedral.server.run import worker_processes
from redcathedral.server.run.worker_processes import WorkerProcesses
from tests.server import event_loop
from tests.server.harness import TIMEOUT_SECONDS

SHORT_TIMEOUT_SECONDS = 0.5  # the time that a stopped process has


@dataclass(frozen=True)
class ProcessId:
    """A job that returns the id of its process; ``load`` makes the message long."""

    load: str = ""

    def __call__(self) -> int:
        return os.getpid()


@dataclass(frozen=True)
class WaitForLine:
    """A job that waits for a line in a pipe and returns it."""

    pipe: Path

    def __call__(self) -> str:
        with self.pipe.open() as lines:
            return lines.readline().strip()


@dataclass(frozen=True)
class CreateFile:
    """A job that creates a file."""

    file: Path

    def __call__(self) -> None:
        self.file.touch()


class HeldJob:
    """A job that runs until it is released."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self.job = WaitForLine(path)
        self._end = os.open(path, os.O_RDWR)

    def release(self) -> None:
        os.write(self._end, b"released\n")

    def close(self) -> None:
        os.close(self._end)


async def queue_job(
    job: Job[Result], pool: WorkerProcesses, about: str = ""
) -> asyncio.Task[Result]:
    """Put a job in the queue; return its task."""
    task = asyncio.create_task(pool.run(job, TIMEOUT_SECONDS, about))
    for _ in range(5):
        await asyncio.sleep(0)
    return task


@pytest.fixture
def held_job(tmp_path: Path) -> Iterator[HeldJob]:
    job = HeldJob(tmp_path / "held")
    yield job
    job.close()


def test_cancelled_job_is_not_started(held_job: HeldJob, tmp_path: Path) -> None:
    create_file = CreateFile(tmp_path / "mark")

    async def run() -> None:
        pool = WorkerProcesses(1, "test")
        first = await queue_job(held_job.job, pool, "a")
        second = await queue_job(create_file, pool, "b")
        third = await queue_job(ProcessId(), pool, "c")
        second.cancel()
        pool.cancel("b")
        held_job.release()
        assert await third
        assert await first == "released"
        assert not create_file.file.exists()
        assert list(pool._last_workers) == ["a", "c"]
        await pool.close()

    event_loop.run(run())


def test_started_job_continues_after_cancellation(held_job: HeldJob) -> None:
    async def run() -> None:
        pool = WorkerProcesses(1, "test")
        first = await queue_job(held_job.job, pool)
        second = await queue_job(ProcessId(), pool)
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        assert not second.done()
        held_job.release()
        assert await second
        await pool.close()

    event_loop.run(run())


def test_remembers_a_limited_number_of_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_processes, "MAX_REMEMBERED", 2, raising=False)

    async def run() -> None:
        pool = WorkerProcesses(1, "test")
        for about in ("a", "b", "a", "c"):
            await pool.run(ProcessId(), TIMEOUT_SECONDS, about)
        assert list(pool._last_workers) == ["a", "c"]
        await pool.close()

    event_loop.run(run())


@pytest.mark.slow
def test_stopped_process_is_replaced() -> None:
    """The process does not even read the job, which is longer than the buffer of a pipe."""
    job = ProcessId("x" * 2_000_000)

    async def run() -> None:
        pool = WorkerProcesses(1, "test")
        first = await pool.run(ProcessId(), TIMEOUT_SECONDS)
        os.kill(first, signal.SIGSTOP)
        try:
            with pytest.raises(
                WorkerLost, match=f"its process did not answer in {SHORT_TIMEOUT_SECONDS} seconds"
            ):
                await asyncio.wait_for(pool.run(job, SHORT_TIMEOUT_SECONDS), TIMEOUT_SECONDS)
        except TimeoutError:
            os.kill(first, signal.SIGKILL)  # otherwise its thread would never end
            raise
        assert await pool.run(job, TIMEOUT_SECONDS) != first
        await pool.close()

    event_loop.run(run())
