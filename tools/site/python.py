"""The Python of the site: the package with its engine for WebAssembly, and what it imports."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from tools.build_page import ROOT
from tools.site.debian import ToolsMissingError
from tools.site.engine import compile_engine
from tools.site.pyodide import install_pyodide, install_wheels

BUILD_NOTE: Final = "redcathedral/_build.txt"  # setup.py writes the same file
NOT_SOURCE: Final = shutil.ignore_patterns("page", "__pycache__", "*.so", "*.pyd")


def build_python(work: Path) -> Path:
    """Build the folder ``python`` in another folder, and return it.

    Without a compiler for WebAssembly, the engine is interpreted; ``_build.txt`` says why.
    """
    install_pyodide()
    install_wheels(work / "packages")
    parts = [work / "packages"]
    note = "compiled"
    try:
        compile_engine(work / "engine", work / "debian")
        parts.append(work / "engine")
    except ToolsMissingError as error:
        note = f"pure: {error}"
    folder = work / "python"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "src", folder, ignore=NOT_SOURCE)
    for part in parts:
        shutil.copytree(part, folder, dirs_exist_ok=True)
    (folder / BUILD_NOTE).write_text(f"{note}\n")
    return folder


def engine_note(folder: Path) -> str:
    """Return ``compiled``, or ``pure`` with the reason."""
    return (folder / BUILD_NOTE).read_text().strip()
