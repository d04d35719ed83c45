"""The vector environment for Gymnasium."""

from collections.abc import Sequence
from typing import Any, ClassVar

from redcathedral.envs.arguments import game_seed
from redcathedral.envs.arrays import Array
from redcathedral.envs.batch.masks import MASK_SIZE
from redcathedral.envs.vector import VectorEnv, observation_bounds
from redcathedral.extras import needs

with needs("research"):
    import gymnasium
    import numpy as np
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space


class GymnasiumVectorEnv(gymnasium.vector.VectorEnv):
    """Many games in which one agent makes all decisions, for the seat that decides next.

    With ``solo`` the agent plays against Ivan, and with ``opponents`` against them (see
    ``VectorEnv``; ``against_opponents`` has the defaults of ``RedCathedral-v0``).  Otherwise it
    plays against itself: the observation
    is for the seat that decides next, the reward for the seat that has just decided.
    ``infos["rewards"]`` has the rewards of all seats, ``infos["seats"]`` the seat that decides
    next, ``infos["action_mask"]`` the legal decisions.  When a game ends, the next one starts in
    the same step (``AutoresetMode.SAME_STEP``): ``infos["final_obs"]`` has the last observations,
    and ``infos["_final_obs"]`` marks the games that ended.

    Further arguments are those of ``VectorEnv``.  Arrays are copies, unless ``copy`` is False: then
    they are views that change with the next step.
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self, num_envs: int, players: int = 2, *, copy: bool = True, **arguments: Any
    ) -> None:
        self.env = VectorEnv(num_envs, players, **arguments)
        self.num_envs = num_envs
        low, high, number_type = observation_bounds(self.env.observation)
        width = self.env.observations.shape[1]
        self.single_observation_space = gymnasium.spaces.Box(low, high, (width,), number_type)
        self.single_action_space = gymnasium.spaces.Discrete(MASK_SIZE)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy = copy

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Array, dict[str, Array]]:
        """Start the first games of a seed; without a seed, start the next games.

        ``seed`` can have a seed for each game.  With the option ``reset_mask`` only the games that
        it marks are aborted.  Raises ValueError for other options; nothing has changed then.
        """
        unused_options = dict(options or {})
        reset_mask = unused_options.pop("reset_mask", None)
        if unused_options:
            unknown = ", ".join(map(str, unused_options))
            raise ValueError(f"unknown options {unknown}; the only option is `reset_mask`")
        if isinstance(seed, (list, tuple, np.ndarray)):
            seed = [None if one is None else game_seed(one) for one in seed]
        elif seed is not None:
            seed = game_seed(seed)
        self.env.reset(seed, where=reset_mask)
        return self._copied(self.env.observations), self._infos()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Array]]:
        """Make one decision in each game; illegal ones are handled as in ``VectorEnv``."""
        env = self.env
        deciders = env.seats.copy()
        ended = env.step(actions)
        infos = self._infos()
        if ended:
            infos["_final_obs"] = env.terminations | env.truncations
            infos["final_obs"] = self._copied(env.final_observations)
        return (
            self._copied(env.observations),
            env.rewards[np.arange(self.num_envs), deciders],
            self._copied(env.terminations),
            self._copied(env.truncations),
            infos,
        )

    def action_masks(self) -> Array:
        """Return the legal decisions of each game, for learners with masks."""
        return self._copied(self.env.masks)

    def _infos(self) -> dict[str, Array]:
        env = self.env
        return {
            "action_mask": self._copied(env.masks),
            "seats": self._copied(env.seats),
            "rewards": self._copied(env.rewards),
        }

    def _copied(self, array: Array) -> Array:
        return array.copy() if self._copy else array


def against_opponents(
    num_envs: int, players: int = 2, opponents: Any = "greedy", **arguments: Any
) -> GymnasiumVectorEnv:
    """Return many games of ``RedCathedral-v0``, for ``gymnasium.make_vec``."""
    arguments = {"observation": "full", "illegal": "end", **arguments}
    return GymnasiumVectorEnv(num_envs, players, opponents=opponents, **arguments)
