"""Workers of the server in a page: other Pythons, to which the page sends jobs as bytes."""

import pickle
from collections.abc import Awaitable, Callable
from typing import TypeAlias, cast

from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.workers import Job, JobFailed, Result, WorkerLost, result_of

# Has a worker do a pickled job within some seconds; returns None if the worker is lost.
RunJob: TypeAlias = Callable[[str, str, bytes, float], Awaitable[bytes | None]]
CancelJob: TypeAlias = Callable[[str, str], None]


class LocalWorkers:
    """The workers of one name (see ``core.workers``); the page decides how many there are."""

    def __init__(self, name: str, run: RunJob, cancel: CancelJob) -> None:
        self._name = name
        self._run = run
        self._cancel = cancel

    async def run(self, job: Job[Result], seconds: float, subject: str = "") -> Result:
        answer = await self._run(self._name, subject, pickle.dumps(job), seconds)
        if answer is None:
            raise WorkerLost("its worker ended, or did not answer in time")
        result: object = pickle.loads(answer)  # of this program
        if isinstance(result, JobFailed | ApiError):
            raise result
        return cast("Result", result)

    async def run_with_retries(self, job: Job[Result], seconds: float, subject: str) -> Result:
        try:
            return await self.run(job, seconds, subject)
        except WorkerLost:
            return await self.run(job, seconds, subject)

    def cancel(self, subject: str) -> None:
        self._cancel(self._name, subject)

    async def close(self) -> None:
        """Do nothing: the page ends its workers."""


def do_job(job: bytes) -> bytes:
    """Do a pickled job in a worker; return its pickled result, or the error for the caller."""
    return pickle.dumps(result_of(pickle.loads(job)))  # of this program
