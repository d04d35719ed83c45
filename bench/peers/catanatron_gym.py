"""catanatron's Gymnasium environment: a step is a decision and the answer of the other player."""

from __future__ import annotations

import time

import numpy as np

SECONDS = 0.4


def steps(number: int) -> dict[str, float]:
    """Play random games against one random player; new games are not timed."""
    import gymnasium

    env = gymnasium.make("catanatron_gym:catanatron-v1")  # which imports the module named
    rng = np.random.default_rng(number)
    _, info = env.reset(seed=number)
    done = nanoseconds = 0
    while nanoseconds < SECONDS * 1e9:
        action = rng.choice(info["valid_actions"])
        start = time.perf_counter_ns()
        _, _, is_over, is_stopped, info = env.step(action)
        nanoseconds += time.perf_counter_ns() - start
        done += 1
        if is_over or is_stopped:
            _, info = env.reset()
    return {"steps": done, "seconds": nanoseconds / 1e9}
