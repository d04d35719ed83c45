"""The game for OpenSpiel: a Python game with explicit chance nodes, the set-up's included.

::

    import pyspiel
    import redcathedral.envs.openspiel  # registers it

    game = pyspiel.load_game("python_red_cathedral", {"players": 3, "reward": "rank"})
    state = game.new_initial_state()
    while state.is_chance_node():
        outcome, probability = state.chance_outcomes()[0]
        state.apply_action(outcome)

Its parameters are ``players`` (all seats), ``solo`` (alone against Ivan: one player), ``side``,
``reward``, ``turns`` (the cap, 0 for the usual one), ``setup`` (a set-up code: then the game begins
with the first decision), ``edition`` (the id of a packaged one) and the options by their names.
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
from redcathedral.envs.reward import Scheme, scheme_number
from redcathedral.envs.reward_tracker import RewardTracker
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
# Generous bounds: what a seat has limits how much it can do in a turn.
_DECISIONS_A_TURN: Final = 200
_CHANCE_A_TURN: Final = 2 * DIE_COUNT + IVAN_ROW
_CHANCE_IN_SET_UP: Final = 2 * PLACE_COUNT + 64
_FAR: Final = 20.0  # more than any margin or potential

Utility: TypeAlias = Literal["ZERO_SUM", "GENERAL_SUM"]


def _type(scheme: Scheme = "win", utility: Utility = "ZERO_SUM") -> pyspiel.GameType:
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
    """The game by its parameters; raises ValueError for those that no game can have."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        if strange := given.keys() - DEFAULTS.keys():
            raise ValueError(f"{', '.join(sorted(strange))}: known are {', '.join(DEFAULTS)}")
        named: dict[str, Any] = {**DEFAULTS, **given}
        self.scheme = cast(Scheme, named["reward"])
        scheme_number(self.scheme)
        options = Options(workshop_side=named["side"], **{name: named[name] for name in _OPTIONS})
        edition = load_edition(named["edition"] or None)
        setting = make_setting(
            named["players"], solo=named["solo"], options=options, edition=edition
        )
        self.first = Episode(
            setting,
            seed=0,  # its dice are never thrown
            setup=named["setup"] or None,
            turns=named["turns"] or None,
            chance="listed",
        )
        people = 1 if named["solo"] else self.first.seat_count
        is_zero_sum = people == 2 or (people > 2 and self.scheme in ("win", "rank"))
        most = 1.0 if self.scheme in ("win", "rank") else _FAR
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
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0 if is_zero_sum else None,
            max_game_length=self.first.turns * _DECISIONS_A_TURN,
        )
        kind = _type(self.scheme, "ZERO_SUM" if is_zero_sum else "GENERAL_SUM")
        super().__init__(kind, info, given)

    def new_initial_state(self, *_: object) -> RedCathedralState:
        """The empty table before its first chance node, or the first decision of a set-up code."""
        return RedCathedralState(self)

    def max_chance_nodes_in_history(self) -> int:
        """More than the outcomes of chance of any game."""
        return self.first.turns * _CHANCE_A_TURN + _CHANCE_IN_SET_UP

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> RedCathedralObserver:
        """What looks at a state from a seat."""
        return RedCathedralObserver(iig_obs_type, params)


class RedCathedralState(pyspiel.State):
    """A position; ``episode`` is the game as the other environments have it.

    What is not legal raises IllegalDecision, an outcome that cannot come ImpossibleOutcome, both
    ValueError; nothing has changed then.
    """

    def __init__(self, game: RedCathedralGame) -> None:
        super().__init__(game)
        people = game.num_players()
        self.episode = game.first.clone()
        self.reward_tracker = RewardTracker(game.scheme)
        self.has_begun = False  # its first decision was due
        self.paid = [0.0] * people
        self.total = [0.0] * people
        self._pay()

    def _pay(self) -> None:
        episode = self.episode
        self.paid = [0.0] * len(self.total)
        if episode.is_chance:
            return
        if not self.has_begun:
            self.has_begun = True
            self.reward_tracker.reset(episode.state)
            return
        self.paid = self.reward_tracker.step(episode.state)[: len(self.total)]  # Ivan gets none
        self.total = [sum(both) for both in zip(self.total, self.paid, strict=True)]

    def current_player(self) -> int:
        """Whose decision is due, or chance, or nobody's."""
        if self.episode.is_chance:
            return int(pyspiel.PlayerId.CHANCE)
        if self.episode.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return self.episode.seat

    def is_terminal(self) -> bool:
        """Whether the game is over, or was ended by the cap."""
        return self.episode.is_over

    def _legal_actions(self, player: int) -> list[int]:
        return self.episode.legal if player == self.episode.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What may come, with its probability."""
        return self.episode.outcomes()

    def _apply_action(self, action: int) -> None:
        if self.episode.is_chance:
            self.episode.settle(action)
        else:
            self.episode.play(action)
        self._pay()

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return decision_text(action)
        state = self.episode.state
        if state.phase == ROLL:
            die = state.copy()
            die.pending &= -die.pending  # the one that is rolled next
            return outcome_text(die, [action])
        if state.phase == DRAW_IVAN_TILE:
            return f"ivan-tile {state.setting.components.edition.workshop_tiles[action].id}"
        return outcome_name(state, action)

    def rewards(self) -> list[float]:
        """What each player got for the last step."""
        return self.paid

    def returns(self) -> list[float]:
        """What each player has got so far."""
        return self.total

    def __str__(self) -> str:
        """The position in words, and its hash, which tells it from every other one."""
        return f"{self.episode.text()}{self.episode.hash()}"


class RedCathedralObserver:
    """The full observation as one tensor, by feature; all of it is public."""

    def __init__(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> None:
        if params:
            raise ValueError(f"an observer takes no parameters; given are {', '.join(params)}")
        self.is_public = iig_obs_type is None or iig_obs_type.public_info
        self.tensor: NDArray[np.float32] = np.zeros(SIZE if self.is_public else 0, np.float32)
        features = FEATURES if self.is_public else ()
        self.dict = {
            feature.name: self.tensor[feature.indices].reshape(feature.shape)
            for feature in features
        }

    def set_from(self, state: RedCathedralState, player: int) -> None:
        """Write what a player sees into the tensor."""
        if self.is_public:
            self.tensor[:] = state.episode.observation(player)

    def string_from(self, state: RedCathedralState, player: int) -> str:
        """The compact observation in hexadecimal digits: equal for equal positions only."""
        return str(state.episode.words(player).tobytes().hex()) if self.is_public else ""


def register() -> None:
    """Make it known to ``pyspiel.load_game``; importing this module does."""
    if NAME not in pyspiel.registered_names():
        pyspiel.register_game(_type(), RedCathedralGame)


register()
