"""Tasks of the vector environment, run in the process of a side: games of four random players.

Only ``VectorEnv.step(actions, out)`` is timed: decisions, dice, observations, masks, rewards, new
games, and the copy into the caller's arrays.  The random choice of actions by numpy is not timed;
it happens between two steps, so caches are no warmer than those of a learner.
"""

from __future__ import annotations

import functools
import time

import numpy as np

from bench.copies import resident_bytes
from bench.games import COMPILED, PLAYERS
from redcathedral.envs.arrays import Arrays
from redcathedral.envs.vector import MaskKind, VectorEnv

DECISIONS = 100_000 if COMPILED else 2_000  # of a round, approximately


@functools.cache
def _env(
    games: int, skip_forced: bool, bits: bool = False
) -> tuple[VectorEnv, Arrays, np.random.Generator]:
    """Return an environment whose games have run for a while, so that they are in all stages."""
    masks: MaskKind = "bits" if bits else "bool"
    env = VectorEnv(games, PLAYERS, seed=1, skip_forced=skip_forced, masks=masks)
    rng = np.random.default_rng(1)
    for _ in range(300 if COMPILED else 3):
        env.step(env.random_actions(rng))
    return env, env.arrays(), rng


def steps(_number: int, games: int, skip_forced: int, bits: int = 0) -> dict[str, float]:
    """Measure steps of a number of games; decisions are counted with forced ones."""
    env, out, rng = _env(games, bool(skip_forced), bool(bits))
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
    """Measure by how many bytes the process grows in a number of steps of 1,024 games.

    Half as many steps come before, so that free lists and caches are full.  The result is empty if
    the system does not report the resident memory.
    """
    env, out, rng = _env(1_024, False)
    measured = []
    for count in (steps // 2, steps):
        for _ in range(count // env.games):
            env.step(env.random_actions(rng), out)
        measured.append(resident_bytes())
    before, after = measured
    return {} if before is None or after is None else {"bytes": after - before}
