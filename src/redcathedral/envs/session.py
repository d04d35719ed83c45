"""Play games one at a time: the common part of the environments for Gymnasium and PettingZoo."""

import secrets
from collections.abc import Sequence
from typing import Literal, TypeAlias, TypedDict, get_args

from redcathedral.box.edition import Edition
from redcathedral.box.options import BoardSide, Options
from redcathedral.engine.decisions import DECISION_COUNT
from redcathedral.engine.rules import IllegalDecision
from redcathedral.envs.arguments import choice, game_seed
from redcathedral.envs.drawing import Rendering, RenderMode, check_mode
from redcathedral.envs.drawing import render as render_state
from redcathedral.envs.episode import Episode, Mask, Observation
from redcathedral.envs.reward import RewardTracker, Scheme
from redcathedral.envs.settings import make_setting
from redcathedral.envs.vector import OBSERVATIONS, ObservationKind, observation_bounds
from redcathedral.extras import needs

with needs("research"):
    import numpy as np
    from gymnasium import error, logger, spaces

IllegalPolicy: TypeAlias = Literal["end", "error"]


class GameArguments(TypedDict, total=False):
    """The keyword arguments of an environment; see ``GameSession``."""

    solo: bool
    side: BoardSide
    options: Options | None
    colours: Sequence[int] | None
    observation: ObservationKind
    reward: Scheme
    discount: float
    skip_forced: bool
    illegal: IllegalPolicy
    turns: int | None
    edition: Edition | None


class MaskedObservation(TypedDict):
    """An observation and the legal decisions."""

    observation: Observation
    action_mask: Mask


class GameSession:
    """Plays one game after another, the same games as the first row of the vector environment.

    For ``players``, ``solo``, ``side``, ``options`` and ``colours`` see ``make_setting``, for
    ``reward`` see ``envs.reward``; ``observation`` is ``"full"`` or ``"compact"``.  With
    ``skip_forced`` forced decisions are made automatically.  ``turns`` is the cap on turns of all
    seats together (R7.7): there the game is truncated, not terminated, with the reward of its
    result, in which the leader has won and a tie has no winner.

    An illegal action ends the game with a reward of -1 for its seat and 0 for the others; with
    ``illegal="error"`` it raises IllegalDecision, and the game is not changed.
    """

    def __init__(
        self,
        players: int = 2,
        render_mode: RenderMode | None = None,
        *,
        solo: bool = False,
        side: BoardSide = "basic",
        options: Options | None = None,
        colours: Sequence[int] | None = None,
        observation: ObservationKind = "full",
        reward: Scheme = "win",
        discount: float = 1.0,
        skip_forced: bool = False,
        illegal: IllegalPolicy = "end",
        turns: int | None = None,
        edition: Edition | None = None,
        **unknown: object,
    ) -> None:
        if unknown:
            names = ", ".join(GameArguments.__annotations__)
            raise TypeError(f"there is no argument {', '.join(unknown)}; there are {names}")
        choice("illegal", illegal, get_args(IllegalPolicy))
        choice("observation", observation, OBSERVATIONS)
        check_mode(render_mode)
        self.setting = make_setting(
            players, solo=solo, side=side, options=options, colours=colours, edition=edition
        )
        self.people = 1 if solo else int(self.setting.seat_count)
        self.observation: ObservationKind = observation
        self.reward_tracker = RewardTracker(reward, discount)
        self.skip_forced = skip_forced
        self.illegal: IllegalPolicy = illegal
        self.turns = Episode(self.setting, seed=0, turns=turns).turns
        self.render_mode = render_mode
        self.seed = secrets.randbits(32)
        self.number = -1
        self.is_aborted = False  # by an illegal action
        self._episode: Episode | None = None

    def reset(self, seed: int | None = None, setup: str | None = None) -> None:
        """Start the first game of a seed, or without a seed the next game.

        The game of a seed of more than 32 bits is that of its hash.

        The initial seed is random.  ``setup`` is a set-up code for the game.
        """
        new_seed = self.seed if seed is None else game_seed(seed)
        number = self.number + 1 if seed is None else 0
        self._episode = Episode(
            self.setting,
            seed=new_seed,
            number=number,
            setup=setup,
            turns=self.turns,
            skip_forced=self.skip_forced,
        )
        self.seed, self.number = new_seed, number
        self.reward_tracker.reset(self._episode.state)
        self.is_aborted = False

    @property
    def episode(self) -> Episode:
        """The current game; raises ResetNeeded before the first."""
        if self._episode is None:
            raise error.ResetNeeded("no game has begun; call `reset` first")
        return self._episode

    @property
    def is_terminated(self) -> bool:
        """Whether the game has ended by its rules, or by an illegal action."""
        return self.is_aborted or self.episode.is_terminated

    @property
    def is_truncated(self) -> bool:
        """Whether the cap on turns has ended the game."""
        return not self.is_aborted and self.episode.is_truncated

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.is_terminated or self.is_truncated

    def play(self, action: int) -> bool:
        """Make a decision; return False if it was illegal and has ended the game."""
        try:
            self.episode.play(action)
        except IllegalDecision:
            if self.illegal == "error":
                raise
            self.is_aborted = True
        return not self.is_aborted

    def rewards(self) -> list[float]:
        """Return the reward of each seat since the last call."""
        episode = self.episode
        if self.is_aborted:
            return self.reward_tracker.penalty(episode.seat)
        return self.reward_tracker.step(episode.state, episode.is_truncated)

    def space(self) -> spaces.Box:
        """Return the space of observations, like that of the vector environment for one game."""
        low, high, number_type = observation_bounds(self.observation)
        return spaces.Box(low, high, (OBSERVATIONS[self.observation],), number_type)

    def masked_space(self) -> spaces.Dict:
        """Return the space of observations with masks."""
        mask = spaces.Box(0, 1, (DECISION_COUNT,), np.int8)
        return spaces.Dict({"observation": self.space(), "action_mask": mask})

    def observe(self, seat: int) -> Observation:
        """Return the observation of a seat."""
        episode = self.episode
        return episode.words(seat) if self.observation == "compact" else episode.observation(seat)

    def mask(self, seat: int) -> Mask:
        """Return 1 for each legal decision of a seat; all 0 if another seat decides."""
        if self.is_over or seat != self.episode.seat:
            return np.zeros(DECISION_COUNT, np.int8)
        return self.episode.mask()

    def observe_masked(self, seat: int) -> MaskedObservation:
        """Return the observation and legal decisions of a seat."""
        return {"observation": self.observe(seat), "action_mask": self.mask(seat)}

    def render(self) -> Rendering:
        """Return a picture of the game in the render mode; ``human`` prints it instead."""
        if self.render_mode is None:
            logger.warn("render() without a render_mode; pass one when you make the environment")
            return None
        return render_state(self.episode.state, self.render_mode)
