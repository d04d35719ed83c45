"""The extras of the package: optional dependencies for research, training and clusters."""

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager


class MissingExtra(ModuleNotFoundError):
    """A module of an extra is missing; the message says how to install it."""


def how_to_install(extra: str) -> str:
    """Return the command that installs extras ``a,b`` in a clone; the package is not published."""
    python = shlex.quote(sys.executable or "python")
    constraints = "-c requirements/research.txt"
    return f"in a clone of redcathedral run: {python} -m pip install {constraints} '.[{extra}]'"


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """A context for imports of an extra; raises MissingExtra if a module is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        text = f"{error.name or error} is not installed; {how_to_install(extra)}"
        raise MissingExtra(text, name=error.name) from None
