"""The folder of the site: the page, the scripts of its server, and Python with the game."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path
from typing import Final

from redcathedral.server.middleware.security_headers import CONTENT_SECURITY_POLICY
from redcathedral.text import languages
from redcathedral.text.translator import Translator
from tools.build_page import PAGE, WEB, make_page, npm
from tools.site.answers import write_answers
from tools.site.archive import archive_game, archive_standard_library, write_compressed
from tools.site.licenses import license_texts
from tools.site.pyodide import PYODIDE

LOCK: Final = "pyodide-lock.json"
COMPRESSED: Final = ("pyodide.asm.mjs", "pyodide.asm.wasm")
START: Final = (
    '<script src="./site/check.js"></script>\n    '
    '<script type="module" src="./site/start.js"></script>\n    '
)
# Hosts of files send no headers. Python is WebAssembly, and its loader is unpacked into a blob.
POLICY: Final = (
    CONTENT_SECURITY_POLICY.split("; frame-ancestors")[0]
    .replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval' blob:")
    .replace("connect-src 'self'", "connect-src 'self' blob:")
)
CHARSET: Final = '<meta charset="utf-8" />'
REASONS: Final = ("file", "old")
# Files that visitors need for one language, or never.
NOT_KEPT: Final = ("site/answers/words-", "preview.", "index.html")
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
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />'
    page = page.replace(CHARSET, f"{CHARSET}\n    {policy}")
    index.write_text(page.replace(FIRST_MODULE, START + FIRST_MODULE, 1), "utf-8")
    write_check(out / "site/check.js")
    with (out / "licences.txt").open("a", encoding="utf-8") as licenses:
        licenses.write(f"\n\n{license_texts(parts / 'packages')}")
    write_pyodide(out / "python")
    write_answers(out / "site/answers")
    library = "python_stdlib.zip"
    archive_standard_library(PYODIDE / library, parts / "library", out / "python" / library)
    archive_game(python, languages(), parts / "game", out / "python/game.zip")
    write_service_worker(out)


def write_check(target: Path) -> None:
    """Write check.js with its texts in all languages."""
    texts = {
        language: {reason: Translator(language).text(f"web.site.{reason}") for reason in REASONS}
        for language in languages()
    }
    script = Path(__file__).with_name("check.js").read_text("utf-8")
    target.write_text(script.replace("{}", json.dumps(texts, ensure_ascii=False), 1), "utf-8")


def write_pyodide(folder: Path) -> None:
    """Write Pyodide without its list of packages."""
    folder.mkdir()
    shutil.copy2(PYODIDE / "pyodide.mjs", folder)
    lock = json.loads((PYODIDE / LOCK).read_text("utf-8"))
    (folder / LOCK).write_text(json.dumps(lock | {"packages": {}}), "utf-8")
    for name in COMPRESSED:
        write_compressed((PYODIDE / name).read_bytes(), folder / name)


def write_service_worker(out: Path) -> None:
    """Write sw.js with the names of all files and a version that depends on their contents."""
    (out / "sw.js").unlink(missing_ok=True)
    files = sorted(path for path in out.rglob("*") if path.is_file())
    total = hashlib.sha256()
    for path in files:
        total.update(path.relative_to(out).as_posix().encode() + path.read_bytes())
    names = [path.relative_to(out).as_posix() for path in files]
    names = ["./", *(name for name in names if not name.startswith(NOT_KEPT))]
    script = Path(__file__).with_name("sw.js").read_text("utf-8")
    script = script.replace("'VERSION'", json.dumps(total.hexdigest()[:16]))
    (out / "sw.js").write_text(
        script.replace("FILES = []", f"FILES = {json.dumps(names)}"), "utf-8"
    )
