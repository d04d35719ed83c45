"""Collect rollouts: steps of vector environments, in local processes or on a Ray cluster.

In a rollout, or *piece*, a policy plays a number of steps in a vector environment with its own
seed.  A rollout depends only on the plan, the policy and its number, not on the process that
collects it.  Rollouts are returned in order::

    plan = RolloutPlan(games=256, steps=128, seed=1)
    for rollout in collect(random_policy, plan, pieces=8, executor=partial(run_jobs, processes=2)):
        learn_from(rollout)

For a Ray cluster the executor is
``partial(redcathedral.lab.arena.cluster.run_on_cluster, address="127.0.0.1:6379")``.
"""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, fields
from functools import partial
from typing import Any, TypeAlias

from redcathedral.envs.arrays import Array
from redcathedral.envs.batch.masks import MASK_SIZE
from redcathedral.envs.vector import VectorEnv
from redcathedral.extras import needs
from redcathedral.play.process_pool import Executor, in_order

with needs("research"):
    import numpy as np


@dataclass(frozen=True)
class RolloutPlan:
    """Rollouts with ``games`` games and ``steps`` steps; number ``i`` has the seed ``seed + i``."""

    games: int
    steps: int
    seed: int = 0
    players: int = 2
    options: dict[str, Any] = field(default_factory=dict)  # of ``VectorEnv``

    def env(self, piece: int) -> VectorEnv:
        """Return the environment of a rollout."""
        return VectorEnv(self.games, self.players, seed=self.seed + piece, **self.options)


@dataclass(frozen=True)
class Rollout:
    """A rollout: arrays of steps x games.

    ``observations``, ``masks`` and ``seats`` have a row for the position before each step, and one
    for the position after the last.  ``rewards`` (by seat), ``terminations`` and ``truncations``
    are the results of each step.  Masks are bits as in ``VectorEnv``: see ``unpacked``.
    """

    piece: int
    observations: Array
    masks: Array
    seats: Array
    actions: Array
    rewards: Array
    terminations: Array
    truncations: Array

    @property
    def unpacked(self) -> Array:
        """The masks as booleans, one for each decision id."""
        return np.unpackbits(self.masks, axis=-1, count=MASK_SIZE, bitorder="little").view(np.bool_)

    @property
    def sha256(self) -> str:
        """A hash of the arrays: equal rollouts have the same hash."""
        digest = hashlib.sha256()
        for array_field in fields(self)[1:]:
            digest.update(np.ascontiguousarray(getattr(self, array_field.name)).tobytes())
        return digest.hexdigest()


# Returns a decision for each game of an environment.
RolloutPolicy: TypeAlias = Callable[[VectorEnv], Array]
# Makes the policy of a rollout from its seed; must be picklable.
PolicyMaker: TypeAlias = Callable[[int], RolloutPolicy]
NumberedRollout: TypeAlias = tuple[int, Rollout]


def random_policy(seed: int) -> RolloutPolicy:
    """Return a policy that chooses all legal decisions with equal probability."""
    rng = np.random.default_rng(seed)
    return lambda env: env.random_actions(rng)


def collect(
    policy: PolicyMaker, plan: RolloutPlan, pieces: int, executor: Executor
) -> Iterator[Rollout]:
    """Collect ``pieces`` rollouts, in order."""
    with closing(executor(partial(make_rollout_worker, policy, plan), range(pieces))) as rollouts:
        yield from in_order(rollouts)


def make_rollout_worker(policy: PolicyMaker, plan: RolloutPlan) -> Callable[[int], NumberedRollout]:
    """Return a function that collects a rollout by its number."""
    return lambda piece: (piece, _collect_one(policy(plan.seed + piece), plan, piece))


def _collect_one(decide: RolloutPolicy, plan: RolloutPlan, piece: int) -> Rollout:
    env = plan.env(piece)
    observations: list[tuple[Array, ...]] = []
    results: list[tuple[Array, ...]] = []
    for _ in range(plan.steps):
        actions = np.array(decide(env))
        observations.append(_observe(env))
        env.step(actions)
        arrays = (env.rewards, env.terminations, env.truncations)
        results.append((actions, *(array.copy() for array in arrays)))
    observations.append(_observe(env))
    columns = (*zip(*observations, strict=True), *zip(*results, strict=True))
    return Rollout(piece, *map(np.stack, columns))


def _observe(env: VectorEnv) -> tuple[Array, ...]:
    """Copy the observations before a decision, because the next step changes the arrays."""
    return (
        env.observations.copy(),
        np.packbits(env.masks, axis=-1, bitorder="little"),
        env.seats.copy(),
    )
