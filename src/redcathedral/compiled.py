"""How the package was built: whether its engine is compiled."""

from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Final

ENGINE: Final = "redcathedral.engine.rules"  # one of the modules that setup.py hands to mypyc


def engine_build() -> str:
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
