"""The command line: one module a command, loaded only when it is asked for."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; the console script ``redcathedral``."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    try:
        from redcathedral.cli.app import application

        application(given)(given, prog_name="redcathedral")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # Whoever read our output has gone; nothing may be written at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
