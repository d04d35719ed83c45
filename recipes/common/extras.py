"""Import the extras that a recipe needs."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from redcathedral.extras import MissingExtra, needs


@contextmanager
def script_needs(extra: str) -> Iterator[None]:
    """A context for imports of an extra; if a module is missing, exit with its message."""
    try:
        with needs(extra):
            yield
    except MissingExtra as error:
        sys.exit(str(error))
