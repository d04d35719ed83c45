"""The game for PettingZoo: agent after agent (AEC), or all at once with one action that counts.

::

    from redcathedral.envs import pettingzoo

    env = pettingzoo.env(players=3)
    env.reset(seed=1)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        over = terminated or truncated
        env.step(None if over else env.action_space(agent).sample(seen["action_mask"]))
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, TypeAlias, Unpack

from redcathedral.engine.decisions import DECISION_COUNT
from redcathedral.envs.drawing import RENDER_MODES, Rendering, RenderMode
from redcathedral.envs.episode import Observed
from redcathedral.envs.session import GameArguments, GameSession, Masked
from redcathedral.extras import needs

with needs("research"):
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers

METADATA: Final[dict[str, Any]] = {
    "name": "red_cathedral_v0",
    "render_modes": list(RENDER_MODES),
    "render_fps": 2,
    "is_parallelizable": False,  # parallel_env is a form of its own
}
Told: TypeAlias = dict[str, dict[str, Any]]


class _Agents(EzPickle):
    """A session whose seats are agents ``player_0`` and so on; alone against Ivan there is one."""

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
    def mover(self) -> str:
        return self.possible_agents[self.session.episode.seat]

    def _begin(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        self.session.reset(seed, (options or {}).get("setup"))
        self.agents = self.possible_agents[:]

    def _paid(self) -> dict[str, float]:
        return dict(
            zip(self.possible_agents, self.session.rewards(), strict=False)
        )  # Ivan gets none

    def _infos(self) -> Told:
        return {
            agent: {"action_mask": self.session.mask(self.seats[agent])} for agent in self.agents
        }

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def state(self) -> Observed:
        """The whole table as the first seat sees it: nothing is hidden in this game."""
        return self.session.observe(0)

    def render(self) -> Rendering:
        return self.session.render()

    def close(self) -> None:
        """There is nothing to be closed."""


class RawEnv(_Agents, AECEnv):
    """The game, agent after agent: whoever's decision is due is selected, also twice in a row.

    For the arguments see ``envs.session``.  An observation is a dict of ``observation`` and
    ``action_mask``; the mask is in the agent's info too.
    """

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the next game, or the first of a seed; ``options`` may have a ``setup`` code."""
        self._begin(seed, options)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._skip_agent_selection = None
        self.agent_selection = self.mover
        self._tell()

    def step(self, action: Any) -> None:
        """The selected agent's decision; None for one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.session.play(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._paid()
        self._accumulate_rewards()
        if not self.session.is_over:
            self.agent_selection = self.mover
        self._tell()
        if self.session.is_over:
            self._deads_step_first()

    def _tell(self) -> None:
        self.terminations = dict.fromkeys(self.agents, self.session.is_terminated)
        self.truncations = dict.fromkeys(self.agents, self.session.is_truncated)
        self.infos = self._infos()
        self._show()

    def observe(self, agent: str) -> Masked:
        """What an agent sees now."""
        return self.session.observe_masked(self.seats[agent])


raw_env = RawEnv


def env(
    players: int = 2, render_mode: RenderMode | None = None, **arguments: Unpack[GameArguments]
) -> AECEnv:
    """The game agent after agent with PettingZoo's usual wrappers; see ``RawEnv``.

    They raise AssertionError for an action outside of the space, and for a step before ``reset``.
    """
    bounded = wrappers.AssertOutOfBoundsWrapper(RawEnv(players, render_mode, **arguments))
    return wrappers.OrderEnforcingWrapper(bounded)


aec_env = env


class ParallelTable(_Agents, ParallelEnv):
    """The game with an action of every agent in each step, of which only the mover's counts.

    The mover is the one agent whose mask is not all zeros; what others send is not looked at, and
    may be missing.  Rewards and ends are those of ``RawEnv``, each when it comes.
    """

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Masked], Told]:
        """Begin the next game, or the first of a seed; ``options`` may have a ``setup`` code."""
        self._begin(seed, options)
        self._show()
        return self._seen(), self._infos()

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[dict[str, Masked], dict[str, float], dict[str, bool], dict[str, bool], Told]:
        """The mover's decision; KeyError where it is missing, AssertionError outside of the space.

        After the end nothing happens, and nothing is returned.
        """
        if not self.agents:
            self.session.episode  # noqa: B018  # raises where none has begun
            return {}, {}, {}, {}, {}
        mover = self.mover
        if mover not in actions:
            raise KeyError(f"no action of {mover}, whose decision is due")
        action = actions[mover]
        if not self.action_spaces[mover].contains(action):
            last = DECISION_COUNT - 1
            raise AssertionError(f"{mover} sent {action!r}; actions are the ids 0 to {last}")
        self.session.play(action)
        paid = self._paid()
        terminated = dict.fromkeys(self.agents, self.session.is_terminated)
        truncated = dict.fromkeys(self.agents, self.session.is_truncated)
        seen, infos = self._seen(), self._infos()
        if self.session.is_over:
            self.agents = []
        self._show()
        return seen, paid, terminated, truncated, infos

    def _seen(self) -> dict[str, Masked]:
        return {agent: self.session.observe_masked(self.seats[agent]) for agent in self.agents}


parallel_env = ParallelTable
