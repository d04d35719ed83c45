"""Whether the engine of this installation is compiled by mypyc, and if not, why."""

from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Final

ENGINE: Final = "redcathedral.engine.rules"  # one of the modules that setup.py compiles


def engine_build() -> str:
    """Return ``compiled``, or ``pure`` with the reason in parentheses."""
    spec = find_spec(ENGINE)
    origin = "" if spec is None or spec.origin is None else spec.origin
    if Path(origin).suffix in {".so", ".pyd"}:
        return "compiled"
    build_note = files("redcathedral").joinpath("_build.txt")  # written by setup.py
    note = build_note.read_text(encoding="utf-8").strip() if build_note.is_file() else ""
    if note.startswith("pure:"):
        reason = note.removeprefix("pure:").strip()
    else:
        reason = "the source is running as it is, not the installed package"
    return f"pure ({reason})"
