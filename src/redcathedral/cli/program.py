"""Find the command that runs this program, to show it in messages."""

import shutil
import sys
from pathlib import Path
from typing import Final

from redcathedral.box.quoting import printable

NAME: Final = "redcathedral"


def program_command() -> str:
    """Return the command that runs this program: its name, if the shell finds it on the path."""
    script = sys.argv[0]
    if Path(script).name == "__main__.py":
        return f"python -m {NAME}"
    script_on_path = shutil.which(NAME)
    if script_on_path is not None and Path(script_on_path).resolve() == Path(script).resolve():
        return NAME
    return printable(script)
