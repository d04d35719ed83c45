"""The vector environment by Gymnasium's interface for vectors."""

from __future__ import annotations

from typing import Any, ClassVar

from redcathedral.envs.batch.batch import MASK_SIZE
from redcathedral.envs.vector import Array, VectorEnv, observation_bounds
from redcathedral.extras import needs

with needs("research"):
    import gymnasium
    import numpy as np
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space


class GymnasiumVectorEnv(gymnasium.vector.VectorEnv):
    """Many games for one agent that makes every decision, each for the seat whose turn it is.

    That is the human alone against Ivan (``solo``), else it is self-play: the observation is that
    of the seat to decide next, the reward that of the seat that has just decided.  Who needs what
    a game gave the others finds it in ``infos["rewards"]``, one a seat; ``infos["seats"]`` says who
    is to decide, ``infos["action_mask"]`` what is legal.  A game that has ended is followed by the
    next within the same step (``AutoresetMode.SAME_STEP``): ``infos["final_obs"]`` has the last
    observations, and ``infos["_final_obs"]`` says of which games.

    Further arguments are those of ``VectorEnv``.  Arrays are the caller's own, unless ``copy`` is
    False: then they are views that change with the next step.
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(self, num_envs: int, players: int = 2, *, copy: bool = True, **how: Any) -> None:
        self.env = VectorEnv(num_envs, players, **how)
        self.num_envs = num_envs
        low, high, kind = observation_bounds(self.env.observation)
        width = self.env.observations.shape[1]
        self.single_observation_space = gymnasium.spaces.Box(low, high, (width,), kind)
        self.single_action_space = gymnasium.spaces.Discrete(MASK_SIZE)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy = copy

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Array]]:
        """Begin anew with the first games of a seed, or play the next ones; there are no options.

        With the option ``reset_mask`` only the games that it marks are broken off.
        """
        chosen = None if options is None else options.get("reset_mask")
        if chosen is None:
            self.env.reset(seed)
        else:
            if seed is not None:
                raise ValueError("a seed is that of all games; leave it out with a reset_mask")
            for game in np.flatnonzero(chosen):
                self.env.restart(int(game))
        return self._own(self.env.observations), self._infos()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Array]]:
        """Make one decision in each game; wrong ones as ``VectorEnv`` takes them."""
        env = self.env
        deciders = env.seats.copy()
        ended = env.step(actions)
        infos = self._infos()
        if ended:
            infos["_final_obs"] = env.terminations | env.truncations
            infos["final_obs"] = self._own(env.final_observations)
        rewards = env.rewards[np.arange(self.num_envs), deciders]
        return (
            self._own(env.observations),
            rewards,
            self._own(env.terminations),
            self._own(env.truncations),
            infos,
        )

    def action_masks(self) -> Array:
        """What is legal in each game, as learners with masks ask for it."""
        return self._own(self.env.masks)

    def _infos(self) -> dict[str, Array]:
        env = self.env
        return {
            "action_mask": self._own(env.masks),
            "seats": self._own(env.seats),
            "rewards": self._own(env.rewards),
        }

    def _own(self, array: Array) -> Array:
        return array.copy() if self._copy else array
