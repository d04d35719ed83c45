"""The extras of the package: optional dependencies for research, training and clusters."""

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager


class MissingExtra(ModuleNotFoundError):
    """A module of an extra is missing; the text names it and the command that installs it."""


def how_to_install(extra: str) -> str:
    """Return the command that installs an extra, or several extras separated by commas.

    It mentions a clone and uses the running Python, because no index has the package yet.
    """
    python = shlex.quote(sys.executable or "python")
    constraints = "-c requirements/research.txt"
    return f"in a clone of redcathedral run: {python} -m pip install {constraints} '.[{extra}]'"


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Import modules of an extra in a block; MissingExtra says how to install it."""
    try:
        yield
    except ModuleNotFoundError as error:
        text = f"{error.name or error} is not installed; {how_to_install(extra)}"
        raise MissingExtra(text, name=error.name) from None


@contextmanager
def script_needs(extra: str) -> Iterator[None]:
    """Run a block that imports the modules of an extra; without it, end the script with a text."""
    try:
        with needs(extra):
            yield
    except MissingExtra as error:
        sys.exit(str(error))
