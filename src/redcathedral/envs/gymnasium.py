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

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final, Literal, TypeAlias, Unpack

from redcathedral.ai import bots
from redcathedral.engine.decisions import DECISION_COUNT
from redcathedral.envs.drawing import RENDER_MODES, Rendering, RenderMode
from redcathedral.envs.episode import Mask, Observation
from redcathedral.envs.session import GameArguments, GameSession, MaskedObservation
from redcathedral.extras import needs
from redcathedral.play.bot import Bot
from redcathedral.play.match import decide

with needs("research"):
    import gymnasium
    from gymnasium import spaces
    from gymnasium.error import InvalidAction, ResetNeeded

SeatChoice: TypeAlias = int | Literal["drawn"]
MaskPlace: TypeAlias = Literal["info", "observation"]
_BOT_SEED_LIMIT: Final = 1 << 31


class RedCathedralEnv(gymnasium.Env):
    """One agent against bots; a step is a decision of the agent, followed by those of the bots.

    ``opponents`` is the spec of a bot (``redcathedral.ai.bots``) for all other seats, or a list of
    specs for these seats, in turn order after the agent.  ``seat`` is the agent's seat, or
    ``"drawn"`` for a random seat in each game.  For the other arguments see ``envs.session``; with
    ``solo`` the agent plays against Ivan.

    An observation is from the view of the agent's seat.  The legal decisions are in ``info`` as
    ``action_mask``, in the method ``action_masks`` for sb3-contrib, and with
    ``mask="observation"`` in a dict with the observation.  ``reset`` accepts ``options`` with
    ``seat`` and ``setup`` (a set-up code) for the new game.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 2}

    def __init__(
        self,
        players: int = 2,
        opponents: str | Sequence[str] = "greedy",
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
        self.opponents = _opponents(opponents, people - 1)
        if mask not in ("info", "observation"):
            raise ValueError(f"mask={mask!r}; use 'info' or 'observation'")
        self.seat = _checked_seat(seat, people)
        self.is_masked = mask == "observation"
        self.render_mode = render_mode
        self.observation_space = (
            self.session.masked_space() if self.is_masked else self.session.space()
        )
        self.action_space = spaces.Discrete(DECISION_COUNT)
        self.agent_seat = 0  # in the game in progress
        self._bots: dict[int, Bot] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation | MaskedObservation, dict[str, Any]]:
        """Start the first game of a seed (0 to 2**32 - 1), or without one the next game.

        Raises ValueError for unknown options.
        """
        unused_options = dict(options or {})
        setup = unused_options.pop("setup", None)
        people = self.session.people
        choice = _checked_seat(unused_options.pop("seat", self.seat), people)
        if unused_options:
            unknown = ", ".join(unused_options)
            raise ValueError(f"unknown options {unknown}; the options are `seat` and `setup`")
        super().reset(seed=seed)
        if seed is None and self.session.number < 0:
            seed = int(self.np_random.integers(1 << 32))
        self.session.reset(seed, setup)
        drawn = int(self.np_random.integers(people))
        self.agent_seat = drawn if choice == "drawn" else choice
        self._bots = {}
        for distance, spec in enumerate(self.opponents, 1):
            other = (self.agent_seat + distance) % people
            bot_seed = int(self.np_random.integers(_BOT_SEED_LIMIT))
            self._bots[other] = bots.make(spec, bot_seed, other)
        self._play_bots()
        self.session.reward_tracker.reset(self.session.episode.state)
        if self.render_mode == "human":
            self.render()
        return self._observe(), self._info()

    def step(
        self, action: int
    ) -> tuple[Observation | MaskedObservation, float, bool, bool, dict[str, Any]]:
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
        while not session.is_over and (bot := self._bots.get(session.episode.seat)) is not None:
            episode = session.episode
            episode.play(decide(bot, episode.state))

    def _observe(self) -> Observation | MaskedObservation:
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


def _opponents(specs: str | Sequence[str], count: int) -> list[str]:
    spec_list = [specs] * count if isinstance(specs, str) else list(specs)
    if len(spec_list) != count:
        raise ValueError(f"{len(spec_list)} opponents for {count} other seats; name one for each")
    for spec in dict.fromkeys(spec_list):
        bots.make(spec, 0)
    return spec_list


def _checked_seat(seat: object, people: int) -> SeatChoice:
    if seat == "drawn":
        return "drawn"
    if isinstance(seat, int) and 0 <= seat < people:
        return seat
    raise ValueError(f"seat={seat!r}; use 'drawn' or 0 to {people - 1}")


def register() -> None:
    """Register the environments with ``gymnasium.make``; importing this module calls it."""
    for name, arguments in (
        ("RedCathedral-v0", {}),
        ("RedCathedralSolo-v0", {"solo": True, "seat": 0, "opponents": ()}),
    ):
        if name not in gymnasium.registry:
            entry = f"{__name__}:{RedCathedralEnv.__name__}"
            gymnasium.register(id=name, entry_point=entry, kwargs=arguments)


register()
