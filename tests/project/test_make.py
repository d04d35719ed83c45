"""What the Makefile says when something it needs is not there."""

from __future__ import annotations

import os
import re
import shutil
import signal
import stat
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

pytestmark = pytest.mark.installed

ROOT = Path(__file__).parents[2]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Give a folder, with a space in its name, that holds little more than the Makefile."""
    folder = tmp_path / "a clone"
    (folder / "src").mkdir(parents=True)
    for name in ("Makefile", "pyproject.toml", "setup.py"):
        shutil.copy(ROOT / name, folder)
    shutil.copytree(ROOT / "requirements", folder / "requirements")
    return folder


def fake_python(tree: Path, script: str) -> Path:
    path = tree / "python"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def environment() -> dict[str, str]:
    """What a shell gives to make, without what the make that runs these tests adds."""
    hidden = ("MAKE", "MFLAGS", "PYTHON", "REDCATHEDRAL_")
    return {key: word for key, word in os.environ.items() if not key.startswith(hidden)}


def refused(tree: Path, python: Path) -> str:
    """Run `make play` with another Python; return what it said when it gave up."""
    done = subprocess.run(
        ["make", "play", f"PYTHON={python}"],
        cwd=tree,
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert not (tree / ".venv" / ".package").exists()
    return done.stderr


def test_no_python(tree: Path) -> None:
    assert "Install Python 3.11 or newer" in refused(tree, tree / "none")


def test_python_too_old(tree: Path) -> None:
    script = 'case "$*" in -V|--version) echo Python 3.9.2;; *version_info*) exit 1;; esac'
    message = refused(tree, fake_python(tree, script))
    assert "Python 3.9.2" in message
    assert "3.11 or newer is needed" in message


def test_python_2(tree: Path) -> None:
    """It reports its version as an error."""
    script = 'case "$*" in --version) echo Python 2.7.18 >&2;; *version_info*) exit 1;; esac'
    message = refused(tree, fake_python(tree, script))
    assert "is Python 2.7.18; Python 3.11 or newer is needed" in message


SHIM = 'printf "%s\\n" "pyenv: python3.12: command not found" "" "It is in:" >&2; exit 127'


@pytest.mark.parametrize("has_environment", [False, True])
def test_a_python_that_cannot_start_gets_one_sentence(tree: Path, has_environment: bool) -> None:
    if has_environment:
        program(tree / ".venv/bin/python", "")
        (tree / ".venv/.made").write_text(f"{tree}\n")
    shim = fake_python(tree, SHIM)
    sentence, _make = refused(tree, shim).splitlines()
    assert sentence.startswith(f"{shim} cannot be started (pyenv: python3.12: command not found).")
    assert "Name Python 3.11 or newer: make PYTHON=" in sentence


@pytest.mark.parametrize("kind", ["folder", "text"])
def test_what_cannot_be_a_python_gets_one_sentence(tree: Path, kind: str) -> None:
    path = tree / kind
    path.mkdir() if kind == "folder" else path.write_text("a text")
    sentence, _make = refused(tree, path).splitlines()
    assert sentence.startswith(f"{path} cannot be started")


def test_python_without_venv(tree: Path) -> None:
    script = 'case "$*" in *ensurepip*) exit 1;; --version) echo Python 3.12.0;; esac'
    assert "apt-get install python3-venv" in refused(tree, fake_python(tree, script))


def make(tree: Path, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run make in the tree; standard output and standard error are one."""
    return subprocess.run(
        ["make", *words],
        cwd=tree,
        env=environment() | variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def test_every_target_for_people_is_in_the_help(tree: Path) -> None:
    text = (ROOT / "Makefile").read_text("utf-8")
    names = re.search(r"^TARGETS := (.+)$", text, re.MULTILINE)
    assert names is not None
    listed = set(re.findall(r"make ([a-z0-9-]+)", make(tree, "help-all").stdout))
    assert set(names[1].split()) - listed == {"help"}


def test_the_help_is_short(tree: Path) -> None:
    listed = set(re.findall(r"make ([a-z0-9-]+)", make(tree, "help").stdout))
    assert {"test", "help-all"} < listed
    assert len(listed) <= 14


@pytest.mark.parametrize("other", ["tests", "check"])
def test_other_names_of_the_tests_run_the_tests(tree: Path, other: str) -> None:
    (tree / "tests").mkdir()
    assert make(tree, "-n", other).stdout == make(tree, "-n", "test").stdout


@pytest.mark.parametrize("folder", ["src", "requirements", "recipes", "web"])
def test_the_name_of_a_folder_is_no_target(tree: Path, folder: str) -> None:
    (tree / folder).mkdir(exist_ok=True)
    done = make(tree, folder)
    assert done.returncode != 0
    assert done.stdout.startswith(f"{folder} is a folder, not a target; make help lists")


# The Python of an environment that is complete but for the package.  It notes whether compiling was
# required when the package was built, and leaves an interpreted engine, unless it was required.
BUILDER = """
import os, sys
from pathlib import Path
words, required = " ".join(sys.argv[1:]), os.environ.get("REDCATHEDRAL_REQUIRE_COMPILED")
if "try_compiler" in words:
    with Path("builds").open("a") as builds:
        print("required" if required == "1" else "any", file=builds)
    if required == "1":
        sys.exit("it does not compile")
if "force-reinstall" in words:
    note = Path(".venv/lib/python3.12/site-packages/redcathedral/_build.txt")
    note.parent.mkdir(parents=True, exist_ok=True)
    note.write_text("pure: broken\\n")
if "Python.h" in words:
    sys.exit(HEADERS)
"""


class Compiling(NamedTuple):
    """What make did with an engine that does not compile."""

    status: int
    output: str
    builds: list[str]


def with_a_broken_compiler(
    tree: Path, *targets: str, has_headers: bool = True, **variables: str
) -> Compiling:
    """Make each target in turn; return what the last one did, and all builds."""
    program(tree / ".venv/bin/python", BUILDER.replace("HEADERS", str(int(not has_headers))))
    program(tree / ".venv/bin/redcathedral", "")
    program(tree / ".venv/bin/pytest", "")
    (tree / ".venv/.made").write_text(f"{tree}\n")
    for stamp in (".runtime", ".dev"):
        (tree / ".venv" / stamp).touch()
    compiler = "CC=false" if has_headers else "CC=none"
    for target in targets[:-1]:
        assert make(tree, target, compiler).returncode == 0
    done = make(tree, targets[-1], compiler, **variables)
    return Compiling(done.returncode, done.stdout, (tree / "builds").read_text().split())


@pytest.mark.parametrize("target", ["install", "play"])
def test_a_broken_compiler_does_not_stop_players(tree: Path, target: str) -> None:
    made = with_a_broken_compiler(tree, target)
    assert made.status == 0, made.output
    assert made.builds == ["any"]
    assert "engine: pure: broken" in made.output
    assert "NOT COMPILED" in made.output
    assert "rm .venv/.package; make install" in made.output


def test_the_tests_want_a_compiler_that_works(tree: Path) -> None:
    """Also when the engine was installed without compiling it before."""
    made = with_a_broken_compiler(tree, "install", "test")
    assert made.status != 0
    assert made.builds == ["any", "required"]
    assert "it does not compile" in made.output
    assert "CC=none make" in made.output
    assert not (tree / ".venv/.package").exists()


def test_without_headers_the_tests_take_the_interpreted_engine(tree: Path) -> None:
    made = with_a_broken_compiler(tree, "test", has_headers=False)
    assert made.status == 0, made.output
    assert made.builds == ["any"]


def test_what_is_submitted_is_compiled() -> None:
    assert "export REDCATHEDRAL_REQUIRE_COMPILED=1" in (ROOT / ".ci/run").read_text("utf-8")


def test_a_required_compiler_may_not_be_missing(tree: Path) -> None:
    """As in .ci/run, on a machine that has none."""
    made = with_a_broken_compiler(
        tree, "install", "test", has_headers=False, REDCATHEDRAL_REQUIRE_COMPILED="1"
    )
    assert made.status != 0
    assert made.builds == ["any", "required"]


# Ends with a status when Ctrl-C comes.
PROGRAM = """
import signal, sys
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
print("ready", flush=True)
signal.sigwait({signal.SIGINT})
sys.exit(STATUS)
"""
# Sleeps as long as it is for: until make has taken note of Ctrl-C, so its handler holds it back.
SLEEP = """
import os, re, signal, time
from pathlib import Path
def read_status(pid, name):
    return re.search(rf"(?m)^{name}:\\s*(\\w+)", Path(f"/proc/{pid}/status").read_text())[1]
make = read_status(os.getppid(), "PPid")
while not int(read_status(make, "SigBlk"), 16) >> (signal.SIGINT - 1) & 1:
    time.sleep(0.01)
Path("noted").touch()
"""


def program(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!{sys.executable}{text}")
    path.chmod(0o755)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="signals are not visible here")
@pytest.mark.parametrize(("status", "output"), [(130, ""), (2, "Error 2")])
def test_ctrl_c_is_no_error(tree: Path, status: int, output: str) -> None:
    """The pause in the recipe lasts until make is ready for what follows, however busy it is."""
    program(tree / ".venv/bin/redcathedral", PROGRAM.replace("STATUS", str(status)))
    program(tree / "tools/sleep", SLEEP)
    path = f"{tree / 'tools'}{os.pathsep}{os.environ['PATH']}"
    with subprocess.Popen(
        ["make", "-o", ".venv/.package", "play"],
        cwd=tree,
        env={**environment(), "PATH": path},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as making:
        assert making.stdout is not None
        assert making.stdout.readline() == "ready\n"
        os.killpg(making.pid, signal.SIGINT)  # as a terminal does: to all processes
        error = making.communicate(timeout=60)[1]
    assert (tree / "noted").exists()
    assert output in error if output else error == "", error


def test_no_network(tree: Path) -> None:
    """The environment is made, the packages do not come."""
    script = (
        'case "$*" in *"-m venv"*) mkdir -p .venv/bin\n'
        'printf "#!/bin/sh\\nexit 1\\n" > .venv/bin/python; chmod +x .venv/bin/python;; esac'
    )
    assert "Check the network" in refused(tree, fake_python(tree, script))
    assert (tree / ".venv" / ".made").exists()
    assert not (tree / ".venv" / ".runtime").exists()
