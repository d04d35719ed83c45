"""Long work in processes, started on demand: one that is killed or hangs harms only its job."""

import asyncio
import contextlib
import logging
import os
import signal
import sys
import traceback
from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Event, Lock, Timer
from typing import Final, TypeAlias, TypeVar, cast
from warnings import simplefilter

from redcathedral.play.bot import BotWarning
from redcathedral.play.process_pool import end_with_parent, without_interrupts
from redcathedral.server.core.api_error import ApiError

LOG: Final = logging.getLogger(__name__)
TRIES: Final = 3  # of a job whose process was lost
STARTING: Final = 120.0  # seconds for a process to come up, however busy the machine is
LATE: Final = 5.0  # seconds after which a process that nobody ended ends itself
REMEMBERED: Final = 1024  # things of which it is known which process did the last job about them

Result = TypeVar("Result")
# Something to do in another process, with what comes of it; both can be pickled.
Job: TypeAlias = Callable[[], Result]


class WorkerLost(Exception):
    """The process has ended, or was ended because it took too long, before its work was done."""


class WorkFailed(Exception):
    """The work ended in an error; the text has its traceback."""


class Workers:
    """So many processes, each at one job at a time; ``nice`` of them give way to others."""

    def __init__(self, count: int, name: str, nice: int = 0) -> None:
        self._free = [_Worker(f"{name} {number}", nice) for number in range(1, count + 1)]
        self._all = tuple(self._free)
        self._turn = asyncio.Semaphore(count)
        self._threads = ThreadPoolExecutor(count, name)
        self._running: set[asyncio.Future[object]] = set()
        self._last: OrderedDict[str, _Worker] = OrderedDict()  # who did the last job about it
        self._is_closed = False

    async def insist(self, job: Job[Result], seconds: float, about: str) -> Result:
        """The same as ``do``, again where the process was lost, but not for ever."""
        for _ in range(1, TRIES):
            try:
                return await self.do(job, seconds, about)
            except WorkerLost as lost:
                LOG.warning("%s: done again: %s", about, lost)
        return await self.do(job, seconds, about)

    async def do(self, job: Job[Result], seconds: float, about: str = "") -> Result:
        """Do a job in this time; raises WorkerLost, WorkFailed or the job's ApiError.

        If nobody waits any more, a job does not begin; only ``forget`` ends one that has begun.
        """
        await self._turn.acquire()
        if self._is_closed:
            self._turn.release()
            raise WorkerLost("the server is ending")
        worker = self._take(about)
        loop = asyncio.get_running_loop()
        work = loop.run_in_executor(self._threads, worker.do, job, seconds)
        running = cast("asyncio.Future[object]", work)
        self._running.add(running)
        running.add_done_callback(lambda _: self._finished(worker, running))
        await asyncio.wait([work])  # which goes on where this is cancelled
        return work.result()

    def _take(self, about: str) -> "_Worker":
        """A process that is free, the one that did the last job about something before others."""
        worker = self._last.get(about, self._free[0])
        if worker not in self._free:
            worker = self._free[0]
        self._free.remove(worker)
        worker.about = about
        if about:
            self._last[about] = worker
            self._last.move_to_end(about)
            while len(self._last) > REMEMBERED:
                self._last.popitem(last=False)
        return worker

    def _finished(self, worker: "_Worker", work: asyncio.Future[object]) -> None:
        self._running.discard(work)
        self._free.append(worker)
        worker.about = ""
        self._turn.release()
        if not work.cancelled():
            work.exception()  # nobody may be left to hear of it

    def forget(self, about: str) -> None:
        """There will be no more jobs about something; one that has begun is broken off."""
        worker = self._last.pop(about, None)
        if worker is not None and worker.about == about:
            worker.kill()

    async def close(self) -> None:
        self._is_closed = True
        for worker in self._all:
            worker.close()
        await asyncio.gather(*self._running, return_exceptions=True)
        self._threads.shutdown()


_CHANGES: Final = Lock()  # processes are started and ended by one thread at a time


class _Worker:
    """One process, started when there is something to do, and begun anew when it was lost."""

    def __init__(self, name: str, nice: int) -> None:
        self.about = ""  # what the job is about that it is doing
        self._name = name
        self._nice = nice
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._is_closed = False

    def do(self, job: Job[Result], seconds: float) -> Result:
        try:
            pipe = self._started()
            with self._limit(seconds):
                pipe.send((seconds, job))
                answer: object = pipe.recv()
        except (EOFError, OSError):
            raise WorkerLost(f"its process ended with status {self._end()}") from None
        if isinstance(answer, WorkFailed | ApiError):
            raise answer
        return cast("Result", answer)

    def _started(self) -> Connection:
        if self._pipe is not None and self._process is not None and self._process.is_alive():
            return self._pipe
        self._end()
        context = get_context("spawn")
        with _CHANGES, without_interrupts():
            if self._is_closed:
                raise WorkerLost("the server is ending")
            pipe, other = context.Pipe()
            arguments = (other, self._nice)
            process = context.Process(target=_work, args=arguments, name=self._name, daemon=True)
            process.start()
            self._process, self._pipe = process, pipe
        other.close()
        with self._limit(STARTING):
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
            raise WorkerLost(f"it had no answer in {seconds:g} seconds") from None
        finally:
            timer.cancel()
            timer.join()
            if is_late.is_set():
                self._end()

    def _end(self) -> int | None:
        with _CHANGES:
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
        with _CHANGES:
            self._is_closed = True
        self.kill()

    def kill(self) -> None:
        """End the process as it is; whoever waits for it hears that it is lost."""
        with _CHANGES:
            if self._process is not None:
                self._process.kill()


# --- in the process ------------------------------------------------------------------------------


def _work(pipe: Connection, nice: int) -> None:
    end_with_parent()
    simplefilter("ignore", BotWarning)  # it is for the server to say, once
    if sys.platform != "win32":
        os.nice(nice)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
    with contextlib.suppress(EOFError, OSError):
        pipe.send(None)
        while True:
            seconds, job = pipe.recv()
            _end_in(seconds + LATE)
            answer = _done(job)
            _end_in(0)
            pipe.send(answer)


def _done(job: Job[object]) -> object:
    try:
        return job()
    except ApiError as refused:
        return refused
    except Exception:  # noqa: BLE001  # whatever it is, whoever asked hears of it
        return WorkFailed(traceback.format_exc())


def _end_in(seconds: float) -> None:
    """End this process after so many seconds: the system does it, also where no Python runs."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, seconds)
