"""A bar that shows how far something has come."""

import sys
from collections.abc import Iterator
from time import monotonic
from typing import Final, TypeVar

PATIENCE: Final = 2.0  # seconds before the bar shows

Step = TypeVar("Step")


def progress(steps: Iterator[Step], total: int) -> Iterator[Step]:
    """The steps as they come, with a bar where somebody watches and has waited for a while."""
    if not sys.stderr.isatty():
        yield from steps
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task("", total=total)
    began = monotonic()
    try:
        for step in steps:
            bar.advance(task)
            if not bar.live.is_started and monotonic() - began > PATIENCE:
                bar.start()
            yield step
    finally:
        bar.stop()
