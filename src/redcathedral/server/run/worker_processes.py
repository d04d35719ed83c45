"""Worker processes: a process that crashes or hangs loses only its own job."""

import asyncio
import contextlib
import logging
import os
import signal
import sys
from collections import OrderedDict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Event, Lock, Timer
from typing import Final, cast

from redcathedral.play.process_pool import end_with_parent, without_interrupts
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.workers import Job, JobFailed, Result, WorkerLost, result_of

LOG: Final = logging.getLogger(__name__)
MAX_TRIES: Final = 3  # of a job, if its process is lost
START_SECONDS: Final = 120.0  # for the start of a process on a busy machine
SELF_KILL_DELAY_SECONDS: Final = 5.0  # from the time limit until a worker ends itself
MAX_REMEMBERED: Final = 1024  # subjects whose last worker is remembered


class WorkerProcesses:
    """A pool of ``count`` worker processes, each with one job at a time (see ``core.workers``)."""

    def __init__(self, count: int, name: str, nice: int = 0) -> None:
        self._free = [_Worker(f"{name} {number}", nice) for number in range(1, count + 1)]
        self._all = tuple(self._free)
        self._slots = asyncio.Semaphore(count)
        self._threads = ThreadPoolExecutor(count, name)
        self._running: set[asyncio.Future[object]] = set()
        self._last_workers: OrderedDict[str, _Worker] = OrderedDict()
        self._is_closed = False

    async def run_with_retries(self, job: Job[Result], seconds: float, subject: str) -> Result:
        for _ in range(1, MAX_TRIES):
            try:
                return await self.run(job, seconds, subject)
            except WorkerLost as lost:
                LOG.warning("%s: trying again: %s", subject, lost)
        return await self.run(job, seconds, subject)

    async def run(self, job: Job[Result], seconds: float, subject: str = "") -> Result:
        await self._slots.acquire()
        if self._is_closed:
            self._slots.release()
            raise WorkerLost("the server is stopping")
        worker = self._assign_worker(subject)
        loop = asyncio.get_running_loop()
        work = loop.run_in_executor(self._threads, worker.run, job, seconds)
        running = cast("asyncio.Future[object]", work)
        self._running.add(running)
        running.add_done_callback(lambda _: self._release(worker, running))
        await asyncio.wait([work])  # the work continues even if this call is cancelled
        return work.result()

    def _assign_worker(self, subject: str) -> "_Worker":
        """Take a free process, preferably the one of the last job about this subject."""
        worker = self._last_workers.get(subject, self._free[0])
        if worker not in self._free:
            worker = self._free[0]
        self._free.remove(worker)
        worker.subject = subject
        if subject:
            self._last_workers[subject] = worker
            self._last_workers.move_to_end(subject)
            while len(self._last_workers) > MAX_REMEMBERED:
                self._last_workers.popitem(last=False)
        return worker

    def _release(self, worker: "_Worker", work: asyncio.Future[object]) -> None:
        self._running.discard(work)
        self._free.append(worker)
        worker.subject = ""
        self._slots.release()
        if not work.cancelled():
            work.exception()  # mark the exception as retrieved, as the caller may be gone

    def cancel(self, subject: str) -> None:
        worker = self._last_workers.pop(subject, None)
        if worker is not None and worker.subject == subject:
            worker.kill()

    async def close(self) -> None:
        self._is_closed = True
        for worker in self._all:
            worker.close()
        await asyncio.gather(*self._running, return_exceptions=True)
        self._threads.shutdown()


_PROCESS_LOCK: Final = Lock()  # one thread at a time starts or ends processes


class _Worker:
    """One process, started with the first job, and again after it was lost."""

    def __init__(self, name: str, nice: int) -> None:
        self.subject = ""  # of the running job
        self._name = name
        self._nice = nice
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._is_closed = False

    def run(self, job: Job[Result], seconds: float) -> Result:
        try:
            pipe = self._connection()
            with self._limit(seconds):
                pipe.send((seconds, job))
                answer: object = pipe.recv()
        except (EOFError, OSError):
            raise WorkerLost(f"its process ended with status {self._end()}") from None
        if isinstance(answer, JobFailed | ApiError):
            raise answer
        return cast("Result", answer)

    def _connection(self) -> Connection:
        if self._pipe is not None and self._process is not None and self._process.is_alive():
            return self._pipe
        self._end()
        context = get_context("spawn")
        with _PROCESS_LOCK, without_interrupts():
            if self._is_closed:
                raise WorkerLost("the server is stopping")
            pipe, worker_end = context.Pipe()
            process = context.Process(
                target=_run_jobs, args=(worker_end, self._nice), name=self._name, daemon=True
            )
            process.start()
            self._process, self._pipe = process, pipe
        worker_end.close()
        with self._limit(START_SECONDS):
            pipe.recv()
        return pipe

    @contextlib.contextmanager
    def _limit(self, seconds: float) -> Iterator[None]:
        is_late = Event()

        def end() -> None:
            is_late.set()
            self.kill()

        timer = Timer(seconds, end)
        timer.daemon = True
        timer.start()
        try:
            yield
        except (EOFError, OSError):
            if not is_late.is_set():
                raise
            raise WorkerLost(f"its process did not answer in {seconds:g} seconds") from None
        finally:
            timer.cancel()
            timer.join()
            if is_late.is_set():
                self._end()

    def _end(self) -> int | None:
        with _PROCESS_LOCK:
            process, self._process = self._process, None
            if self._pipe is not None:
                self._pipe.close()
                self._pipe = None
            if process is None:
                return None
            process.kill()
            process.join()
            return process.exitcode

    def close(self) -> None:
        with _PROCESS_LOCK:
            self._is_closed = True
        self.kill()

    def kill(self) -> None:
        """Kill the process; the call that waits for its job raises WorkerLost."""
        with _PROCESS_LOCK:
            if self._process is not None:
                self._process.kill()


# --- in the worker process -----------------------------------------------------------------------


def _run_jobs(pipe: Connection, nice: int) -> None:
    end_with_parent()
    if sys.platform != "win32":
        os.nice(nice)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
    with contextlib.suppress(EOFError, OSError):
        pipe.send(None)
        while True:
            seconds, job = pipe.recv()
            _set_self_kill(seconds + SELF_KILL_DELAY_SECONDS)
            answer = result_of(job)
            _set_self_kill(0)  # switch it off
            pipe.send(answer)


def _set_self_kill(seconds: float) -> None:
    """End this process after some seconds by a system timer, even while C code is running."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, seconds)
