"""The vector environment by the conventions of PufferLib's native environments (its version 3).

PufferLib need not be there: without it the class has by itself what its trainer asks for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from redcathedral.batch.batch import IDS
from redcathedral.envs.vector import VectorEnv
from redcathedral.extras import needs

with needs("research"):
    import gymnasium
    import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    Infos: TypeAlias = list[dict[str, float]]

try:
    from pufferlib import PufferEnv as Base
except ImportError:
    Base = object


class PufferVectorEnv(Base):
    """Many games, each seat of each an agent: agent ``game * players + seat``.

    ``buf`` has the caller's arrays (``observations``, ``rewards``, ``terminals``, ``truncations``,
    ``masks``, ``actions``), which every step writes to; without it they are made.  In a game one
    seat decides at a time: ``masks`` marks that agent, and only its action counts; what the arrays
    say of the others is their rewards and ends, and an observation from when they last decided.

    An observation is bytes: those of the compact one (944) or the full one, and then the mask of
    legal decisions (834), since there is no other place for it.  ``infos`` tells of games that have
    ended: ``episode_length``, in decisions, and of each seat ``prestige_0`` and so on.  Further
    arguments are those of ``VectorEnv``.
    """

    def __init__(
        self,
        games: int,
        players: int = 2,
        *,
        buf: Mapping[str, NDArray[Any]] | None = None,
        seed: int = 0,
        **how: Any,
    ) -> None:
        self.env = VectorEnv(games, players, seed=seed, **how)
        self._width = self._bytes().shape[1]
        self.num_agents = games * players
        self.single_observation_space = gymnasium.spaces.Box(0, 255, (self._width + IDS,), np.uint8)
        self.single_action_space = gymnasium.spaces.Discrete(IDS)
        self._first = np.arange(games) * players
        if Base is not object:
            super().__init__(buf)
            return
        count = self.num_agents
        given = {} if buf is None else buf
        self.observations = given.get(
            "observations", np.zeros((count, self._width + IDS), np.uint8)
        )
        self.rewards = given.get("rewards", np.zeros(count, np.float32))
        self.terminals = given.get("terminals", np.zeros(count, np.bool_))
        self.truncations = given.get("truncations", np.zeros(count, np.bool_))
        self.masks = given.get("masks", np.ones(count, np.bool_))
        self.actions = given.get("actions", np.zeros(count, np.int32))
        self.agent_ids = np.arange(count)

    def reset(self, seed: int | None = None) -> tuple[NDArray[Any], Infos]:
        """Begin anew with the first games of a seed, or break all off and play the next."""
        self.env.reset(seed)
        self._write()
        return self.observations, []

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], Infos]:
        """Make one decision in each game: that of the agent whose mask is set."""
        env = self.env
        ended = env.step(np.asarray(actions).reshape(-1)[self._first + env.seats])
        self._write()
        infos: Infos = []
        if ended:
            for game in np.flatnonzero(env.terminations | env.truncations):
                told = {"episode_length": float(env.final_lengths[game])}
                for seat, total in enumerate(env.final_totals[game]):
                    told[f"prestige_{seat}"] = float(total)
                infos.append(told)
        return self.observations, self.rewards, self.terminals, self.truncations, infos

    def close(self) -> None:
        """Nothing is to be closed."""

    def _bytes(self) -> NDArray[Any]:
        """What is seen in each game, as bytes."""
        env = self.env
        if env.observation == "full":
            return env.observations
        return env.words.view(np.uint8).reshape(env.games, -1)

    def _write(self) -> None:
        env = self.env
        agents = self._first + env.seats
        self.observations[agents, : self._width] = self._bytes()
        self.observations[agents, self._width :] = env.masks
        self.rewards[:] = env.rewards.reshape(-1)
        self.terminals[:] = np.repeat(env.terminations, env.players)
        self.truncations[:] = np.repeat(env.truncations, env.players)
        self.masks[:] = False
        self.masks[agents] = True

    if Base is object:
        emulated = False
        done = False

        @property
        def agents_per_batch(self) -> int:
            """How many agents a step tells of."""
            return self.num_agents

        @property
        def driver_env(self) -> PufferVectorEnv:
            """The environment that knows the spaces."""
            return self

        def async_reset(self, seed: int | None = None) -> None:
            """The first half of a reset, for a trainer that asks in two steps."""
            _, self.infos = self.reset(seed)

        def send(self, actions: NDArray[Any]) -> None:
            """The first half of a step."""
            *_, self.infos = self.step(actions)

        def recv(self) -> tuple[Any, ...]:
            """The second half of a step or reset."""
            return (
                self.observations,
                self.rewards,
                self.terminals,
                self.truncations,
                self.infos,
                self.agent_ids,
                self.masks,
            )
