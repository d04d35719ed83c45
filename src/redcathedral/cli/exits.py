"""How long work with many games stops: a message, an exit status, and what was played is kept."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from typing import Final, NoReturn

import typer

from redcathedral.play.match import BotError

INTERRUPTED: Final = 130


def stop(reason: str, status: int) -> NoReturn:
    """End the command with a message."""
    typer.echo(reason, err=True)
    raise typer.Exit(status) from None


@contextmanager
def failures(*refused: type[Exception]) -> Iterator[None]:
    """Failures of games as messages; what is ``refused`` is the user's to change, status 2."""
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
        stop(f"{error.filename or 'A file'} cannot be written: {error.strerror}", 1)
    except KeyboardInterrupt:
        stop("Stopped; the same command goes on.", INTERRUPTED)
