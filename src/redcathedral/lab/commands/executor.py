"""Run the jobs of a command in processes on this machine, or on a Ray cluster."""

from collections.abc import Callable, Generator, Iterable
from typing import Annotated, TypeAlias

import typer

from redcathedral.cli.arguments import process_count
from redcathedral.cli.messages import usage_error
from redcathedral.lab.arena import cluster
from redcathedral.play.process_pool import Executor, Job, Result, run_jobs

Ray: TypeAlias = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Play on this Ray cluster.")
]


def make_executor(processes: int | None, ray: str | None) -> Executor:
    """Return an executor that uses processes (by default one for each core) or a Ray cluster."""
    if ray is not None and processes is not None:
        usage_error("--ray", "--jobs is for this machine, --ray for others")
    count = process_count(processes)

    def run(
        make_worker: Callable[[], Callable[[Job], Result]], jobs: Iterable[Job], /
    ) -> Generator[Result]:
        if ray is not None:
            return cluster.run_on_cluster(make_worker, jobs, ray)
        return run_jobs(make_worker, jobs, count)

    return run
