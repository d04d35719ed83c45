"""``python -m tools.release``: fill ``dist`` with the files of a release."""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
import tarfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from redcathedral.cli.messages import report_failures
from tools.build_page import HASH_FILE, ROOT, is_built
from tools.command import command_app
from tools.release import native, pyodide_wheel
from tools.release.pythons import find_python, supported_versions
from tools.release.steps import RELEASE, TOOLS, run, step
from tools.site.__main__ import PARTS
from tools.site.debian import PYTHON, ToolsMissingError
from tools.site.python import build_python, engine_note

DIST: Final = ROOT / "dist"
CHECKSUMS: Final = "SHA256SUMS"
OTHER_SYSTEMS: Final = "macOS, Windows and other processors: see docs/guides/release.md"


@dataclass
class Release:
    """The files of a release with how each was checked, and the wheels that are missing."""

    sdist: Path
    source: str  # a hash of the contents of the sdist, which has everything that is built from
    expected: object  # the game that every wheel must play
    files: dict[Path, str] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)

    def add_native_wheel(self, version: str) -> None:
        """Build and check the wheel for a version of Python, unless that is done."""
        folder = RELEASE / f"wheel-{version}"
        try:
            python = find_python(version)
        except ToolsMissingError as error:
            self.missing.append(f"wheel for Python {version}: {error}")
            return
        source = f"{self.source} {python}"
        if not is_built(folder, source):
            shutil.rmtree(folder, ignore_errors=True)
            with step(f"building the wheel for Python {python.version}"):
                wheel = native.build_wheel(self.sdist, python, folder)
            with step("installing it, playing a game, fetching the page"):
                native.check_wheel(wheel, python, folder, self.expected)
            (folder / HASH_FILE).write_text(source)
        (wheel,) = folder.glob("*.whl")
        self.files[wheel] = f"Python {python.version}: installed with pipx, played, page fetched"

    def add_site(self) -> None:
        """Build the site, unless that is done."""
        folder = RELEASE / "site"
        if not is_built(folder, self.source):
            with step("building the site"):
                command = [sys.executable, "-m", "tools.site", "--out", str(folder / "site")]
                run(command, folder / "build.log")
            (folder / HASH_FILE).write_text(self.source)
        self.files[folder / "site.zip"] = "not here, but by make test-site"

    def add_pyodide_wheel(self) -> None:
        """Make and check the wheel for Pyodide, unless that is done."""
        folder = RELEASE / "wheel-pyodide"
        if not is_built(folder, self.source):
            shutil.rmtree(folder, ignore_errors=True)
            with step(f"making the wheel for Pyodide with Python {PYTHON}, and playing a game"):
                python = build_python(PARTS)
                if (note := engine_note(python)) != "compiled":
                    self.missing.append(f"wheel for Pyodide with Python {PYTHON}: {note}")
                    return
                wheel = pyodide_wheel.write_wheel(python, self.sdist, folder)
                pyodide_wheel.check_wheel(wheel, PARTS, folder / "check.log", self.expected)
            (folder / HASH_FILE).write_text(self.source)
        (wheel,) = folder.glob("*.whl")
        self.files[wheel] = "Pyodide in Node: installed with micropip, played"

    def summary(self) -> str:
        """Return a table of the files, and what is missing."""
        rows = [("file", "size", "checked")]
        for path, check in self.files.items():
            rows.append((path.name, f"{path.stat().st_size / 1e6:.1f} MB", check))
        width = max(len(name) for name, _, _ in rows)
        lines = [f"{name:{width}}  {size:>7}  {check}" for name, size, check in rows]
        return "\n".join([*lines, "not in this release:", *self.missing, OTHER_SYSTEMS])


def release() -> None:
    """Fill the folder dist with the files of a release: sdist, wheels, site and checksums.

    Each wheel is installed in a fresh environment and used once.  What cannot be built on this
    machine is listed at the end.  A repeated command builds only what has changed.

    Example: python -m tools.release
    """
    with report_failures():
        with step("building the sdist"):
            sdist, source = build_sdist(RELEASE / "sdist")
        played = run([sys.executable, native.PLAY_ONCE], RELEASE / "play.log")
        made = Release(sdist, source, json.loads(played))
        made.files[sdist] = "every wheel for CPython is built from it"
        for version in supported_versions():
            made.add_native_wheel(version)
        made.add_site()
        made.add_pyodide_wheel()
        packages = [path for path in made.files if path.name != "site.zip"]
        with step("checking the descriptions for the package index"):
            run([TOOLS / "twine", "check", "--strict", *packages], RELEASE / "twine.log")
        write_dist(list(made.files))
        print(made.summary())


def build_sdist(folder: Path) -> tuple[Path, str]:
    """Return the sdist and a hash of its contents; without changes, it remains the same file."""
    new = folder / "new"
    shutil.rmtree(new, ignore_errors=True)
    options = ("--sdist", "--no-isolation", "--outdir", new)
    run([sys.executable, "-m", "build", *options, ROOT], folder / "build.log")
    (built,) = new.glob("*.tar.gz")
    sdist, source = folder / built.name, hash_contents(built)
    if not sdist.is_file() or hash_contents(sdist) != source:
        built.replace(sdist)
    shutil.rmtree(new)
    return sdist, source


def hash_contents(sdist: Path) -> str:
    """Return a hash of the names and contents of the files in an sdist."""
    total = hashlib.sha256()
    with tarfile.open(sdist) as archive:
        for member in archive:
            file = archive.extractfile(member)
            content = file.read() if file else b""
            total.update(f"{member.name} {len(content)}\n".encode() + content)
    return total.hexdigest()


def write_dist(files: list[Path]) -> None:
    """Replace the folder dist by these files and their checksums."""
    new = RELEASE / "dist"
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(parents=True)
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in files]
    for path in files:
        shutil.copy2(path, new)
    (new / CHECKSUMS).write_text("".join(f"{line}\n" for line in sorted(lines)))
    shutil.rmtree(DIST, ignore_errors=True)
    new.replace(DIST)


app: Final = command_app(release)

if __name__ == "__main__":
    app(prog_name="python -m tools.release")
