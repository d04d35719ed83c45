"""The wheel for Pyodide: the library with its engine for WebAssembly, for notebooks."""

from __future__ import annotations

import csv
import io
import json
import os
import tarfile
import zipfile
from base64 import urlsafe_b64encode
from hashlib import sha256
from pathlib import Path
from typing import Final

from tools.build_page import ROOT, node
from tools.release.native import PLAY_ONCE, compare
from tools.release.steps import environment, run
from tools.site.archive import FIRST_DATE
from tools.site.debian import PYTHON
from tools.site.pyodide import HERE, PLATFORM, install_wheels

ABI: Final = f"cp{PYTHON.replace('.', '')}"
TAG: Final = f"{ABI}-{ABI}-{PLATFORM}"
NOTEBOOK: Final = HERE / "notebook.mjs"
REQUIREMENTS: Final = ROOT / "requirements/notebook.txt"
WHEEL: Final = f"""Wheel-Version: 1.0
Generator: tools.release
Root-Is-Purelib: false
Tag: {TAG}
"""
# What needs a server or a terminal.
LEFT_OUT: Final = (
    "redcathedral/__main__.py", "redcathedral/cli/", "redcathedral/lab/commands/",
    "redcathedral/server/",
)  # fmt: skip


def write_wheel(python: Path, sdist: Path, folder: Path) -> Path:
    """Write the wheel from the folder of ``build_python`` and the metadata of the sdist."""
    name = sdist.name.removesuffix(".tar.gz")
    with tarfile.open(sdist) as archive:
        metadata = archive.extractfile(f"{name}/PKG-INFO")
        assert metadata is not None
        files = library_files(python) | {f"{name}.dist-info/METADATA": metadata.read()}
    files[f"{name}.dist-info/WHEEL"] = WHEEL.encode()
    files[f"{name}.dist-info/licenses/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    list_name = f"{name}.dist-info/RECORD"
    files[list_name] = record(files, list_name)
    folder.mkdir(parents=True, exist_ok=True)
    wheel = folder / f"{name}-{TAG}.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for path, data in files.items():
            archive.writestr(zipfile.ZipInfo(path, FIRST_DATE), data, zipfile.ZIP_DEFLATED)
    return wheel


def library_files(python: Path) -> dict[str, bytes]:
    """Return the files of the package that a notebook can use, by their names in the wheel."""
    paths = [*python.glob("redcathedral/**/*"), *python.glob("redcathedral__mypyc.*")]
    names = {path.relative_to(python).as_posix(): path for path in sorted(paths) if path.is_file()}
    return {
        name: path.read_bytes() for name, path in names.items() if not name.startswith(LEFT_OUT)
    }


def record(files: dict[str, bytes], own_name: str) -> bytes:
    """Return the list of a wheel's files, with their hashes and sizes."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    for name, data in files.items():
        digest = urlsafe_b64encode(sha256(data).digest()).decode().rstrip("=")
        rows.writerow((name, f"sha256={digest}", len(data)))
    rows.writerow((own_name, "", ""))
    return text.getvalue().encode()


def check_wheel(wheel: Path, parts: Path, log: Path, expected: object) -> None:
    """Install a wheel with micropip in Pyodide, offline, and play a game; exit if that fails.

    ``parts`` is the folder in which the site was built, with the packages that the wheel needs.
    """
    installer = parts / "notebook"
    install_wheels(installer, REQUIREMENTS)
    path = os.pathsep.join(map(str, (parts / "packages", installer)))
    played = run([node(), NOTEBOOK, wheel, PLAY_ONCE], log, environment(PYTHONPATH=path))
    compare(wheel, json.loads(played), expected)
