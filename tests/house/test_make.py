"""What the Makefile says when something it needs is not there."""

from __future__ import annotations

import os
import shutil
import signal
import stat
import subprocess
import sys
from pathlib import Path

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
    old = fake_python(tree, 'case "$1" in -V|--version) echo Python 3.9.2;; *) exit 1;; esac')
    message = refused(tree, old)
    assert "Python 3.9.2" in message
    assert "3.11 or newer is needed" in message


def test_python_without_venv(tree: Path) -> None:
    script = 'case "$*" in *ensurepip*) exit 1;; --version) echo Python 3.12.0;; esac'
    assert "apt-get install python3-venv" in refused(tree, fake_python(tree, script))


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
def told(pid, name):
    return re.search(rf"(?m)^{name}:\\s*(\\w+)", Path(f"/proc/{pid}/status").read_text())[1]
make = told(os.getppid(), "PPid")
while not int(told(make, "SigBlk"), 16) >> (signal.SIGINT - 1) & 1:
    time.sleep(0.01)
Path("noted").touch()
"""


def program(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!{sys.executable}{text}")
    path.chmod(0o755)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="signals are not told here")
@pytest.mark.parametrize(("status", "told"), [(130, ""), (2, "Error 2")])
def test_ctrl_c_is_no_error(tree: Path, status: int, told: str) -> None:
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
    assert told in error if told else error == "", error


def test_no_network(tree: Path) -> None:
    """The environment is made, the packages do not come."""
    script = (
        'case "$*" in *"-m venv"*) mkdir -p .venv/bin\n'
        'printf "#!/bin/sh\\nexit 1\\n" > .venv/bin/python; chmod +x .venv/bin/python;; esac'
    )
    assert "Is the network there?" in refused(tree, fake_python(tree, script))
    assert (tree / ".venv" / ".made").exists()
    assert not (tree / ".venv" / ".runtime").exists()
