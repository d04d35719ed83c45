"""What the environments that play one game at a time share: game after game, seen and paid."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Literal, TypeAlias, TypedDict, get_args

from redcathedral.box.edition import Edition
from redcathedral.box.options import BoardSide, Options
from redcathedral.engine.decisions import DECISION_COUNT
from redcathedral.engine.rules import IllegalDecision
from redcathedral.envs.drawing import Rendering, RenderMode, check_mode
from redcathedral.envs.drawing import render as render_state
from redcathedral.envs.episode import Episode, Mask, Observed
from redcathedral.envs.reward import Scheme
from redcathedral.envs.reward_tracker import RewardTracker
from redcathedral.envs.settings import make_setting
from redcathedral.envs.vector import OBSERVATIONS, ObservationKind, observation_bounds
from redcathedral.extras import needs

with needs("research"):
    import numpy as np
    from gymnasium import error, logger, spaces

IllegalPolicy: TypeAlias = Literal["end", "error"]


class GameArguments(TypedDict, total=False):
    """What may be said of the games of an environment, by name; see ``GameSession``."""

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


class Masked(TypedDict):
    """An observation with the legal decisions beside it."""

    observation: Observed
    action_mask: Mask


class GameSession:
    """Games of one kind, one after the other: those of the vector environment's first row.

    For ``players``, ``solo``, ``side``, ``options`` and ``colours`` see ``make_setting``, for
    ``reward`` see ``envs.reward``; ``observation`` is ``"full"`` or ``"compact"``.  With
    ``skip_forced`` a decision without a choice is made at once.  ``turns`` is the cap on turns,
    all seats together (R7.7).

    An action that is not legal ends the game with -1 for its seat and 0 for the others; with
    ``illegal="error"`` it raises IllegalDecision, and nothing has changed.
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
    ) -> None:
        if illegal not in get_args(IllegalPolicy):
            raise ValueError(f"illegal={illegal!r}; take 'end' or 'error'")
        if observation not in OBSERVATIONS:
            known = ", ".join(OBSERVATIONS)
            raise ValueError(f"there is no observation {observation!r}; take one of: {known}")
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
        self.is_broken_off = False  # by a wrong action
        self._episode: Episode | None = None

    def reset(self, seed: int | None = None, setup: str | None = None) -> None:
        """The first game of a seed, 0 to 2**32 - 1, or without one the next game.

        Before any seed was given, the games are those of one that nobody knows.  With ``setup``
        the game begins as that set-up code says.
        """
        known = self.seed if seed is None else seed
        number = self.number + 1 if seed is None else 0
        self._episode = Episode(
            self.setting,
            seed=known,
            number=number,
            setup=setup,
            turns=self.turns,
            skip_forced=self.skip_forced,
        )
        self.seed, self.number = known, number
        self.reward_tracker.reset(self._episode.state)
        self.is_broken_off = False

    @property
    def episode(self) -> Episode:
        """The game in progress; raises ResetNeeded where none has begun."""
        if self._episode is None:
            raise error.ResetNeeded("no game has begun; call `reset` first")
        return self._episode

    @property
    def is_terminated(self) -> bool:
        """Whether the game has ended by its rules, or by a wrong action."""
        return self.is_broken_off or self.episode.is_terminated

    @property
    def is_truncated(self) -> bool:
        """Whether the cap on turns has ended it."""
        return not self.is_broken_off and self.episode.is_truncated

    @property
    def is_over(self) -> bool:
        """Whether nothing is to be decided any more."""
        return self.is_terminated or self.is_truncated

    def play(self, action: int) -> bool:
        """A decision; False where it was not legal, and the game is broken off."""
        try:
            self.episode.play(action)
        except IllegalDecision:
            if self.illegal == "error":
                raise
            self.is_broken_off = True
        return not self.is_broken_off

    def rewards(self) -> list[float]:
        """What each seat gets for what has happened since it was last asked."""
        episode = self.episode
        if self.is_broken_off:
            return self.reward_tracker.penalty(episode.state, episode.seat)
        return self.reward_tracker.step(episode.state)

    def space(self) -> spaces.Box:
        """What an observation can be: that of the vector environment's, of one game."""
        low, high, kind = observation_bounds(self.observation)
        return spaces.Box(low, high, (OBSERVATIONS[self.observation],), kind)

    def masked_space(self) -> spaces.Dict:
        """The same with the legal decisions beside it."""
        mask = spaces.Box(0, 1, (DECISION_COUNT,), np.int8)
        return spaces.Dict({"observation": self.space(), "action_mask": mask})

    def observe(self, seat: int) -> Observed:
        """What a seat sees."""
        episode = self.episode
        return episode.words(seat) if self.observation == "compact" else episode.observation(seat)

    def mask(self, seat: int) -> Mask:
        """A 1 for each decision that a seat may make now, none where it is not its turn."""
        if self.is_over or seat != self.episode.seat:
            return np.zeros(DECISION_COUNT, np.int8)
        return self.episode.mask()

    def observe_masked(self, seat: int) -> Masked:
        """What a seat sees, and what it may decide."""
        return {"observation": self.observe(seat), "action_mask": self.mask(seat)}

    def render(self) -> Rendering:
        """A picture of the game, by the render mode; None for ``human``, which prints it."""
        if self.render_mode is None:
            logger.warn("render() without a render_mode; name one when you make the environment")
            return None
        return render_state(self.episode.state, self.render_mode)
