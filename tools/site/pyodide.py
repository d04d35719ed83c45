"""Pyodide from npm, and the packages for its Python from wheels, both at locked versions."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Final

from tools.build_page import HASH_FILE, ROOT, digest, install_packages, is_built
from tools.site.debian import PYTHON

HERE: Final = Path(__file__).parent
PYODIDE: Final = HERE / "node_modules/pyodide"
RUNNER: Final = HERE / "run.mjs"
PLATFORM: Final = "pyemscripten_2026_0_wasm32"  # PEP 783
REQUIREMENTS: Final = ROOT / "requirements/site.txt"
MACRO: Final = re.compile(r"^(?:#define|/\* #undef) (\w+)", re.MULTILINE)


def install_pyodide() -> None:
    """Install Pyodide with npm, unless it matches the lock file already."""
    install_packages(HERE)


def install_wheels(folder: Path, requirements: Path = REQUIREMENTS) -> None:
    """Unpack the wheels of a lock file into a folder, unless that is done."""
    source = digest([requirements], PLATFORM, PYTHON)
    if is_built(folder, source):
        return
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    command += ["--no-input", "--no-compile", "--no-deps", "--require-hashes"]
    command += ["--ignore-requires-python"]  # of the Python that runs pip
    command += ["--only-binary", ":all:", "--implementation", "cp", "--python-version", PYTHON]
    for abi in (f"cp{PYTHON.replace('.', '')}", "none"):
        command += ["--abi", abi]
    for platform in (PLATFORM, "any"):
        command += ["--platform", platform]
    shutil.rmtree(folder, ignore_errors=True)
    command += ["--target", str(folder), "-r", str(requirements)]
    if subprocess.run(command, check=False).returncode:
        sys.exit("Installing the packages of the site failed; see the message of pip above.")
    shutil.rmtree(folder / "bin", ignore_errors=True)  # commands of the packages
    (folder / HASH_FILE).write_text(source)


def configuration(template: str) -> str:
    """Return the pyconfig.h of Pyodide's Python; the template is that of another platform.

    Pyodide does not ship this file, but its ``sysconfig`` has the values of the macros.
    """
    with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as library:
        module = library.read("_sysconfigdata__emscripten_wasm32-emscripten.py").decode()
    names: dict[str, dict[str, str | int]] = {}
    exec(module, names)
    values = names["build_time_vars"]
    defined = [name for name in sorted(set(MACRO.findall(template))) if values.get(name)]
    return "".join(f"#define {name} {values[name]}\n" for name in defined)
