"""Keeps other processes off what one is writing; the system lets go when the process ends.

On Windows nothing is locked.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def lock(file: int) -> bool:
    """Lock an open file or folder, by its descriptor; False when another process has it."""
    if sys.platform != "win32":
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


@contextmanager
def alone(folder: Path) -> Iterator[bool]:
    """Whether a folder is this process's alone, until the end of the block."""
    if sys.platform == "win32":  # where a folder cannot be opened
        yield True
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        yield lock(opened)
    finally:
        os.close(opened)
