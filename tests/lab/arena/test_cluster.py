"""A Ray cluster of two nodes on this machine plays the same games as one process."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, sleep

import pytest

from redcathedral.lab.arena.games_file import GAMES_FILE
from tests.lab.arena.games import run, settings
from tests.lab.arena.nodes import two_nodes

pytestmark = [
    pytest.mark.long,
    pytest.mark.xdist_group("ray"),
    pytest.mark.skipif(
        find_spec("ray") is None,
        reason="no Ray; pip install --require-hashes --no-deps -r requirements/ray.txt",
    ),
]

PAIR = settings("random", "greedy")
NODES = """
import subprocess
from functools import partial
from redcathedral.lab.arena.cluster import run_on_cluster
pieces = ["sleep 0.5; echo $NODE"] * 20
print(*sorted(set(run_on_cluster(partial(partial, subprocess.getoutput), pieces, "ADDRESS"))))
"""


@pytest.fixture(scope="module")
def cluster() -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The address, and the second node."""
    with two_nodes() as nodes:
        yield nodes


def start(address: str, out: Path, games: int) -> subprocess.Popen[str]:
    words = ("--bots", "random,greedy", "--players", "2", "--games", str(games))
    return subprocess.Popen(
        [sys.executable, "-m", "redcathedral", "lab", "ladder", *words]
        + ["--ray", address, "--out", str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def until(path: Path, lines: int, process: subprocess.Popen[str]) -> None:
    deadline = monotonic() + 120
    while monotonic() < deadline and process.poll() is None:
        if path.exists() and path.read_bytes().count(b"\n") >= lines:
            return
        sleep(0.05)


def test_both_nodes_work(cluster: tuple[str, subprocess.Popen[str]]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", NODES.replace("ADDRESS", cluster[0])],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.returncode) == ("one two\n", 0), done.stderr


def test_the_same_games_after_ctrl_c_and_without_a_node(
    cluster: tuple[str, subprocess.Popen[str]], tmp_path: Path
) -> None:
    address, second = cluster
    path = tmp_path / "ray" / GAMES_FILE
    stopped = start(address, path.parent, 200)
    until(path, 5, stopped)
    stopped.send_signal(signal.SIGINT)
    assert stopped.communicate(timeout=120)[0] == "Stopped; the same command continues.\n"
    assert stopped.returncode == 130
    going = start(address, path.parent, 200)
    until(path, path.read_bytes().count(b"\n") + 5, going)
    second.terminate()
    message = going.communicate(timeout=300)[0]
    assert going.returncode == 0, message
    assert path.read_bytes() == run(tmp_path / "here", PAIR, 200)
