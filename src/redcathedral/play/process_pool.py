"""Run jobs in this process, or in several processes at a time."""

import os
import signal
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from multiprocessing import active_children, get_context, parent_process, resource_tracker
from threading import Thread
from typing import Final, Protocol, TypeVar, cast

JOBS_AHEAD: Final = 4  # jobs submitted at a time per process, or per processor of a cluster

Job = TypeVar("Job")
Result = TypeVar("Result")


class Executor(Protocol):
    """Runs jobs of any kind, as ``run_jobs`` does; the results come in any order."""

    def __call__(
        self, make_worker: Callable[[], Callable[[Job], Result]], jobs: Iterable[Job], /
    ) -> Generator[Result]:
        """Run the jobs with the function that ``make_worker`` returns; yield the results."""


class Tracker(Protocol):
    """Wraps results to report how many have come in."""

    def __call__(self, results: Iterator[Result], count: int, /) -> Iterable[Result]:
        """Yield the results, of which there will be ``count``."""


def run_jobs(
    make_worker: Callable[[], Callable[[Job], Result]], jobs: Iterable[Job], processes: int = 1
) -> Generator[Result]:
    """Run all jobs in a number of processes, and yield each result when it is ready, in any order.

    Each process calls ``make_worker`` once, and runs its jobs with the returned function.  Closing
    the generator early, for example by Ctrl-C, ends the processes immediately.
    """
    if processes > 1:
        return _run_in_processes(make_worker, jobs, processes)
    worker = make_worker()
    return (worker(job) for job in jobs)


def in_order(results: Iterable[tuple[int, Result]], first: int = 0) -> Iterator[Result]:
    """Sort numbered results by their numbers, from ``first`` on, as they come in."""
    waiting: dict[int, Result] = {}
    for number, result in results:
        waiting[number] = result
        while first in waiting:
            yield waiting.pop(first)
            first += 1


def _run_in_processes(
    make_worker: Callable[[], Callable[[Job], Result]], jobs: Iterable[Job], processes: int
) -> Generator[Result]:
    """Run jobs in several processes; only a few jobs are submitted at a time."""
    remaining_jobs = iter(jobs)
    other_children = set(active_children())
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _start_worker, (make_worker,))
    waiting: set[Future[object]] = set()
    try:
        while True:
            for job in islice(remaining_jobs, processes * JOBS_AHEAD - len(waiting)):
                with without_interrupts():  # submitting a job may start a process
                    waiting.add(pool.submit(_run_job, job))
            if not waiting:
                break
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield cast(Result, future.result())
    except BaseException:
        for process in set(active_children()) - other_children:
            process.terminate()
        # A terminated process may have sent only half of a result, and the pool would wait forever
        # for the other half.  Closing the writer ends that wait; there is no public method for it.
        pool._result_queue._writer.close()  # type: ignore[attr-defined]  # noqa: SLF001
        raise
    finally:
        pool.shutdown(cancel_futures=True)


# The worker of this process, if the process belongs to a pool.
_workers: Final[list[Callable[[object], object]]] = []


def _start_worker(make_worker: Callable[[], Callable[[Job], Result]]) -> None:
    end_with_parent()
    _workers.append(cast(Callable[[object], object], make_worker()))


def end_with_parent() -> None:
    """End this process when its parent ends or is killed; otherwise pipes would stay open."""
    Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _run_job(job: object) -> object:
    return _workers[-1](job)


@contextmanager
def without_interrupts() -> Iterator[None]:
    """Make processes that are started inside ignore Ctrl-C, which their parent handles."""
    if sys.platform == "win32":
        yield
        return
    # Start Python's resource tracker here: starting it with the first process would unblock Ctrl-C.
    resource_tracker.ensure_running()
    old_mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, old_mask)
