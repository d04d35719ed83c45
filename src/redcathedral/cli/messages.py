"""What commands say beside their output: warnings, how far they have come, why they end early.

What was played until then is kept.
"""

import sys
import warnings
from collections.abc import Iterable, Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from time import monotonic
from typing import Final, NoReturn, TypeVar

import typer

from redcathedral.box.quoting import printable
from redcathedral.play.bot import BotWarning
from redcathedral.play.match import BotError

DISAGREES: Final = 1  # a record with the rules
UNREADABLE: Final = 2
INTERRUPTED: Final = 130
BAR_DELAY: Final = 2.0  # seconds before a bar shows
LINE_INTERVAL: Final = 10.0  # seconds between lines about the progress, on outputs without a bar

Step = TypeVar("Step")


def warn(texts: Iterable[str]) -> None:
    """Say each text once, on standard error; the bots' own warnings are not shown from then on."""
    for text in dict.fromkeys(texts):
        typer.echo(f"warning: {printable(text)}", err=True)
    warnings.simplefilter("ignore", BotWarning)


def progress(steps: Iterator[Step], total: int, noun: str = "") -> Iterator[Step]:
    """Yield the steps, and show a progress bar on a terminal after a few seconds.

    If standard error is not a terminal and the steps have a ``noun``, print a line with the number
    of finished steps from time to time.
    """
    if not sys.stderr.isatty():
        yield from _with_lines(steps, total, noun) if noun else steps
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
            if not bar.live.is_started and monotonic() - began > BAR_DELAY:
                bar.start()
            yield step
    finally:
        bar.stop()


def _with_lines(steps: Iterator[Step], total: int, noun: str) -> Iterator[Step]:
    said = monotonic()
    for done, step in enumerate(steps, 1):
        if monotonic() - said >= LINE_INTERVAL:
            said = monotonic()
            typer.echo(f"{done} of {count_of(total, noun)} done", err=True)
        yield step


def count_of(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def exit_with(reason: str, status: int) -> NoReturn:
    typer.echo(reason, err=True)
    raise typer.Exit(status) from None


def usage_error(option: str, reason: str) -> NoReturn:
    raise typer.BadParameter(reason, param_hint=option) from None


@contextmanager
def report_failures(*refused: type[Exception], fix: str = "", goes_on: str = "") -> Iterator[None]:
    """Failures of games as messages; what is ``refused`` is the user's to change, status 2.

    ``fix`` is a way out where a file cannot be written, ``goes_on`` from where the work goes on.
    """
    try:
        yield
    except refused as error:
        exit_with(str(error), 2)
    except BrokenExecutor:
        exit_with("A process that played was ended from outside; the same command goes on.", 1)
    except BotError as error:
        exit_with(str(error), 1)
    except OSError as error:
        if error.filename is None:  # the output, not a file of ours
            raise
        if fix:
            exit_with(f"{error.filename}: {error.strerror}; {fix}", UNREADABLE)
        exit_with(f"{error.filename or 'A file'} cannot be written: {error.strerror}", 1)
    except KeyboardInterrupt:
        exit_with(f"Stopped; the same command goes on{goes_on}.", INTERRUPTED)
