"""Print messages on standard error: warnings, progress, and reasons for an early exit."""

import shutil
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Final, NoReturn, TypeVar

import typer

from redcathedral.box.quoting import printable
from redcathedral.play.match import BotError

# Exit statuses.
DISAGREES: Final = 1  # a record does not agree with the rules
UNREADABLE: Final = 2
INTERRUPTED: Final = 130
BAR_DELAY: Final = 2.0  # seconds before a progress bar appears
LINE_INTERVAL: Final = 10.0  # seconds between progress lines, if there is no bar
PROGRAM: Final = "redcathedral"

Step = TypeVar("Step")


def warn(texts: Iterable[str]) -> None:
    """Print each text once."""
    for text in dict.fromkeys(texts):
        typer.echo(f"warning: {printable(text)}", err=True)


def progress(steps: Iterator[Step], total: int, noun: str = "") -> Iterator[Step]:
    """Yield the steps, and show a progress bar on a terminal after a few seconds.

    Without a terminal, print the number of finished steps with their ``noun`` from time to time.
    """
    if not sys.stderr.isatty():
        yield from _with_progress_lines(steps, total, noun) if noun else steps
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task("", total=total)
    start = monotonic()
    try:
        for step in steps:
            bar.advance(task)
            if not bar.live.is_started and monotonic() - start > BAR_DELAY:
                bar.start()
            yield step
    finally:
        bar.stop()


def _with_progress_lines(steps: Iterator[Step], total: int, noun: str) -> Iterator[Step]:
    last_line = monotonic()
    for done, step in enumerate(steps, 1):
        if monotonic() - last_line >= LINE_INTERVAL:
            last_line = monotonic()
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
def report_failures(
    *usage_errors: type[Exception], fix: str = "", resumes: str = ""
) -> Iterator[None]:
    """Print failures of games and exit; ``usage_errors`` have status 2.

    ``fix`` says what to do if a file cannot be written, ``resumes`` where the same command resumes.
    """
    try:
        yield
    except usage_errors as error:
        exit_with(str(error), 2)
    except BrokenExecutor:
        exit_with("A process was killed; the same command continues the work.", 1)
    except BotError as error:
        exit_with(str(error), 1)
    except OSError as error:
        if error.filename is None:  # standard output, not a file of the command
            raise
        if fix:
            exit_with(f"{error.filename}: {error.strerror}; {fix}", UNREADABLE)
        exit_with(f"{error.filename or 'A file'} cannot be written: {error.strerror}", 1)
    except KeyboardInterrupt:
        exit_with(f"Stopped; the same command continues{resumes}.", INTERRUPTED)


def program_command() -> str:
    """Return the command that runs this program: its name, if the shell finds it on the path."""
    script = sys.argv[0]
    if Path(script).name == "__main__.py":
        return f"python -m {PROGRAM}"
    script_on_path = shutil.which(PROGRAM)
    if script_on_path is not None and Path(script_on_path).resolve() == Path(script).resolve():
        return PROGRAM
    return printable(script)
