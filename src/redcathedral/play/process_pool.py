"""One process or several that work at the pieces of a task."""

import os
import signal
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from multiprocessing import active_children, get_context, parent_process, resource_tracker
from threading import Thread
from typing import Final, TypeVar, cast
from warnings import simplefilter

from redcathedral.play.bot import BotWarning

AHEAD: Final = 4  # pieces handed out for each process, or processor of a cluster

Piece = TypeVar("Piece")
Result = TypeVar("Result")


def work(
    hire: Callable[[], Callable[[Piece], Result]], pieces: Iterable[Piece], jobs: int = 1
) -> Generator[Result]:
    """Do all pieces in so many processes; each result comes when it is done, in any order.

    ``hire`` is called once in each process and gives what does a piece there.  Closed early, as
    by Ctrl-C, it ends the processes at once.
    """
    if jobs > 1:
        return _together(hire, pieces, jobs)
    worker = hire()
    return (worker(piece) for piece in pieces)


def in_order(results: Iterable[tuple[int, Result]], first: int = 0) -> Iterator[Result]:
    """Results that come in any order, each with its number, by their numbers from the first on."""
    waiting: dict[int, Result] = {}
    for number, result in results:
        waiting[number] = result
        while first in waiting:
            yield waiting.pop(first)
            first += 1


def _together(
    hire: Callable[[], Callable[[Piece], Result]], pieces: Iterable[Piece], jobs: int
) -> Generator[Result]:
    """Several processes; only a few pieces are handed out at a time."""
    rest = iter(pieces)
    others = set(active_children())
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (hire,))
    waiting: set[Future[object]] = set()
    try:
        while True:
            for piece in islice(rest, jobs * AHEAD - len(waiting)):
                with without_interrupts():  # handing out a piece may start a process
                    waiting.add(pool.submit(_do, piece))
            if not waiting:
                break
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield cast(Result, future.result())
    except BaseException:
        for process in set(active_children()) - others:
            process.terminate()
        # Of a result that was being sent half has come, and the pool would wait for the rest for
        # ever: its reader sees the end only when nobody can write, and nothing public says so.
        pool._result_queue._writer.close()  # type: ignore[attr-defined]  # noqa: SLF001
        raise
    finally:
        pool.shutdown(cancel_futures=True)


_workers: Final[list[Callable[[object], object]]] = []  # of this process, when it is one of a pool


def _begin(hire: Callable[[], Callable[[Piece], Result]]) -> None:
    end_with_parent()
    simplefilter("ignore", BotWarning)  # it is for the parent to say, once
    _workers.append(cast(Callable[[object], object], hire()))


def end_with_parent() -> None:
    """End this process when its parent has ended, however that came: its pipes would stay open."""
    Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _do(piece: object) -> object:
    return _workers[-1](piece)


@contextmanager
def without_interrupts() -> Iterator[None]:
    """Start processes that ignore Ctrl-C; their parent handles it."""
    if sys.platform == "win32":
        yield
        return
    # Python starts this helper with the first process, and then unblocks the signal.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
