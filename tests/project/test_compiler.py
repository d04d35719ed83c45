"""The engine in the build, if a compiler fails, is missing or is required.

Two modules stand for the engine here, so that a try takes seconds; test_packaging has all of it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytestmark = [pytest.mark.installed, pytest.mark.slow]

ROOT = Path(__file__).parents[2]
REAL = shutil.which("cc") or shutil.which("gcc")
needs_a_compiler = pytest.mark.skipif(REAL is None, reason="no C compiler here")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Give a folder with a space in its name that has setup.py and a little engine."""
    folder = tmp_path / "a clone"
    package = folder / "src" / "redcathedral"
    for name in ("box", "engine"):
        (package / name).mkdir(parents=True)
        (package / name / "__init__.py").touch()
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE", "MANIFEST.in"):
        shutil.copy(ROOT / name, folder)
    for name in ("__init__.py", "box/vocabulary.py", "engine/rng.py"):
        shutil.copy(ROOT / "src/redcathedral" / name, package / name)
    shutil.copytree(ROOT / "tools", folder / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def build(tree: Path, **variables: str) -> tuple[int, str]:
    """Build a wheel into ``out``, without a page; the exit status and all that was said."""
    return setup(tree, "bdist_wheel", "--dist-dir", "out", **variables)


def setup(tree: Path, *command: str, **variables: str) -> tuple[int, str]:
    """Run a command of setup.py; the exit status and all that was said."""
    hidden = {"PYTHONPATH", "CC", "REDCATHEDRAL_REQUIRE_COMPILED"}
    environment = {key: word for key, word in os.environ.items() if key not in hidden}
    done = subprocess.run(
        [sys.executable, "setup.py", "--quiet", *command],
        cwd=tree,
        env={**environment, "REDCATHEDRAL_NO_PAGE": "1", **variables},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def compiler(tree: Path, script: str) -> str:
    """A compiler, in a folder without a space, that does something before it is the real one."""
    path = tree.parent / "cc"
    path.write_text(f'#!/bin/sh\n{script}\nexec "{REAL}" "$@"\n')
    path.chmod(0o755)
    return str(path)


def pure(tree: Path) -> str:
    """Check that the wheel has no machine code; why it has none."""
    (wheel,) = (tree / "out").iterdir()
    assert wheel.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        note = archive.read("redcathedral/_build.txt").decode()
    assert [name for name in names if name.endswith((".so", ".pyd"))] == []
    assert "redcathedral/engine/rng.py" in names
    return note


@pytest.mark.long
@needs_a_compiler
def test_a_compiler_that_fails_half_way_leaves_no_half_of_an_engine(tree: Path) -> None:
    """The library and the first module are there when the compiler gives up at the second."""
    script = 'case "$*" in *rng.c*) ls -R build > there; echo "out of memory" >&2; exit 1;; esac'
    status, output = build(tree, CC=compiler(tree, script))
    assert status == 0, output
    there = (tree / "there").read_text()
    assert "redcathedral__mypyc." in there
    assert "vocabulary.cpython" in there
    assert pure(tree).startswith("pure: the C compiler failed")
    assert "NOT COMPILED" in output


@pytest.mark.long
@needs_a_compiler
def test_an_error_of_types_is_not_taken_for_a_missing_compiler(tree: Path) -> None:
    with (tree / "src/redcathedral/box/vocabulary.py").open("a") as module:
        module.write('\nBROKEN: int = "not a number"\n')
    status, output = build(tree)
    assert status != 0
    assert "Incompatible types in assignment" in output
    assert not (tree / "out").exists()


def test_without_a_compiler_the_wheel_is_pure_and_the_build_says_why(tree: Path) -> None:
    status, output = build(tree, CC="/nonexistent")
    assert status == 0, output
    note = pure(tree)
    assert note.startswith("pure: ")
    assert "/nonexistent" in note
    assert "NOT COMPILED" in output


@needs_a_compiler
def test_how_long_compiling_takes_is_said_where_it_compiles(tree: Path) -> None:
    status, output = setup(tree, "try_compiler")
    assert (status, output.splitlines()) == (
        0,
        ["compiling the engine takes about a minute, longer on a busy machine"],
    )


def test_a_compiler_that_fails_is_named_before_anything_is_built(tree: Path) -> None:
    status, output = setup(tree, "try_compiler", CC="false")
    assert status == 0
    assert "NOT COMPILED" in output
    assert "a minute" not in output
    status, output = setup(tree, "try_compiler", CC="false", REDCATHEDRAL_REQUIRE_COMPILED="1")
    assert status != 0


def test_a_compiler_can_be_required(tree: Path) -> None:
    status, output = build(tree, CC="/nonexistent", REDCATHEDRAL_REQUIRE_COMPILED="1")
    assert status != 0
    assert "REDCATHEDRAL_REQUIRE_COMPILED=1, so this is an error" in output
    assert not (tree / "out").exists()
