"""What ``make release`` finds, checks and writes.  It builds and plays the wheels itself."""

from __future__ import annotations

import csv
import hashlib
import io
import os
import signal
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from base64 import urlsafe_b64encode
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import parse_wheel_filename

from tools.build_page import ROOT
from tools.release import __main__ as command
from tools.release import native, pyodide_wheel, pythons
from tools.release.__main__ import Release, hash_contents, write_dist
from tools.site.debian import ToolsMissingError

VERSION = f"3.{sys.version_info.minor}"


@pytest.fixture
def sdist(tmp_path: Path) -> Path:
    return write_sdist(tmp_path, "Metadata-Version: 2.4\n")


@pytest.fixture
def no_pythons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without apt, pyenv and any Python; return the folder of its programs."""
    programs = tmp_path / "bin"
    programs.mkdir()
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    monkeypatch.setattr(pythons, "RELEASE", tmp_path / "release")
    return programs


def write_sdist(folder: Path, metadata: str) -> Path:
    sdist = folder / "redcathedral-1.2.tar.gz"
    with tarfile.open(sdist, "w:gz") as archive:
        entry = tarfile.TarInfo("redcathedral-1.2/PKG-INFO")
        entry.size = len(metadata)
        archive.addfile(entry, io.BytesIO(metadata.encode()))
    return sdist


def write_files(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"# {name}\n")


def write_program(path: Path, script: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


@pytest.mark.usefixtures("no_pythons")
def test_a_version_without_a_python_is_listed_with_the_reason(sdist: Path) -> None:
    release = Release(sdist, "source", {}, files={sdist: "checked"})
    release.add_native_wheel("3.14")
    lines = release.summary().splitlines()
    assert lines[1].split() == ["redcathedral-1.2.tar.gz", "0.0", "MB", "checked"]
    assert lines[2] == "not in this release:"
    assert lines[3].startswith("wheel for Python 3.14: apt-get cannot be run")


def test_a_python_that_does_not_start_is_skipped(no_pythons: Path, tmp_path: Path) -> None:
    """The programs that pyenv puts on the path print an error, except for one version."""
    write_program(no_pythons / f"python{VERSION}", "exit 127")
    with pytest.raises(ToolsMissingError):
        pythons.find_python(VERSION)
    here = Path(sys.base_prefix, "bin", f"python{VERSION}")
    found = tmp_path / "pyenv" / "versions" / f"{VERSION}.0" / "bin" / here.name
    write_program(found, f'exec "{here}" "$@"')
    python = pythons.find_python(VERSION)
    assert python.version.startswith(f"{VERSION}.")
    assert python.path.is_file()


def test_ctrl_c_ends_the_processes_of_a_step_and_removes_their_temporary_files(
    tmp_path: Path,
) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    script = f"exec 3> {fifo}; mktemp >&3; (sleep 30; echo late >&3) & wait"
    log = tmp_path / "log"
    step = f"from pathlib import Path; run(['sh', '-c', {script!r}], Path({str(log)!r}))"
    command = [sys.executable, "-c", f"from tools.release.steps import run; {step}"]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as process:
        with fifo.open() as pipe:
            temporary_file = Path(pipe.readline().strip())
            assert temporary_file.is_file()
            process.send_signal(signal.SIGINT)
            assert pipe.read() == ""  # all processes that had it open have ended
        _, errors = process.communicate()
    assert errors.endswith("KeyboardInterrupt\n")
    assert not temporary_file.parent.exists()


@pytest.mark.parametrize(
    ("files", "note", "reason"),
    [
        ([native.PAGE], "pure: no compiler", "not compiled: pure: no compiler"),
        ([], "compiled", "does not contain the page"),
    ],
)
def test_a_wheel_without_page_or_engine_is_rejected(
    files: list[str], note: str, reason: str, tmp_path: Path
) -> None:
    wheel = tmp_path / "a.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr(native.NOTE, f"{note}\n")
        for name in files:
            archive.writestr(name, "")
    with pytest.raises(SystemExit, match=reason):
        native.check_contents(wheel)


def test_a_wheel_that_plays_differently_is_rejected() -> None:
    with pytest.raises(SystemExit, match=r"a\.whl plays differently"):
        native.compare(Path("a.whl"), {"game": "1"}, {"game": "2"})


def test_a_program_that_serves_nothing_is_rejected(tmp_path: Path) -> None:
    program = tmp_path / "redcathedral"
    write_program(program, "echo no")
    with pytest.raises(SystemExit, match="does not start a server"):
        native.check_table(program, dict(os.environ), "1.2")


def test_the_wheel_for_pyodide_has_the_library_without_server_and_terminal(
    sdist: Path, tmp_path: Path
) -> None:
    python = tmp_path / "python"
    library = ["redcathedral/__init__.py", "redcathedral/engine/rules.py", "redcathedral__mypyc.so"]
    write_files(python, *library, "msgspec/__init__.py", "redcathedral/__main__.py")
    write_files(python, "redcathedral/cli/app.py", "redcathedral/server/page/index.html")
    wheel = pyodide_wheel.write_wheel(python, sdist, tmp_path / "out")
    _, _, _, tags = parse_wheel_filename(wheel.name)
    assert [str(tag) for tag in tags] == ["cp314-cp314-pyemscripten_2026_0_wasm32"]
    info = "redcathedral-1.2.dist-info"
    with zipfile.ZipFile(wheel) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    assert {name for name in files if not name.startswith(info)} == set(library)
    assert files[f"{info}/METADATA"] == b"Metadata-Version: 2.4\n"
    assert f"Tag: {next(iter(tags))}\n".encode() in files[f"{info}/WHEEL"]
    rows = list(csv.reader(files[f"{info}/RECORD"].decode().splitlines()))
    assert [row[0] for row in rows] == list(files)
    for name, digest, size in rows[:-1]:
        data = urlsafe_b64encode(hashlib.sha256(files[name]).digest()).decode().rstrip("=")
        assert (digest, int(size)) == (f"sha256={data}", len(files[name])), name


def test_a_notebook_needs_only_packages_that_the_site_has() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = set()
    for requirement in map(Requirement, project["dependencies"]):
        if not requirement.marker or requirement.marker.evaluate({"sys_platform": "emscripten"}):
            needed.add(requirement.name)
    site = (ROOT / "requirements/site.in").read_text("utf-8").splitlines()
    assert needed == {line for line in site if not line.startswith("#")}


def test_the_hash_of_an_sdist_depends_only_on_its_contents(tmp_path: Path) -> None:
    hashes: list[str] = []
    for name, metadata in (("a", "Name: a\n"), ("b", "Name: a\n"), ("c", "Name: c\n")):
        (tmp_path / name).mkdir()
        sdist = write_sdist(tmp_path / name, metadata)
        os.utime(sdist, (0, len(hashes)))
        hashes.append(hash_contents(sdist))
    assert hashes[0] == hashes[1] != hashes[2]


def test_dist_has_exactly_these_files_and_their_checksums(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sdist: Path
) -> None:
    dist = tmp_path / "dist"
    monkeypatch.setattr(command, "DIST", dist)
    monkeypatch.setattr(command, "RELEASE", tmp_path / "release")
    write_files(tmp_path, "work/site.zip", "dist/redcathedral-1.1.tar.gz")
    write_dist([sdist, tmp_path / "work/site.zip"])
    assert {path.name for path in dist.iterdir()} == {sdist.name, "site.zip", "SHA256SUMS"}
    lines = (dist / "SHA256SUMS").read_text().splitlines()
    assert len(lines) == 2
    for line in lines:
        digest, _, name = line.partition("  ")
        assert digest == hashlib.sha256((dist / name).read_bytes()).hexdigest()
