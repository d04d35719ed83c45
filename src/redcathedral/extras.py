"""The extras of the package: what is installed besides it for research, training and clusters."""

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager


class MissingExtra(ModuleNotFoundError):
    """A module that an extra installs is not here: which one, and how to install it."""


def how_to_install(extra: str) -> str:
    """Return what to run to get an extra, or several with commas between.

    It names a clone and the Python that is running: the package is on no index yet.
    """
    python = shlex.quote(sys.executable or "python")
    constraints = "-c requirements/research.txt"
    return f"in a clone of redcathedral run: {python} -m pip install {constraints} '.[{extra}]'"


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Import in this block what an extra installs.

    Raises MissingExtra, whose text says how to install it.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        text = f"{error.name or error} is not installed; {how_to_install(extra)}"
        raise MissingExtra(text, name=error.name) from None


@contextmanager
def script_needs(extra: str) -> Iterator[None]:
    """Import in this block what an extra installs; end the script with the same text."""
    try:
        with needs(extra):
            yield
    except MissingExtra as error:
        sys.exit(str(error))
