"""Executors run the jobs of a command: in processes on this machine, or on a Ray cluster."""

from collections.abc import Callable, Generator, Iterable
from typing import Annotated, Protocol, TypeAlias

import typer

from redcathedral.cli.arguments import process_count
from redcathedral.cli.messages import usage_error
from redcathedral.lab.arena import cluster
from redcathedral.play.process_pool import Job, Result, run_jobs

Ray: TypeAlias = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Play on this Ray cluster.")
]


class AnyExecutor(Protocol):
    """Runs jobs of any kind; the results come in any order."""

    def __call__(
        self, hire: Callable[[], Callable[[Job], Result]], pieces: Iterable[Job], /
    ) -> Generator[Result]:
        """Do the pieces; ``hire`` makes what does them."""


def make_executor(jobs: int | None, ray: str | None) -> AnyExecutor:
    """Return an executor for ``jobs`` processes, by default one for each core, or for a cluster."""
    if ray is not None and jobs is not None:
        usage_error("--ray", "--jobs is for this machine, --ray for others")
    count = process_count(jobs)

    def run(
        hire: Callable[[], Callable[[Job], Result]], pieces: Iterable[Job], /
    ) -> Generator[Result]:
        if ray is not None:
            return cluster.work(hire, pieces, ray)
        return run_jobs(hire, pieces, count)

    return run
