"""The folder of the site: the page, the scripts of its server, and Python with the game."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path
from typing import Final

from redcathedral.text import languages
from tools.build_page import PAGE, WEB, make_page, npm
from tools.site.answers import write_answers
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
    write_answers(out / "site/answers")
    library = "python_stdlib.zip"
    archive_standard_library(PYODIDE / library, parts / "library", out / "python" / library)
    archive_game(python, languages(), parts / "game", out / "python/game.zip")
    write_service_worker(out)


def write_service_worker(out: Path) -> None:
    """Write sw.js with the names of all files and a version that depends on their contents."""
    (out / "sw.js").unlink(missing_ok=True)
    files = sorted(path for path in out.rglob("*") if path.is_file())
    total = hashlib.sha256()
    for path in files:
        total.update(path.relative_to(out).as_posix().encode() + path.read_bytes())
    names = ["./", *(path.relative_to(out).as_posix() for path in files)]
    script = Path(__file__).with_name("sw.js").read_text("utf-8")
    script = script.replace("'VERSION'", json.dumps(total.hexdigest()[:16]))
    (out / "sw.js").write_text(
        script.replace("FILES = []", f"FILES = {json.dumps(names)}"), "utf-8"
    )
