"""What commands say beside their output: warnings, and why they end early.

What was played until then is kept.
"""

import warnings
from collections.abc import Iterable, Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from typing import Final, NoReturn

import typer

from redcathedral.box.quoting import printable
from redcathedral.play.bot import BotWarning
from redcathedral.play.match import BotError

DISAGREES: Final = 1  # a record with the rules
UNREADABLE: Final = 2
INTERRUPTED: Final = 130


def warn(texts: Iterable[str]) -> None:
    """Say each text once, on standard error; the bots' own warnings are not shown from then on."""
    for text in dict.fromkeys(texts):
        typer.echo(f"warning: {printable(text)}", err=True)
    warnings.simplefilter("ignore", BotWarning)


def stop(reason: str, status: int) -> NoReturn:
    """End the command with a message."""
    typer.echo(reason, err=True)
    raise typer.Exit(status) from None


@contextmanager
def failures(*refused: type[Exception], fix: str = "", goes_on: str = "") -> Iterator[None]:
    """Failures of games as messages; what is ``refused`` is the user's to change, status 2.

    ``fix`` is a way out where a file cannot be written, ``goes_on`` from where the work goes on.
    """
    try:
        yield
    except refused as error:
        stop(str(error), 2)
    except BrokenExecutor:
        stop("A process that played was ended from outside; the same command goes on.", 1)
    except BotError as error:
        stop(str(error), 1)
    except OSError as error:
        if error.filename is None:  # the output, not a file of ours
            raise
        if fix:
            stop(f"{error.filename}: {error.strerror}; {fix}", UNREADABLE)
        stop(f"{error.filename or 'A file'} cannot be written: {error.strerror}", 1)
    except KeyboardInterrupt:
        stop(f"Stopped; the same command goes on{goes_on}.", INTERRUPTED)
