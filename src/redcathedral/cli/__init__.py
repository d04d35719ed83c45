"""Run the command line; each command has a module, which is loaded only for this command."""

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
WRITE_ERRORS: Final = (EBADF, EFBIG, EIO, ENOSPC, EPIPE)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line, as the console script ``redcathedral``.

    It handles errors that commands do not handle: a closed output, which is not a failure, a file
    or an output that cannot be written, and an output that cannot encode some letters.
    """
    words = sys.argv[1:] if arguments is None else list(arguments)
    warnings.showwarning = _print_warning
    replace_unprintable()
    try:
        from redcathedral.cli.app import application

        try:
            application(words)(words, prog_name="redcathedral")
        except SystemExit as exit_request:
            if isinstance(exit_request.__context__, BrokenPipeError):  # Typer exits with 1
                raise exit_request.__context__ from None
            output: TextIO | None = sys.stdout  # None if it is closed
            if output is not None:
                output.flush()
            raise
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except OSError as error:
        _exit_with_error(error)
    except ValueError as error:
        from redcathedral.text import LocaleError

        if not isinstance(error, LocaleError):
            raise
        sys.stderr.write(f"{error}. The program needs this file; install it again.\n")
        sys.exit(FAILED)


def _exit_with_error(error: OSError) -> NoReturn:
    """Exit with a message, but silently if the reader of the output has closed it."""
    if error.errno != EPIPE:
        subject = error.filename or ("The output" if error.errno in WRITE_ERRORS else "")
        prefix = f"{subject} cannot be used: " if subject else ""
        with suppress(OSError):  # standard error may fail too
            sys.stderr.write(f"{prefix}{error.strerror or error}\n")
    with suppress(OSError):  # keep Python from writing the remaining output at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(0 if error.errno == EPIPE else FAILED)


def _print_warning(message: Warning | str, *_: object, **__: object) -> None:
    with suppress(OSError):
        sys.stderr.write(f"warning: {' '.join(str(message).split())}\n")
