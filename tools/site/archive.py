"""Archives of Python modules for the site: only what the page needs, as bytecode of its Python."""

from __future__ import annotations

import io
import lzma
import os
import pickle
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
DICTIONARY_BYTES: Final = 1 << 22  # the memory that a page needs to unpack a file

# What needs a server, a terminal or the laboratory.
UNUSED_PARTS: Final = (
    "redcathedral/cli", "redcathedral/envs", "redcathedral/lab", "redcathedral/server/app.py",
    "redcathedral/server/binding.py", "redcathedral/server/features/notifications",
    "redcathedral/server/middleware", "redcathedral/server/run", "redcathedral/server/sql",
)  # fmt: skip
# Modules of the standard library that a page cannot use, or never does.
UNUSED_STANDARD: Final = frozenset({
    "_pydatetime", "_pyio", "_pyrepl", "_strptime", "argparse", "bdb", "cProfile", "calendar",
    "cmd", "code", "colorsys", "compileall", "compression/zstd", "configparser",
    "ctypes", "curses", "dbm", "doctest", "ensurepip", "filecmp", "fileinput",
    "ftplib", "getopt", "getpass", "gettext", "graphlib", "http", "idlelib", "imaplib",
    "lib2to3", "mailbox", "mimetypes", "modulefinder", "multiprocessing", "netrc", "optparse",
    "pdb", "pickletools", "plistlib", "poplib", "pprint", "profile", "pstats", "py_compile",
    "pyclbr", "pydoc", "pydoc_data", "quopri", "sched", "shelve", "smtplib", "socketserver",
    "sqlite3", "symtable", "tabnanny", "tarfile", "test", "timeit", "tkinter",
    "trace", "tracemalloc", "turtle", "unittest", "urllib/request", "venv", "wave", "webbrowser",
    "wsgiref", "xml", "xmlrpc", "zipapp", "asyncio/proactor_events", "asyncio/windows_events",
    "asyncio/windows_utils", "_sysconfigdata__emscripten_wasm32-emscripten",
})  # fmt: skip
UNUSED_BABEL: Final = ("babel/dates", "babel/localtime", "babel/messages", "babel/support")
# What Babel must know of a language: plurals, numbers and lists.
USED_LOCALE_DATA: Final = frozenset({
    "decimal_formats", "list_patterns", "locale_id", "number_symbols", "numbering_systems",
    "ordinal_form", "parent_exceptions", "plural_form",
})  # fmt: skip
UNUSED_ENCODINGS: Final = (
    "big5", "cp1", "cp7", "cp8", "cp9", "euc", "gb", "hz", "iso", "johab", "koi", "mac_", "shift"
)  # fmt: skip


def archive_game(python: Path, languages: Collection[str], work: Path, target: Path) -> None:
    """Write the package and what it imports, from the folder of ``build_python``, compressed."""
    shutil.rmtree(work, ignore_errors=True)

    def unused(folder: str, names: list[str]) -> set[str]:
        part = Path(folder).relative_to(python).as_posix()
        return {name for name in names if not _is_needed(f"{part}/{name}", languages)}

    shutil.copytree(python, work, ignore=unused)
    for path in [*work.glob("babel/locale-data/*.dat"), work / "babel/global.dat"]:
        data = pickle.loads(path.read_bytes())  # of the locked package
        used = {key: value if key in USED_LOCALE_DATA else {} for key, value in data.items()}
        path.write_bytes(pickle.dumps(used))
    _archive(work, target)


def _is_needed(path: str, languages: Collection[str]) -> bool:
    path = path.removeprefix("./")
    if path in UNUSED_PARTS or path.endswith((".dist-info", ".pyi", "py.typed")):
        return False
    if path.startswith("redcathedral/server/features/") and path.endswith("/sql.py"):
        return False
    if path.startswith("babel/locale-data/"):
        return Path(path).stem in {"root", *languages}
    return not path.startswith(
        ("babel/messages", "babel/dates", "babel/support", "babel/localtime")
    )


def archive_standard_library(source: Path, work: Path, target: Path) -> None:
    """Write Pyodide's standard library without the modules that are never imported."""
    shutil.rmtree(work, ignore_errors=True)
    with zipfile.ZipFile(source) as archive:
        archive.extractall(work, [name for name in archive.namelist() if _is_standard(name)])
    _archive(work, target)


def _is_standard(name: str) -> bool:
    module = name.removesuffix(".py")
    parts = module.strip("/").split("/")
    if parts[0] == "email":  # importlib.metadata imports the empty package
        return parts[-1] == "__init__"
    if parts[0] == "encodings" and len(parts) > 1:
        return not parts[1].startswith(UNUSED_ENCODINGS)
    return not {parts[0], "/".join(parts[:2])} & UNUSED_STANDARD


def _archive(folder: Path, target: Path) -> None:
    """Compile the modules of a folder with Pyodide's Python, and write an archive of the folder.

    The archive compresses nothing, so that ``web/src/site/python.ts`` can read it.
    """
    program = ["compileall", "-b", "-q", "-o", "2", "-s", str(folder), "-p", HOME, str(folder)]
    environment = os.environ | {"PYTHONPATH": "", "SOURCE_DATE_EPOCH": "0"}
    done = subprocess.run([node(), RUNNER, *program], cwd=ROOT, env=environment, check=False)
    if done.returncode:
        sys.exit("Compiling the modules of the site failed; see the message of Python above.")
    for path in folder.rglob("*.py"):
        path.unlink()
        if any(path.parent.glob(f"{path.stem}.*.so")):  # the compiled module is imported
            path.with_suffix(".pyc").unlink()
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for path in sorted(folder.rglob("*"), key=lambda path: (path.suffix, path)):
            if path.is_file():
                entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), FIRST_DATE)
                archive.writestr(entry, path.read_bytes())
    write_compressed(content.getvalue(), target)


def write_compressed(content: bytes, target: Path) -> None:
    """Write a file whose name ends in .xz: ``web/src/site/python.ts`` unpacks it."""
    preset = 9 | lzma.PRESET_EXTREME
    options = {"id": lzma.FILTER_LZMA2, "preset": preset, "dict_size": DICTIONARY_BYTES}
    packed = lzma.compress(content, filters=[options])
    target.with_name(f"{target.name}.xz").write_bytes(packed)
