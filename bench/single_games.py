"""Tasks of the environments for one game, with full observations, by their usual loops."""

from __future__ import annotations

import time

import numpy as np

from bench.peers.pettingzoo_games import SECONDS, play


def pettingzoo(number: int) -> dict[str, float]:
    """Measure steps of the environment for PettingZoo with two players."""
    from redcathedral.envs.pettingzoo import env

    return play(env(), number)


def gymnasium(number: int) -> dict[str, float]:
    """Measure steps of the environment for Gymnasium against ``random``, and its decisions."""
    from redcathedral.envs.gymnasium import RedCathedralEnv

    env = RedCathedralEnv(opponents="random")
    rng = np.random.default_rng(number)
    _, info = env.reset(seed=number)
    steps = nanoseconds = 0
    while nanoseconds < SECONDS * 1e9:
        legal = np.flatnonzero(info["action_mask"])
        action = int(legal[int(rng.random() * len(legal))])
        start = time.perf_counter_ns()
        _, _, terminated, truncated, info = env.step(action)
        nanoseconds += time.perf_counter_ns() - start
        steps += 1
        if terminated or truncated:
            _, info = env.reset()
    return {"steps": steps, "seconds": nanoseconds / 1e9}
