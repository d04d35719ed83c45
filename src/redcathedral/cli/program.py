"""The program: how it is called again, its version, whether its engine is compiled."""

import shutil
import sys
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from redcathedral.box.quoting import printable

NAME: Final = "redcathedral"
ENGINE: Final = "redcathedral.engine.rules"  # one of the modules that setup.py hands to mypyc


def program() -> str:
    """What somebody types to call it again: its name alone where the shell finds it by that."""
    called = sys.argv[0]
    if Path(called).name == "__main__.py":
        return f"python -m {NAME}"
    found = shutil.which(NAME)
    if found is not None and Path(found).resolve() == Path(called).resolve():
        return NAME
    return printable(called)


def engine() -> str:
    """``compiled``, or ``pure`` with the reason in parentheses."""
    spec = find_spec(ENGINE)
    origin = "" if spec is None or spec.origin is None else spec.origin
    if Path(origin).suffix in {".so", ".pyd"}:
        return "compiled"
    note = files("redcathedral").joinpath("_build.txt")
    built = note.read_text(encoding="utf-8").strip() if note.is_file() else ""
    if built.startswith("pure:"):
        reason = built.removeprefix("pure:").strip()
    else:
        reason = "the source is running as it is, not the installed package"
    return f"pure ({reason})"
