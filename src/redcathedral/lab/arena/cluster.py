"""Work on a Ray cluster (decision 8): the pieces of ``play.process_pool``, over several machines.

Ray is imported only here, and only when it is asked for.
"""

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

PATIENCE: Final = 10.0  # seconds until somebody has to answer


class ClusterError(RuntimeError):
    """The cluster cannot be used: why, and the way out."""


def work(
    hire: Callable[[], Callable[[Job], Result]], pieces: Iterable[Job], address: str
) -> Generator[Result]:
    """Do all pieces on the cluster; each result comes when it is done, in any order.

    Pieces of a machine that is lost are done by others.  Raises ClusterError.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # no outside request (decision 12)
    try:
        with needs("ray"):
            ray = import_module("ray")
    except ImportError as error:
        raise ClusterError(f"--ray needs Ray: {error}") from None
    try:
        _knock(address)
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error).partition("\n")[0]
        fix = "start one with ray start --head, and give its address"
        raise ClusterError(f"there is no Ray cluster at {address}: {reason}; {fix}") from None
    try:
        do = ray.remote(_do)
        packed = pickle.dumps(hire)
        rest = iter(pieces)
        waiting: list[object] = []
        while True:
            ahead = JOBS_AHEAD * int(ray.cluster_resources().get("CPU", 1))
            for piece in islice(rest, max(ahead - len(waiting), 0)):
                waiting.append(do.remote(__version__, packed, piece))  # noqa: PERF401
            if not waiting:
                break
            done, waiting = ray.wait(waiting)
            result: Result = ray.get(done[0])
            yield result
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None  # what the piece itself raised
    except ray.exceptions.RayError as error:
        raise ClusterError(str(error)) from error
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """Raise OSError where nobody listens: Ray would go on trying for many minutes."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if host:
        socket.create_connection((host, int(port)), PATIENCE).close()


def _do(version: str, packed: bytes, piece: object) -> object:
    if version != __version__:
        reason = f"a machine of the cluster has redcathedral {__version__}, this one {version}"
        raise ClusterError(f"{reason}; install the same everywhere")
    return _worker(packed)(piece)


@lru_cache(maxsize=1)
def _worker(packed: bytes) -> Callable[[object], object]:
    hire: Callable[[], Callable[[object], object]] = pickle.loads(packed)
    return hire()
