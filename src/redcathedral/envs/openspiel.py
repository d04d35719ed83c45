"""The game for OpenSpiel, with explicit chance nodes also in the set-up.

::

    import pyspiel
    import redcathedral.envs.openspiel  # registers the game

    game = pyspiel.load_game("python_red_cathedral", {"players": 3, "reward": "rank"})
    state = game.new_initial_state()
    while state.is_chance_node():
        outcome, probability = state.chance_outcomes()[0]
        state.apply_action(outcome)

The parameters are ``players`` (all seats), ``solo`` (one player against Ivan), ``side``,
``reward``, ``turns`` (the cap; 0 for the default), ``setup`` (a set-up code: the game then begins
with the first decision), ``edition`` (the id of a packaged one) and the options by their names.

OpenSpiel has no truncation: at the cap, the game is terminal, and its returns are those of the
leader as the winner, or 0 for all in a tie (``reward="win"``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias, cast

from redcathedral.box.loader import load_edition
from redcathedral.box.options import CHOICES, Options
from redcathedral.box.vocabulary import DIE_COUNT, DIE_FACES, IVAN_ROW, PLACE_COUNT
from redcathedral.engine.decisions import DECISION_COUNT
from redcathedral.engine.phases import DRAW_IVAN_TILE, ROLL
from redcathedral.envs.episode import Episode
from redcathedral.envs.observation import FEATURES, SIZE
from redcathedral.envs.reward import RewardTracker, Scheme, scheme_number
from redcathedral.envs.settings import make_setting
from redcathedral.extras import needs
from redcathedral.record.notation import decision_text
from redcathedral.record.outcome import outcome_text
from redcathedral.record.setup import outcome_name

with needs("research"):
    import numpy as np
    import pyspiel
    from numpy.typing import NDArray

NAME: Final = "python_red_cathedral"
_OPTIONS: Final = {name: values[0] for name, values in CHOICES.items() if name != "workshop_side"}
DEFAULTS: Final[dict[str, Any]] = {
    "players": 2,
    "solo": False,
    "side": "basic",
    "reward": "win",
    "turns": 0,
    "setup": "",
    "edition": "",
    **_OPTIONS,
}
# Generous upper bounds.
_MAX_TURN_DECISIONS: Final = 200
_MAX_TURN_OUTCOMES: Final = 2 * DIE_COUNT + IVAN_ROW
_MAX_SET_UP_OUTCOMES: Final = 2 * PLACE_COUNT + 64
_MAX_REWARD: Final = 20.0  # more than any margin or potential

Utility: TypeAlias = Literal["ZERO_SUM", "GENERAL_SUM"]


def _game_type(scheme: Scheme = "win", utility: Utility = "ZERO_SUM") -> pyspiel.GameType:
    model = "REWARDS" if scheme == "potential" else "TERMINAL"
    return pyspiel.GameType(
        short_name=NAME,
        long_name="The Red Cathedral",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=getattr(pyspiel.GameType.Utility, utility),
        reward_model=getattr(pyspiel.GameType.RewardModel, model),
        max_num_players=4,
        min_num_players=1,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=DEFAULTS,
    )


class RedCathedralGame(pyspiel.Game):
    """The game with its parameters; raises ValueError for invalid ones."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        parameters = dict(params or {})
        if unknown := parameters.keys() - DEFAULTS.keys():
            raise ValueError(f"{', '.join(sorted(unknown))}: parameters are {', '.join(DEFAULTS)}")
        values: dict[str, Any] = {**DEFAULTS, **parameters}
        self.scheme = cast(Scheme, values["reward"])
        scheme_number(self.scheme)
        options = Options(workshop_side=values["side"], **{name: values[name] for name in _OPTIONS})
        edition = load_edition(values["edition"] or None)
        setting = make_setting(
            values["players"], solo=values["solo"], options=options, edition=edition
        )
        self.first = Episode(
            setting,
            seed=0,  # never used, because chance is listed
            setup=values["setup"] or None,
            turns=values["turns"] or None,
            chance="listed",
        )
        people = 1 if values["solo"] else self.first.seat_count
        is_zero_sum = people == 2 or (people > 2 and self.scheme in ("win", "rank"))
        max_reward = 1.0 if self.scheme in ("win", "rank") else _MAX_REWARD
        info = pyspiel.GameInfo(
            num_distinct_actions=DECISION_COUNT,
            max_chance_outcomes=max(
                DIE_COUNT * DIE_FACES,
                len(edition.cards),
                len(edition.workshop_tiles),
                len(edition.influence),
                *(len(plans) for plans in edition.plans.values()),
            ),
            num_players=people,
            min_utility=-max_reward,
            max_utility=max_reward,
            utility_sum=0.0 if is_zero_sum else None,
            max_game_length=self.first.turns * _MAX_TURN_DECISIONS,
        )
        kind = _game_type(self.scheme, "ZERO_SUM" if is_zero_sum else "GENERAL_SUM")
        super().__init__(kind, info, parameters)

    def new_initial_state(self, *_: object) -> RedCathedralState:
        """Return the first chance node, or with a set-up code the first decision."""
        return RedCathedralState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return an upper bound of the chance outcomes in a game."""
        return self.first.turns * _MAX_TURN_OUTCOMES + _MAX_SET_UP_OUTCOMES

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> RedCathedralObserver:
        """Return the observer of states."""
        return RedCathedralObserver(iig_obs_type, params)


class RedCathedralState(pyspiel.State):
    """A position, whose ``episode`` is the same class as in the other environments.

    An illegal action raises IllegalDecision, an impossible outcome ImpossibleOutcome, both
    subclasses of ValueError; the state is not changed then.
    """

    def __init__(self, game: RedCathedralGame) -> None:
        super().__init__(game)
        people = game.num_players()
        self.episode = game.first.clone()
        self.reward_tracker = RewardTracker(game.scheme)
        self.has_begun = False  # whether the first decision has been reached
        self.step_rewards = [0.0] * people
        self.total = [0.0] * people
        self._update_rewards()

    def _update_rewards(self) -> None:
        episode = self.episode
        self.step_rewards = [0.0] * len(self.total)
        if episode.is_chance:
            return
        if not self.has_begun:
            self.has_begun = True
            self.reward_tracker.reset(episode.state)
            return
        rewards = self.reward_tracker.step(episode.state, episode.is_truncated)
        self.step_rewards = rewards[: len(self.total)]  # without Ivan's
        self.total = [sum(pair) for pair in zip(self.total, self.step_rewards, strict=True)]

    def current_player(self) -> int:
        """Return the player who decides next, or the id for chance or for the end."""
        if self.episode.is_chance:
            return int(pyspiel.PlayerId.CHANCE)
        if self.episode.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return self.episode.seat

    def is_terminal(self) -> bool:
        """Return whether the game has ended, also by the cap."""
        return self.episode.is_over

    def _legal_actions(self, player: int) -> list[int]:
        return self.episode.legal if player == self.episode.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible outcomes and their probabilities."""
        return self.episode.outcomes()

    def _apply_action(self, action: int) -> None:
        if self.episode.is_chance:
            self.episode.settle(action)
        else:
            self.episode.play(action)
        self._update_rewards()

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return decision_text(action)
        state = self.episode.state
        if state.phase == ROLL:
            next_roll = state.copy()
            next_roll.pending &= -next_roll.pending  # the die that is rolled next
            return outcome_text(next_roll, [action])
        if state.phase == DRAW_IVAN_TILE:
            return f"ivan-tile {state.setting.components.edition.workshop_tiles[action].id}"
        return outcome_name(state, action)

    def rewards(self) -> list[float]:
        """Return the reward of each player for the last step."""
        return self.step_rewards

    def returns(self) -> list[float]:
        """Return the sum of the rewards of each player so far."""
        return self.total

    def __str__(self) -> str:
        """Describe the position in text, with its hash, which makes it unique."""
        return f"{self.episode.text()}{self.episode.hash()}"


class RedCathedralObserver:
    """The full observation as one tensor, and by feature; all of it is public."""

    def __init__(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> None:
        if params:
            raise ValueError(f"an observer has no parameters; remove {', '.join(params)}")
        self.is_public = iig_obs_type is None or iig_obs_type.public_info
        self.tensor: NDArray[np.float32] = np.zeros(SIZE if self.is_public else 0, np.float32)
        self.dict = {
            feature.name: self.tensor[feature.indices].reshape(feature.shape)
            for feature in (FEATURES if self.is_public else ())
        }

    def set_from(self, state: RedCathedralState, player: int) -> None:
        """Write the observation of a player into the tensor."""
        if self.is_public:
            self.tensor[:] = state.episode.observation(player)

    def string_from(self, state: RedCathedralState, player: int) -> str:
        """Return the compact observation in hexadecimal digits, which identifies the position."""
        return str(state.episode.words(player).tobytes().hex()) if self.is_public else ""


def register() -> None:
    """Register the game with ``pyspiel.load_game``; importing this module calls it."""
    if NAME not in pyspiel.registered_names():
        pyspiel.register_game(_game_type(), RedCathedralGame)


register()
