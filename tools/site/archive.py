"""Archives of Python modules for the site: only what the page needs, as bytecode of its Python."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Collection
from pathlib import Path
from typing import Final

from tools.build_page import ROOT, node
from tools.site.pyodide import RUNNER

HOME: Final = "/game"  # where web/src/site/python.ts unpacks the archive
FIRST_DATE: Final = (1980, 1, 1, 0, 0, 0)  # the same files give the same archive

# What needs a server, a terminal or the laboratory.
UNUSED_PARTS: Final = (
    "redcathedral/cli", "redcathedral/envs", "redcathedral/lab", "redcathedral/server/app.py",
    "redcathedral/server/binding.py", "redcathedral/server/features/notifications",
    "redcathedral/server/middleware", "redcathedral/server/run", "redcathedral/server/sql",
)  # fmt: skip
# Modules of the standard library that a page cannot use, or never does.
UNUSED_STANDARD: Final = frozenset({
    "_pyrepl", "compression/zstd", "ctypes", "dbm", "doctest", "ensurepip", "ftplib", "idlelib",
    "imaplib", "lib2to3", "mailbox", "multiprocessing", "optparse", "pdb", "pickletools", "poplib",
    "pydoc", "pydoc_data", "smtplib", "socketserver", "sqlite3", "tarfile", "test", "tkinter",
    "turtle", "unittest", "venv", "wsgiref", "xml/dom", "xml/etree", "xmlrpc",
})  # fmt: skip
UNUSED_ENCODINGS: Final = (
    "big5", "cp1", "cp7", "cp8", "cp9", "euc", "gb", "hz", "iso", "johab", "koi", "mac_", "shift"
)  # fmt: skip


def archive_game(python: Path, languages: Collection[str], work: Path, target: Path) -> None:
    """Write the package and what it imports, from the folder of ``build_python``."""
    shutil.rmtree(work, ignore_errors=True)

    def unused(folder: str, names: list[str]) -> set[str]:
        part = Path(folder).relative_to(python).as_posix()
        return {name for name in names if not _is_needed(f"{part}/{name}", languages)}

    shutil.copytree(python, work, ignore=unused)
    _archive(work, target)


def _is_needed(path: str, languages: Collection[str]) -> bool:
    path = path.removeprefix("./")
    if path in UNUSED_PARTS or path.endswith((".dist-info", ".pyi", "py.typed")):
        return False
    if path.startswith("redcathedral/server/features/") and path.endswith("/sql.py"):
        return False
    if path.startswith("babel/locale-data/"):
        return Path(path).stem in {"root", *languages}
    return True


def archive_standard_library(source: Path, work: Path, target: Path) -> None:
    """Write Pyodide's standard library without the modules that are never imported."""
    shutil.rmtree(work, ignore_errors=True)
    with zipfile.ZipFile(source) as archive:
        archive.extractall(work, [name for name in archive.namelist() if _is_standard(name)])
    _archive(work, target)


def _is_standard(name: str) -> bool:
    module = name.removesuffix(".py")
    parts = module.strip("/").split("/")
    if parts[0] == "encodings" and len(parts) > 1:
        return not parts[1].startswith(UNUSED_ENCODINGS)
    return not {parts[0], "/".join(parts[:2])} & UNUSED_STANDARD


def _archive(folder: Path, target: Path) -> None:
    """Compile the modules of a folder with Pyodide's Python, and write an archive of the folder."""
    program = ["compileall", "-b", "-q", "-o", "2", "-s", str(folder), "-p", HOME, str(folder)]
    environment = os.environ | {"PYTHONPATH": "", "SOURCE_DATE_EPOCH": "0"}
    done = subprocess.run([node(), RUNNER, *program], cwd=ROOT, env=environment, check=False)
    if done.returncode:
        sys.exit("Compiling the modules of the site failed; see the message of Python above.")
    for path in folder.rglob("*.py"):
        path.unlink()
        if any(path.parent.glob(f"{path.stem}.*.so")):  # the compiled module is imported
            path.with_suffix(".pyc").unlink()
    with zipfile.ZipFile(target, "w") as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), FIRST_DATE)
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, path.read_bytes(), compresslevel=9)
