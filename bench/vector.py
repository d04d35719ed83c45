"""What the vector environment does in a side's process: many games of four random players.

Timed is ``VectorEnv.step(actions, out)`` and nothing else: the decisions, dice, observations,
masks, rewards, new games, and the copy of all that into the caller's arrays.  What is chosen, at
random by numpy, is not timed; it comes between two steps, so caches are no warmer than they are
for somebody who learns.
"""

from __future__ import annotations

import functools
import time

import numpy as np

from bench.copies import resident_bytes
from bench.games import COMPILED, PLAYERS
from redcathedral.envs.vector import Arrays, VectorEnv

DECISIONS = 100_000 if COMPILED else 2_000  # of a round, about


@functools.cache
def _env(games: int, skip_forced: bool) -> tuple[VectorEnv, Arrays, np.random.Generator]:
    """Games that have been under way for a while, so that they are in all stages."""
    env = VectorEnv(games, PLAYERS, seed=1, skip_forced=skip_forced)
    rng = np.random.default_rng(1)
    for _ in range(300 if COMPILED else 3):
        env.step(env.random_actions(rng))
    return env, env.arrays(), rng


def steps(_number: int, games: int, skip_forced: int) -> dict[str, float]:
    """Steps of so many games at a time; what a step decides, forced decisions too, is counted."""
    env, out, rng = _env(games, bool(skip_forced))
    before = env.batch.played
    count = max(1, DECISIONS // games)
    nanoseconds = 0
    for _ in range(count):
        actions = env.random_actions(rng)
        start = time.perf_counter_ns()
        env.step(actions, out)
        nanoseconds += time.perf_counter_ns() - start
    return {
        "steps": count * games,
        "decisions": int(env.batch.played - before),
        "seconds": nanoseconds / 1e9,
    }


def growth(_number: int, steps: int) -> dict[str, float]:
    """Bytes of resident memory that so many steps of 1,024 games leave behind; none where untold.

    Half as many come before, so that free lists and caches are full.
    """
    env, out, rng = _env(1_024, False)
    measured = []
    for count in (steps // 2, steps):
        for _ in range(count // env.games):
            env.step(env.random_actions(rng), out)
        measured.append(resident_bytes())
    before, after = measured
    return {} if before is None or after is None else {"bytes": after - before}
