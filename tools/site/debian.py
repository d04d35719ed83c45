"""Programs from Debian packages that are unpacked, not installed: a compiler for WebAssembly.

The packages come from this machine's own package sources, once for its own release and once for
Debian's development release, sid.  apt uses a separate folder for its lists and downloads, so
neither root nor a change to the machine is necessary.  The compiler uses packages that are
installed.  ``tools/release/pythons.py`` unpacks a newer Python, with its C library.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tools.build_page import HASH_FILE, digest, is_built

PYTHON: Final = "3.14"  # the version of Pyodide's Python
LLVM: Final = Path("usr/lib/llvm-19")
TOOLS: Final = ("clang-19", "lld-19")
HEADERS: Final = (f"libpython{PYTHON}-dev/sid", "emscripten/sid")
LIBC: Final = (
    *("include/compat", "include", "lib/libc/musl/include"),
    *("lib/libc/musl/arch/emscripten", "lib/libc/musl/arch/generic"),
)


class ToolsMissingError(Exception):
    """Something to compile for WebAssembly cannot be had here; the message says what."""


@dataclass(frozen=True)
class Toolchain:
    """The programs and headers of unpacked packages."""

    root: Path

    def run(self, program: str, *arguments: str | Path) -> None:
        """Run clang or wasm-ld; raise ToolsMissingError if it fails."""
        paths = [root / LLVM / "bin" / program for root in (self.root, Path("/"))]
        path = next((path for path in paths if path.is_file()), Path(program))
        libraries = [self.root / LLVM / "lib", *(self.root / "usr/lib").glob("*-linux-*")]
        run(path, *arguments, LD_LIBRARY_PATH=":".join(map(str, libraries)))

    @property
    def python_headers(self) -> Path:
        """The folder of Python.h."""
        return self.root / "usr/include" / f"python{PYTHON}"

    @property
    def libc_headers(self) -> list[Path]:
        """The folders of the C library's headers, in the order of the search."""
        system = self.root / "usr/share/emscripten/system"
        return [system / name for name in LIBC]

    @property
    def configuration(self) -> Path:
        """The pyconfig.h of Debian's Python for this machine, which has the names of all macros."""
        found = (self.root / "usr/include").glob(f"*-linux-*/python{PYTHON}/pyconfig.h")
        if path := next(found, None):
            return path
        raise ToolsMissingError(f"libpython{PYTHON}-dev has no pyconfig.h")


def unpack_toolchain(folder: Path) -> Toolchain:
    """Download and unpack the packages into a folder, unless that is done.

    Raises ToolsMissingError if that is impossible.
    """
    return Toolchain(unpack_packages(folder, TOOLS, HEADERS))


def unpack_packages(
    folder: Path, programs: Sequence[str], others: Sequence[str], *, from_sid: bool = False
) -> Path:
    """Download and unpack packages, unless that is done; return the folder that is their root.

    What ``programs`` require is included, unless it is installed here.  With ``from_sid``, all of
    it is included, down to the C library.  Raises ToolsMissingError if that is impossible.
    """
    root = folder / "root"
    source = digest([Path(__file__)], *programs, *others)
    if is_built(folder, source):
        return root
    shutil.rmtree(root, ignore_errors=True)
    downloads = folder / "downloads"
    for path in ("lists/partial", "cache/archives/partial", "downloads", "root"):
        (folder / path).mkdir(parents=True, exist_ok=True)
    release = write_sources(folder / "sources.list")
    options = {
        "APT::Default-Release": "sid" if from_sid else release,
        "APT::Update::Error-Mode": "any",  # a failed download is an error
        "Acquire::Languages": "none",
        "Dir::Cache": folder / "cache",
        "Dir::Etc::SourceList": folder / "sources.list",
        "Dir::Etc::SourceParts": "/dev/null",
        "Dir::State::Lists": folder / "lists",
        **({"Dir::State::Status": "/dev/null"} if from_sid else {}),
    }
    apt = ["apt-get", "-qq", *(f"-o{name}={value}" for name, value in options.items())]
    run(*apt, "update")
    plan = run(*apt, "--simulate", "--no-install-recommends", "install", *programs)
    missing = [line.split()[1] for line in plan.splitlines() if line.startswith("Inst ")]
    run(*apt, "download", *missing, *others, folder=downloads)
    for package in sorted(downloads.glob("*.deb")):
        run("dpkg-deb", "--extract", package, root)
        package.unlink()
    for name in ("cache", "downloads", "lists"):
        shutil.rmtree(folder / name)
    (folder / HASH_FILE).write_text(source)
    return root


def write_sources(path: Path) -> str:
    """Write the package sources for apt to a file, and return the release of this machine."""
    try:
        release = platform.freedesktop_os_release().get("VERSION_CODENAME", "sid")
        names = {release, "stable", "testing", "unstable", "sid"}
    except OSError as error:
        raise ToolsMissingError("this system is not Debian") from error
    targets = ["indextargets", "--no-release-info", "--format", "$(REPO_URI) $(RELEASE)"]
    lines = dict.fromkeys(run("apt-get", *targets, "Created-By: Packages").splitlines())
    found = [(uri, name) for uri, _, name in (line.partition(" ") for line in lines)]
    address = next((uri for uri, name in found if name in names), None)
    if address is None:
        raise ToolsMissingError(f"apt has no source for {release}")
    keys = sorted(Path("/usr/share/keyrings").glob("debian-archive-keyring.[gp]*"))
    signed = f"[signed-by={keys[0]}] " if keys else ""
    suites = dict.fromkeys((release, "sid"))
    path.write_text("".join(f"deb {signed}{address} {suite} main\n" for suite in suites))
    return release


def run(*command: str | Path, folder: Path | None = None, **variables: str) -> str:
    """Return the output of a program; raise ToolsMissingError with its last error if it fails."""
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=os.environ | {"LC_ALL": "C"} | variables,
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError as error:
        raise ToolsMissingError(f"{command[0]} cannot be run ({error})") from error
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        errors = [line for line in lines if "E:" in line or "error" in line.lower()] or lines
        reason = errors[0].strip() if errors else f"exit status {done.returncode}"
        raise ToolsMissingError(f"{Path(command[0]).name} failed: {reason}")
    return done.stdout
