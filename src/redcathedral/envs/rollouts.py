"""Steps of vector environments, collected in pieces: in processes here, or on a Ray cluster.

A *piece* is a vector environment of its own seed that a policy plays for so many steps.  What comes
of it depends on the plan, the policy and the number of the piece alone, so it is the same whoever
collects it, and the pieces come in their order::

    plan = RolloutPlan(games=256, steps=128, seed=1)
    for rollout in collect(random_policy, plan, pieces=8, executor=partial(run_jobs, processes=2)):
        learn_from(rollout)

For a Ray cluster the executor is
``partial(redcathedral.lab.arena.cluster.work, address="127.0.0.1:6379")``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, fields
from functools import partial
from typing import Any, TypeAlias

from redcathedral.envs.batch.batch import MASK_SIZE
from redcathedral.envs.vector import Array, VectorEnv
from redcathedral.extras import needs
from redcathedral.play.process_pool import in_order

with needs("research"):
    import numpy as np


@dataclass(frozen=True)
class RolloutPlan:
    """Pieces of ``games`` by ``steps``: piece ``i`` has the seed ``seed + i``.

    ``options`` are those of ``VectorEnv``.
    """

    games: int
    steps: int
    seed: int = 0
    players: int = 2
    options: dict[str, Any] = field(default_factory=dict)

    def env(self, piece: int) -> VectorEnv:
        """The environment of a piece."""
        return VectorEnv(self.games, self.players, seed=self.seed + piece, **self.options)


@dataclass(frozen=True)
class Rollout:
    """What a piece came to: arrays of steps by games, and what was to be decided after the last.

    ``observations``, ``masks`` and ``seats`` are those before each action and one more;
    ``rewards`` (by seat), ``terminations`` and ``truncations`` are what each step brought.  The
    masks are packed by eight: see ``unpacked``.
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
        """The masks as truth values, one for each decision id."""
        return np.unpackbits(self.masks, axis=-1, count=MASK_SIZE).view(np.bool_)

    @property
    def sha256(self) -> str:
        """Equal for equal pieces."""
        digest = hashlib.sha256()
        for one in fields(self)[1:]:
            digest.update(np.ascontiguousarray(getattr(self, one.name)).tobytes())
        return digest.hexdigest()


# Decides for all games of an environment.
Policy: TypeAlias = Callable[[VectorEnv], Array]
# Makes the policy of a piece from its seed; it can be pickled.
PolicyMaker: TypeAlias = Callable[[int], Policy]
Collected: TypeAlias = tuple[int, Rollout]
RolloutExecutor: TypeAlias = Callable[
    [Callable[[], Callable[[int], Collected]], Iterable[int]], Generator[Collected]
]


def random_policy(seed: int) -> Policy:
    """Every legal decision equally likely."""
    rng = np.random.default_rng(seed)
    return lambda env: env.random_actions(rng)


def collect(
    policy: PolicyMaker, plan: RolloutPlan, pieces: int, executor: RolloutExecutor
) -> Iterator[Rollout]:
    """Collect so many pieces; they come in their order."""
    with closing(executor(partial(make_rollout_worker, policy, plan), range(pieces))) as collecting:
        yield from in_order(collecting)


def make_rollout_worker(policy: PolicyMaker, plan: RolloutPlan) -> Callable[[int], Collected]:
    """What collects pieces by their numbers."""
    return lambda piece: (piece, _collected(policy(plan.seed + piece), plan, piece))


def _collected(decide: Policy, plan: RolloutPlan, piece: int) -> Rollout:
    env = plan.env(piece)
    before: list[tuple[Array, ...]] = []
    after: list[tuple[Array, ...]] = []
    for _ in range(plan.steps):
        actions = np.array(decide(env))
        before.append(_seen(env))
        env.step(actions)
        brought = (env.rewards, env.terminations, env.truncations)
        after.append((actions, *(array.copy() for array in brought)))
    before.append(_seen(env))
    seen = (np.stack(arrays) for arrays in zip(*before, strict=True))
    told = (np.stack(arrays) for arrays in zip(*after, strict=True))
    return Rollout(piece, *seen, *told)


def _seen(env: VectorEnv) -> tuple[Array, ...]:
    """What is seen before a decision; the environment's own arrays change with the next."""
    return env.observations.copy(), np.packbits(env.masks, axis=-1), env.seats.copy()
