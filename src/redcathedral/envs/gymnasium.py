"""The environment for Gymnasium, with one agent against bots or against Ivan.

::

    import gymnasium
    import redcathedral.envs.gymnasium  # registers RedCathedral-v0 and RedCathedralSolo-v0

    env = gymnasium.make("RedCathedral-v0", players=3, opponents=("greedy", "random"))
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(
        env.action_space.sample(info["action_mask"])
    )
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Literal, TypeAlias, Unpack, cast, get_args

from redcathedral.engine.decisions import DECISION_COUNT
from redcathedral.envs.arguments import choice
from redcathedral.envs.batch.batch import DRAWN_AGENT
from redcathedral.envs.batch.seeds import draw
from redcathedral.envs.drawing import RENDER_MODES, Rendering, RenderMode
from redcathedral.envs.episode import Mask, Observation
from redcathedral.envs.opponents import (
    AgentOpponents,
    Opponent,
    Policy,
    SeatChoice,
    agent_number,
    ask,
)
from redcathedral.envs.session import GameArguments, GameSession, MaskedObservation
from redcathedral.extras import needs
from redcathedral.play.match import decide

with needs("research"):
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.error import InvalidAction, ResetNeeded

MaskPlace: TypeAlias = Literal["info", "observation"]


class RedCathedralEnv(gymnasium.Env):
    """One agent against bots; a step is a decision of the agent, followed by those of the bots.

    ``opponents`` is an opponent for all other seats, or a list of them in turn order after the
    agent: the spec of a bot (``redcathedral.ai.bots``), an object with ``choose``, or a function
    that gets rows of observations and masks, and returns a decision for each row.  ``seat`` is the
    agent's seat, or ``"drawn"`` for a random seat in each game.  For the other arguments see
    ``envs.session``; with ``solo`` the agent plays against Ivan.

    An observation is from the view of the agent's seat.  The legal decisions are in ``info`` as
    ``action_mask``, in the method ``action_masks`` for sb3-contrib, and with
    ``mask="observation"`` in a dict with the observation.  ``reset`` accepts ``options`` with
    ``seat`` and ``setup`` (a set-up code) for the new game.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 2}

    def __init__(
        self,
        players: int = 2,
        opponents: Opponent | Sequence[Opponent] = "greedy",
        seat: SeatChoice = "drawn",
        mask: MaskPlace = "info",
        render_mode: RenderMode | None = None,
        **arguments: Unpack[GameArguments],
    ) -> None:
        self.session = GameSession(players, render_mode, **arguments)
        people = self.session.people
        if self.session.turns < people:
            turns = self.session.turns
            raise ValueError(f"a cap of {turns} turns for {people} seats: some have no turn")
        self.opponents = AgentOpponents(opponents, seat, people)
        choice("mask", mask, get_args(MaskPlace))
        self.is_masked = mask == "observation"
        self.render_mode = render_mode
        self.observation_space = (
            self.session.masked_space() if self.is_masked else self.session.space()
        )
        self.action_space = spaces.Discrete(DECISION_COUNT)
        self.agent_seat = 0  # in the game in progress

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> "tuple[Observation | MaskedObservation, dict[str, Any]]":
        """Start a seed's first game, or the next one; raises ValueError for unknown options."""
        unused_options = dict(options or {})
        setup = unused_options.pop("setup", None)
        people = self.session.people
        agent = self.opponents.agent
        if "seat" in unused_options:
            agent = agent_number(unused_options.pop("seat"), people)
        if unused_options:
            unknown = ", ".join(unused_options)
            raise ValueError(f"unknown options {unknown}; the options are `seat` and `setup`")
        super().reset(seed=seed)
        if seed is None and self.session.number < 0:
            seed = int(self.np_random.integers(1 << 32))
        self.session.reset(seed, setup)
        game = (self.session.seed, self.session.number)
        self.agent_seat = draw(*game, 1, people)[1] if agent == DRAWN_AGENT else agent
        self._play_bots()
        self.session.reward_tracker.reset(self.session.episode.state)
        if self.render_mode == "human":
            self.render()
        return self._observe(), self._info()

    def step(
        self, action: int
    ) -> "tuple[Observation | MaskedObservation, float, bool, bool, dict[str, Any]]":
        """Make a decision of the agent, then the decisions of bots up to its next turn or the end.

        Raises InvalidAction for an action outside of the space, and ResetNeeded after the end.
        """
        session = self.session
        if not self.action_space.contains(action):
            last = DECISION_COUNT - 1
            raise InvalidAction(f"{action!r} is not an action; actions are the ids 0 to {last}")
        if session.is_over:
            raise ResetNeeded("the game is over; call `reset` for the next one")
        if session.play(action):
            self._play_bots()
        reward = session.rewards()[self.agent_seat]
        if self.render_mode == "human":
            self.render()
        return self._observe(), reward, session.is_terminated, session.is_truncated, self._info()

    def _play_bots(self) -> None:
        session = self.session
        self.opponents.begin()
        while not session.is_over and (seat := session.episode.seat) != self.agent_seat:
            episode = session.episode
            distance = (seat - self.agent_seat) % session.people
            turn = (session.seed, session.number, seat, int(episode.state.turn))
            if (bot := self.opponents.bot(distance, 0, *turn)) is not None:
                episode.play(decide(bot, episode.state))
                continue
            policy = cast("Policy", self.opponents.opponents[distance - 1])
            rows = session.observe(seat)[None], session.mask(seat).astype(np.bool_)[None]
            episode.play(int(ask(policy, *rows)[0]))

    def _observe(self) -> "Observation | MaskedObservation":
        if self.is_masked:
            return self.session.observe_masked(self.agent_seat)
        return self.session.observe(self.agent_seat)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {
            "action_mask": self.session.mask(self.agent_seat),
            "seat": self.agent_seat,
        }
        if self.session.is_over:
            info["legal"] = not self.session.is_aborted
        return info

    def action_masks(self) -> Mask:
        """Return the legal decisions, for MaskablePPO of sb3-contrib."""
        return self.session.mask(self.agent_seat)

    def render(self) -> Rendering:
        """Return a picture of the game in the ``render_mode``."""
        return self.session.render()


def register() -> None:
    """Register the environments with ``gymnasium.make``; importing this module calls it."""
    for name, arguments in (
        ("RedCathedral-v0", {}),
        ("RedCathedralSolo-v0", {"solo": True, "seat": 0, "opponents": ()}),
    ):
        if name not in gymnasium.registry:
            entry = f"{__name__}:{RedCathedralEnv.__name__}"
            vector_entry = "redcathedral.envs.gymnasium_vector:against_opponents"
            gymnasium.register(name, entry, kwargs=arguments, vector_entry_point=vector_entry)


register()
