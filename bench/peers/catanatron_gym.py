"""catanatron's Gymnasium environment: a step is a decision and the reply of the other player."""

from __future__ import annotations

import time

import numpy as np

SECONDS = 0.4


def steps(number: int) -> dict[str, float]:
    """Measure steps of random games against a random player; resets are not timed."""
    import gymnasium

    env = gymnasium.make("catanatron_gym:catanatron-v1")  # imports catanatron_gym
    rng = np.random.default_rng(number)
    _, info = env.reset(seed=number)
    step_count = nanoseconds = 0
    while nanoseconds < SECONDS * 1e9:
        action = rng.choice(info["valid_actions"])
        start = time.perf_counter_ns()
        _, _, is_over, is_stopped, info = env.step(action)
        nanoseconds += time.perf_counter_ns() - start
        step_count += 1
        if is_over or is_stopped:
            _, info = env.reset()
    return {"steps": step_count, "seconds": nanoseconds / 1e9}
