"""``python -m tools.site``: build the website, with the game and the documentation."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated, Final

import typer

from tools.build_page import HASH_FILE, ROOT, digest, is_built, page_sources
from tools.command import command_app
from tools.site.docs import build_docs
from tools.site.folder import build_folder
from tools.site.python import build_python, engine_note

PARTS: Final = ROOT / "build/site-parts"
FOLDERS: Final = ("src", "docs", "requirements", "tools")  # and the page's
# Folders that are built from them.
BUILT: Final = {"__pycache__", "node_modules", "packages", "page", "redcathedral.egg-info"}


def site_sources() -> list[Path]:
    """Return the files that the site is built from."""
    found = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))
    sources = {path for path in found if path.suffix != ".so" and not BUILT & {*path.parts}}
    return sorted({*filter(Path.is_file, sources), *page_sources(), ROOT / "setup.py"})


def site(
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for the results.")] = ROOT
    / "build/site",
) -> None:
    """Build the website: the game, with its Python in the browser, and the documentation.

    Nothing is done if it is built from the same sources already, with a compiled engine.
    Pyodide comes from npm, and packages from wheels, at locked versions.  If there is a compiler
    for WebAssembly, or if Debian's package sources have one, the engine is compiled.

    Example: python -m tools.site --out build/site
    """
    source = digest(site_sources(), str(out))
    if out.is_dir() and is_built(PARTS, source):
        typer.echo(f"the site in {out} is up to date")
        return
    (PARTS / HASH_FILE).unlink(missing_ok=True)
    with ThreadPoolExecutor() as pool:
        compiling = pool.submit(build_python, PARTS)
        build_docs(PARTS / "docs")
        python = compiling.result()
    build_folder(PARTS, python, out.resolve())
    # Only now, because the service worker keeps all files before it.
    shutil.copytree(PARTS / "docs", out / "docs")
    shutil.make_archive(str(out.resolve().with_name("site")), "zip", out)
    if engine_note(python) == "compiled":
        (PARTS / HASH_FILE).write_text(source)
    typer.echo(
        f"the site is in {out} and {out.with_name('site.zip')}; its engine is {engine_note(python)}"
    )


app: Final = command_app(site)

if __name__ == "__main__":
    app(prog_name="python -m tools.site")
