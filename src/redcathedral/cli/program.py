"""The program: how it is called again."""

import shutil
import sys
from pathlib import Path
from typing import Final

from redcathedral.box.quoting import printable

NAME: Final = "redcathedral"


def program_command() -> str:
    """What somebody types to call it again: its name alone where the shell finds it by that."""
    called = sys.argv[0]
    if Path(called).name == "__main__.py":
        return f"python -m {NAME}"
    found = shutil.which(NAME)
    if found is not None and Path(found).resolve() == Path(called).resolve():
        return NAME
    return printable(called)
