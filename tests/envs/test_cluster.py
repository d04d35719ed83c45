"""Tasks, data sets and steps over a Ray cluster of two nodes, one of which is killed meanwhile."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

import pytest

from redcathedral.envs import task_entry
from redcathedral.envs.tasks import TASKS
from redcathedral.lab.arena import cluster
from redcathedral.play.process_pool import run_jobs
from tests.lab.arena.nodes import two_nodes
from tools.dataset import dataset

pytestmark = [
    pytest.mark.long,
    pytest.mark.xdist_group("ray"),
    pytest.mark.skipif(
        any(find_spec(name) is None for name in ("ray", "numpy", "pyarrow")),
        reason="no Ray, NumPy or Arrow; pip install -c requirements/research.txt '.[ray,research]'",
    ),
]

TASK = replace(TASKS["beat-greedy"], seeds=150)


Thing = TypeVar("Thing")


def calm(things: Iterator[Thing], total: int) -> Iterator[Thing]:
    """Watch nothing."""
    del total
    return things


def killing(
    second: subprocess.Popen[str], after: int
) -> Callable[[Iterator[Thing], int], Iterator[Thing]]:
    """Pass items on, and kill the processes of a node after a number of them."""

    def watch(things: Iterator[Thing], total: int) -> Iterator[Thing]:
        del total
        for number, thing in enumerate(things):
            if number == after:
                os.killpg(second.pid, signal.SIGKILL)
            yield thing

    return watch


@pytest.fixture
def nodes() -> Iterator[tuple[str, subprocess.Popen[str]]]:
    with two_nodes() as found:
        yield found


def test_a_task_gives_the_same_entry_with_a_node_killed(
    nodes: tuple[str, subprocess.Popen[str]],
) -> None:
    address, second = nodes
    far = partial(cluster.run_on_cluster, address=address)
    one = task_entry.play_task(TASK, "greedy", "", "", far, killing(second, 20))
    assert second.poll() is not None or second.wait(timeout=30)
    other = task_entry.play_task(TASK, "greedy", "", "", run_jobs, calm)
    assert task_entry.differences(one, other) == []
    assert one.games == other.games
    assert len(one.games) == 300


def test_steps_and_shards_are_the_same(
    nodes: tuple[str, subprocess.Popen[str]], tmp_path: Path
) -> None:
    from redcathedral.envs.rollouts import RolloutPlan, collect, random_policy

    address, second = nodes
    far = partial(cluster.run_on_cluster, address=address)
    plan = RolloutPlan(games=8, steps=200, seed=3)
    near = [rollout.sha256 for rollout in collect(random_policy, plan, 24, run_jobs)]
    watched = killing(second, 5)(collect(random_policy, plan, 24, far), 24)
    assert [rollout.sha256 for rollout in watched] == near
    settings = dataset.settings_of("greedy", 4, 1, 2)
    one = dataset.make(tmp_path / "far", settings, far, calm)
    other = dataset.make(tmp_path / "near", settings, run_jobs, calm)
    assert one == other
