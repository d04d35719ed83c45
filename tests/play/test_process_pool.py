"""Processes that work together: everything is done once, and they end when they should."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from redcathedral.play.process_pool import JOBS_AHEAD, run_jobs


def times(factor: int) -> Callable[[int], int]:
    return partial(int.__mul__, factor)


def long() -> Callable[[int], bytes]:
    """Results that take a while to be sent."""
    return partial(bytes.__mul__, b"x")


def failing() -> Callable[[int], int]:
    return partial(int.__floordiv__, 1)


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_piece_is_done_once(jobs: int) -> None:
    assert sorted(run_jobs(partial(times, 3), range(50), jobs)) == list(range(0, 150, 3))
    assert list(run_jobs(partial(times, 3), [], jobs)) == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_a_worker_raises_is_raised(jobs: int) -> None:
    with pytest.raises(ZeroDivisionError):
        list(run_jobs(failing, [1, 0], jobs))


def test_only_a_few_pieces_are_handed_out_ahead() -> None:
    taken = []

    def pieces() -> object:
        for piece in range(100):
            taken.append(piece)
            yield piece

    results = run_jobs(partial(times, 1), pieces(), 2)  # type: ignore[arg-type]
    next(results)
    assert len(taken) <= 2 * JOBS_AHEAD
    results.close()


@pytest.mark.parametrize("time", range(3))
def test_it_ends_in_the_middle_of_a_result(time: int) -> None:
    """Half a result has come then, and the other half never does."""
    results = run_jobs(long, [30_000_000 + time] * 20, 2)
    next(results)
    results.close()
