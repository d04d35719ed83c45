"""``python -m tools.site.docs``: the documentation, as pages next to the game."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Annotated, Final

import typer

from tools.build_page import PAGE, ROOT, WEB, make_page
from tools.command import command_app

SETTINGS: Final = ROOT / "tools/site/sphinx"
FONT: Final = re.compile(r"@fontsource/[\w-]+/files/([\w-]+)\.woff2")


def build_docs(out: Path) -> None:
    """Write the pages; a warning of Sphinx, for example about a link, ends the program."""
    make_page()
    shutil.rmtree(out, ignore_errors=True)
    with tempfile.TemporaryDirectory() as cache:
        words = ["--quiet", "--fail-on-warning", "--jobs", "auto", "-d", cache, "-c", str(SETTINGS)]
        command = [sys.executable, "-m", "sphinx", *words, str(ROOT / "docs"), str(out)]
        if subprocess.run(command, cwd=ROOT, check=False).returncode:
            sys.exit("Building the documentation failed; see the messages of Sphinx above.")
    write_fonts(out / "_static")
    shutil.copy2(out / "README.html", out / "index.html")


def write_fonts(folder: Path) -> None:
    """Write the fonts of the game, and the style sheet that names them."""

    def copy(font: re.Match[str]) -> str:
        (path,) = PAGE.glob(f"assets/{font[1]}-*.woff2")
        shutil.copy2(path, folder)
        return path.name

    text = (WEB / "src/fonts.css").read_text("utf-8")
    (folder / "fonts.css").write_text(FONT.sub(copy, text), "utf-8")


def docs(
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for the pages.")] = ROOT
    / "build/docs",
) -> None:
    """Build the documentation and the reference of the Python interface.

    Example: python -m tools.site.docs --out build/docs
    """
    build_docs(out.resolve())
    typer.echo(f"the documentation is in {out}/index.html")


app: Final = command_app(docs)

if __name__ == "__main__":
    app(prog_name="python -m tools.site.docs")
