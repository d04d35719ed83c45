"""Run jobs on a Ray cluster, like ``play.process_pool``; only here Ray is imported (decision 8)."""

import os
import pickle
import socket
from collections.abc import Callable, Generator, Iterable
from functools import lru_cache
from importlib import import_module
from itertools import islice
from typing import Final

from redcathedral import __version__
from redcathedral.extras import needs
from redcathedral.play.process_pool import JOBS_AHEAD, Job, Result

CONNECT_TIMEOUT: Final = 10.0  # seconds


class ClusterError(RuntimeError):
    """The cluster cannot be used; the message says why and what to do."""


def run_on_cluster(
    make_worker: Callable[[], Callable[[Job], Result]], jobs: Iterable[Job], address: str
) -> Generator[Result]:
    """Run all jobs on the cluster; yield each result when it is ready, in any order.

    If a machine is lost, its jobs run again on another.  Raises ClusterError.
    """
    # No requests to other servers (decision 12).
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        with needs("ray"):
            ray = import_module("ray")
    except ImportError as error:
        raise ClusterError(f"--ray needs Ray: {error}") from None
    try:
        _check_connection(address)
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error).partition("\n")[0]
        fix = "start one with ray start --head, and give its address"
        raise ClusterError(f"there is no Ray cluster at {address}: {reason}; {fix}") from None
    try:
        run_job = ray.remote(_run_job)
        pickled_factory = pickle.dumps(make_worker)
        remaining_jobs = iter(jobs)
        pending_results: list[object] = []
        while True:
            max_pending = JOBS_AHEAD * int(ray.cluster_resources().get("CPU", 1))
            for job in islice(remaining_jobs, max(max_pending - len(pending_results), 0)):
                pending_results.append(run_job.remote(__version__, pickled_factory, job))  # noqa: PERF401
            if not pending_results:
                break
            ready, pending_results = ray.wait(pending_results)
            result: Result = ray.get(ready[0])
            yield result
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None  # the error of the job itself
    except ray.exceptions.RayError as error:
        raise ClusterError(str(error)) from error
    finally:
        ray.shutdown()


def _check_connection(address: str) -> None:
    """Raise OSError if nothing listens at the address: Ray itself retries for many minutes."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if host:
        socket.create_connection((host, int(port)), CONNECT_TIMEOUT).close()


def _run_job(version: str, pickled_factory: bytes, job: object) -> object:
    if version != __version__:
        versions = f"a machine of the cluster has redcathedral {__version__}, this one {version}"
        raise ClusterError(f"{versions}; install the same everywhere")
    return _make_worker_once(pickled_factory)(job)


@lru_cache(maxsize=1)
def _make_worker_once(pickled_factory: bytes) -> Callable[[object], object]:
    make_worker: Callable[[], Callable[[object], object]] = pickle.loads(pickled_factory)
    return make_worker()
