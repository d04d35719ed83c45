"""The folder of the site: the page, the scripts of its server, and Python with the game."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from redcathedral.text import languages
from tools.build_page import PAGE, WEB, make_page, npm
from tools.site.archive import archive_game, archive_standard_library
from tools.site.pyodide import PYODIDE

PYODIDE_FILES: Final = (
    "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json"
)  # fmt: skip
START: Final = '<script type="module" src="./site/start.js"></script>\n    '
FIRST_MODULE: Final = '<script type="module"'


def build_folder(parts: Path, python: Path, out: Path) -> None:
    """Make the folder of the site from the built page, the scripts, and a folder with Python."""
    make_page()
    npm("run", "--silent", "build-site", hint="`npm run check` there may show more.", folder=WEB)
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(PAGE, out, ignore=shutil.ignore_patterns(".*"))
    shutil.copytree(parts / "scripts", out / "site")
    index = out / "index.html"
    page = index.read_text("utf-8")
    index.write_text(page.replace(FIRST_MODULE, START + FIRST_MODULE, 1), "utf-8")
    (out / "python").mkdir()
    for name in PYODIDE_FILES:
        shutil.copy2(PYODIDE / name, out / "python")
    library = "python_stdlib.zip"
    archive_standard_library(PYODIDE / library, parts / "library", out / "python" / library)
    archive_game(python, languages(), parts / "game", out / "python/game.zip")
