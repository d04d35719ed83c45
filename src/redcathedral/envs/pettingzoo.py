"""The environments for PettingZoo: one agent acts at a time (AEC), or all in parallel.

::

    from redcathedral.envs import pettingzoo

    env = pettingzoo.env(players=3)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        over = terminated or truncated
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Final, Literal, TypeAlias, Unpack, get_args

from redcathedral.engine.decisions import DECISION_COUNT
from redcathedral.envs.arguments import choice
from redcathedral.envs.drawing import RENDER_MODES, Rendering, RenderMode
from redcathedral.envs.episode import Mask, Observation
from redcathedral.envs.session import GameArguments, GameSession, MaskedObservation
from redcathedral.extras import needs

with needs("research"):
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers

METADATA: Final[dict[str, Any]] = {
    "name": "red_cathedral_v0",
    "render_modes": list(RENDER_MODES),
    "render_fps": 2,
    "is_parallelizable": False,  # parallel_env is a separate class
}
Infos: TypeAlias = dict[str, dict[str, Any]]
WaitingMask: TypeAlias = Literal["zeros", "ones"]


class _AgentSession(EzPickle):
    """A session with an agent ``player_0``, ``player_1`` ... for each human seat."""

    metadata: ClassVar[dict[str, Any]] = METADATA
    agents: list[str]

    def __init__(
        self,
        players: int = 2,
        render_mode: RenderMode | None = None,
        **arguments: Unpack[GameArguments],
    ) -> None:
        EzPickle.__init__(self, players, render_mode, **arguments)
        self.session = GameSession(players, render_mode, **arguments)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.session.people)]
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {
            agent: self.session.masked_space() for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(DECISION_COUNT) for agent in self.possible_agents
        }
        self.state_space = self.session.space()
        self.agents = []

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    @property
    def deciding_agent(self) -> str:
        return self.possible_agents[self.session.episode.seat]

    def _start_game(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        self.session.reset(seed, (options or {}).get("setup"))
        self.agents = self.possible_agents[:]

    def _agent_rewards(self) -> dict[str, float]:
        rewards = self.session.rewards()[: len(self.possible_agents)]  # without Ivan's
        return dict(zip(self.possible_agents, rewards, strict=True))

    def _infos(self) -> Infos:
        return {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    def _mask(self, agent: str) -> Mask:
        return self.session.mask(self.seats[agent])

    def _render_for_humans(self) -> None:
        if self.render_mode == "human":
            self.render()

    def state(self) -> Observation:
        """Return the observation of the first seat, which is complete: the game hides nothing."""
        return self.session.observe(0)

    def render(self) -> Rendering:
        return self.session.render()

    def close(self) -> None:
        """Do nothing; the environment has no resources to close."""


class RawEnv(_AgentSession, AECEnv):
    """The game with one agent acting at a time, often several times in a row.

    For the arguments see ``envs.session``.  An observation is a dict of ``observation`` and
    ``action_mask``; the mask is also in the agent's info.
    """

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start the first game of a seed, or the next game; ``options`` can have a ``setup``."""
        self._start_game(seed, options)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._skip_agent_selection = None
        self.agent_selection = self.deciding_agent
        self._update_agents()

    def step(self, action: Any) -> None:
        """Make a decision of the selected agent; None if its game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.session.play(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._agent_rewards()
        self._accumulate_rewards()
        if not self.session.is_over:
            self.agent_selection = self.deciding_agent
        self._update_agents()
        if self.session.is_over:
            self._deads_step_first()

    def _update_agents(self) -> None:
        self.terminations = dict.fromkeys(self.agents, self.session.is_terminated)
        self.truncations = dict.fromkeys(self.agents, self.session.is_truncated)
        self.infos = self._infos()
        self._render_for_humans()

    def observe(self, agent: str) -> MaskedObservation:
        """Return the current observation of an agent."""
        return self.session.observe_masked(self.seats[agent])


raw_env = RawEnv


def env(
    players: int = 2, render_mode: RenderMode | None = None, **arguments: Unpack[GameArguments]
) -> AECEnv:
    """Return a ``RawEnv`` with PettingZoo's usual wrappers.

    These raise AssertionError for an action outside of the space, and for a step before ``reset``.
    """
    bounded = wrappers.AssertOutOfBoundsWrapper(RawEnv(players, render_mode, **arguments))
    return wrappers.OrderEnforcingWrapper(bounded)


aec_env = env


class ParallelTable(_AgentSession, ParallelEnv):
    """The game with actions of all agents in each step, of which only one counts.

    The actions of agents that do not decide are ignored, and can be missing.  Their masks are all
    zeros, or with ``waiting_mask="ones"`` all ones, for frameworks that sample an action for each
    agent.  Rewards, terminations and truncations are those of ``RawEnv``.
    """

    def __init__(
        self,
        players: int = 2,
        render_mode: RenderMode | None = None,
        *,
        waiting_mask: WaitingMask = "zeros",
        **arguments: Unpack[GameArguments],
    ) -> None:
        super().__init__(players, render_mode, **arguments)
        EzPickle.__init__(self, players, render_mode, waiting_mask=waiting_mask, **arguments)
        self.waiting_mask: WaitingMask = choice("waiting_mask", waiting_mask, get_args(WaitingMask))

    def _mask(self, agent: str) -> Mask:
        session = self.session
        is_waiting = session.is_over or agent != self.deciding_agent
        if is_waiting and self.waiting_mask == "ones":
            return np.ones(DECISION_COUNT, np.int8)
        return session.mask(self.seats[agent])

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, MaskedObservation], Infos]:
        """Start the first game of a seed, or the next game; ``options`` can have a ``setup``."""
        self._start_game(seed, options)
        self._render_for_humans()
        return self._observations(), self._infos()

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[
        dict[str, MaskedObservation], dict[str, float], dict[str, bool], dict[str, bool], Infos
    ]:
        """Make the decision of the agent that decides.

        Raises KeyError if its action is missing, and AssertionError for an action outside of the
        space.  After the end this does nothing and returns empty dicts.
        """
        if not self.agents:
            self.session.episode  # noqa: B018  # raises before the first reset
            return {}, {}, {}, {}, {}
        agent = self.deciding_agent
        if agent not in actions:
            raise KeyError(f"there is no action of {agent}, which decides next")
        action = actions[agent]
        if not self.action_spaces[agent].contains(action):
            last = DECISION_COUNT - 1
            raise AssertionError(f"{agent} sent {action!r}; actions are the ids 0 to {last}")
        self.session.play(action)
        rewards = self._agent_rewards()
        terminated = dict.fromkeys(self.agents, self.session.is_terminated)
        truncated = dict.fromkeys(self.agents, self.session.is_truncated)
        observations, infos = self._observations(), self._infos()
        if self.session.is_over:
            self.agents = []
        self._render_for_humans()
        return observations, rewards, terminated, truncated, infos

    def _observations(self) -> dict[str, MaskedObservation]:
        return {
            agent: {
                "observation": self.session.observe(self.seats[agent]),
                "action_mask": self._mask(agent),
            }
            for agent in self.agents
        }


parallel_env = ParallelTable
