"""The command line: one module a command, loaded only when it is asked for."""

import os
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from errno import EBADF, EFBIG, EIO, ENOSPC, EPIPE
from typing import Final, NoReturn, TextIO

from redcathedral.cli.output import replace_unprintable

FAILED: Final = 1
INTERRUPTED: Final = 130
OUTPUT: Final = (EBADF, EFBIG, EIO, ENOSPC, EPIPE)  # what a write fails with


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; the console script ``redcathedral``.

    It handles problems that a command does not handle: a closed output, which is not a failure, a
    file or an output that cannot be written, and an output that lacks letters.
    """
    given = sys.argv[1:] if arguments is None else list(arguments)
    warnings.showwarning = _show
    replace_unprintable()
    try:
        from redcathedral.cli.app import application

        try:
            application(given)(given, prog_name="redcathedral")
        except SystemExit as ending:
            if isinstance(ending.__context__, BrokenPipeError):  # Typer ends with 1 then
                raise ending.__context__ from None
            output: TextIO | None = sys.stdout  # none where it was closed
            if output is not None:
                output.flush()
            raise
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except OSError as error:
        _stop(error)
    except ValueError as error:
        from redcathedral.text import LocaleError

        if not isinstance(error, LocaleError):
            raise
        sys.stderr.write(
            f"{error}. The program cannot speak without this file; install it again.\n"
        )
        sys.exit(FAILED)


def _stop(error: OSError) -> NoReturn:
    """End with a message; without one where whoever read the output has gone."""
    if error.errno != EPIPE:
        what = error.filename or ("The output" if error.errno in OUTPUT else "")
        told = f"{what} cannot be used: " if what else ""
        with suppress(OSError):  # and the message neither
            sys.stderr.write(f"{told}{error.strerror or error}\n")
    with suppress(OSError):  # nothing may be written at exit either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(0 if error.errno == EPIPE else FAILED)


def _show(message: Warning | str, *_: object, **__: object) -> None:
    with suppress(OSError):
        sys.stderr.write(f"warning: {' '.join(str(message).split())}\n")
