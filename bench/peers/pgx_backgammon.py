"""Pgx on the CPU: each call steps 1,024 games of backgammon, with code already compiled by JAX."""

from __future__ import annotations

import functools
import time
from typing import Any

GAMES = 1_024
STEPS = 20


@functools.cache
def _environment() -> tuple[Any, Any, Any]:
    """Return the functions for a step and for random legal actions, and the started games."""
    import jax  # type: ignore[import-not-found]
    import jax.numpy as jnp  # type: ignore[import-not-found]
    import pgx  # type: ignore[import-not-found]
    from pgx.experimental import auto_reset  # type: ignore[import-not-found]

    env = pgx.make("backgammon")
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    choose = jax.jit(
        lambda key, mask: jax.random.categorical(key, jnp.where(mask, 0.0, -jnp.inf), axis=-1)
    )
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(0), GAMES))
    for number in range(3):
        keys = jax.random.split(jax.random.key(number), GAMES)
        state = step(state, choose(jax.random.key(number), state.legal_action_mask), keys)
    return step, choose, jax.block_until_ready(state)


def backgammon(number: int) -> dict[str, float]:
    """Measure steps of random games; the choice of actions is not timed."""
    import jax

    step, choose, state = _environment()
    nanoseconds = 0
    for count in range(STEPS):
        key = jax.random.key(1_000 * number + count)
        actions = jax.block_until_ready(choose(key, state.legal_action_mask))
        keys = jax.block_until_ready(jax.random.split(key, GAMES))
        start = time.perf_counter_ns()
        state = jax.block_until_ready(step(state, actions, keys))
        nanoseconds += time.perf_counter_ns() - start
    return {"steps": STEPS * GAMES, "seconds": nanoseconds / 1e9}
