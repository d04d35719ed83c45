"""The version, and whether the engine that is running is compiled."""

from __future__ import annotations

from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from redcathedral import __version__

# One of the modules that setup.py hands to mypyc.
_ENGINE = "redcathedral.engine.rules"


def engine() -> str:
    """``compiled``, or ``pure`` with the reason in parentheses."""
    spec = find_spec(_ENGINE)
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


def version_lines() -> list[str]:
    """What ``--version`` prints."""
    return [f"redcathedral {__version__}", f"engine: {engine()}"]
