"""PettingZoo: connect four and chess by its usual loop, with masks in the observations."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

SECONDS = 0.4


def connect_four(number: int) -> dict[str, float]:
    """Measure steps of connect four."""
    from pettingzoo.classic import connect_four_v3

    return play(connect_four_v3.env(), number)


def chess(number: int) -> dict[str, float]:
    """Measure steps of chess."""
    from pettingzoo.classic import chess_v6

    return play(chess_v6.env(), number)


def play(env: Any, seed: int) -> dict[str, float]:
    """Play random games; only ``last`` and ``step`` are timed, not the choice of actions."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    steps = 0
    nanoseconds = 0
    while nanoseconds < SECONDS * 1e9:
        start = time.perf_counter_ns()
        observation, _, is_terminated, is_truncated, _ = env.last()
        nanoseconds += time.perf_counter_ns() - start
        if is_terminated or is_truncated:
            env.reset()
            continue
        legal = np.flatnonzero(observation["action_mask"])
        action = int(legal[int(rng.random() * len(legal))])
        start = time.perf_counter_ns()
        env.step(action)
        nanoseconds += time.perf_counter_ns() - start
        steps += 1
    return {"steps": steps, "seconds": nanoseconds / 1e9}
