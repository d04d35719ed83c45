"""The command that runs this program again, for messages."""

import shutil
import sys
from pathlib import Path
from typing import Final

from redcathedral.box.quoting import printable

NAME: Final = "redcathedral"


def program_command() -> str:
    """Return the command that runs this program: its name, if the shell finds it on the path."""
    called = sys.argv[0]
    if Path(called).name == "__main__.py":
        return f"python -m {NAME}"
    on_path = shutil.which(NAME)
    if on_path is not None and Path(on_path).resolve() == Path(called).resolve():
        return NAME
    return printable(called)
