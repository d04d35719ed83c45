"""Workers for long jobs outside of the event loop, in the server ``run.worker_processes``."""

import traceback
from collections.abc import Callable
from typing import Protocol, TypeAlias, TypeVar

from redcathedral.server.core.api_error import ApiError

Result = TypeVar("Result")
# A function to call in another process.  It and its result must be picklable.
Job: TypeAlias = Callable[[], Result]


class WorkerLost(Exception):
    """The worker ended before the job was done, or was killed at the time limit."""


class JobFailed(Exception):
    """The job raised an exception; the text is its traceback."""


class Workers(Protocol):
    """Workers that each do one job at a time.

    If possible, jobs with the same ``subject`` run in the same worker, which may cache its data.
    """

    async def run(self, job: Job[Result], seconds: float, subject: str = "") -> Result:
        """Return the result of a job; raises WorkerLost, JobFailed or the job's ApiError.

        Canceling this call can only prevent a job from starting; ``cancel`` stops it.
        """

    async def run_with_retries(self, job: Job[Result], seconds: float, subject: str) -> Result:
        """Run a job, and try again if the worker is lost; raises the same as ``run``."""

    def cancel(self, subject: str) -> None:
        """Stop the running job of a subject, and forget which worker did its last job."""

    async def close(self) -> None:
        """Stop all jobs."""


class WorkersFactory(Protocol):
    """Makes ``count`` workers; ``nice`` lowers their priority."""

    def __call__(self, count: int, name: str, nice: int = 0) -> Workers:
        """Return the workers; each starts with its first job."""


def result_of(job: Job[object]) -> object:
    """Do a job in a worker; return its result, or the error for the caller."""
    try:
        return job()
    except ApiError as error:
        return error
    except Exception:  # noqa: BLE001  # the caller gets it as JobFailed
        return JobFailed(traceback.format_exc())
