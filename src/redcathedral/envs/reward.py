"""Calculate rewards with schemes that are given by name, as ``batch.reward`` does by number."""

from typing import Literal, TypeAlias, get_args

from redcathedral.engine.state import State
from redcathedral.envs.arguments import checked_discount, choice
from redcathedral.envs.batch import reward

Scheme: TypeAlias = Literal["win", "margin", "rank", "potential"]


def scheme_number(scheme: Scheme) -> int:
    """Return the number of a scheme in ``batch.reward``; raises ValueError for an unknown name."""
    return reward.SCHEMES.index(choice("reward", scheme, get_args(Scheme)))


def result(state: State, scheme: Scheme = "win", at_cap: bool = False) -> list[float]:
    """Return the rewards of a game that has ended, or that the cap ends here (R7.7)."""
    return list(reward.result(state, scheme_number(scheme), at_cap))


def potentials(state: State) -> list[float]:
    """Return the potential of each seat in a position; 0 after the end of the game.

    In the potential-based scheme the reward of a step is the result plus
    ``discount * potentials(after) - potentials(before)``.
    """
    if state.is_over:
        return [0.0] * int(state.setting.seat_count)
    return list(reward.potentials(state))


class RewardTracker:
    """Calculates the same rewards as the vector environment, for the steps of one game.

    A step consists of all decisions since the last call.  ``discount`` is the discount of a step in
    the potential-based scheme.
    """

    def __init__(self, scheme: Scheme = "win", discount: float = 1.0) -> None:
        scheme_number(scheme)
        self.scheme: Scheme = scheme
        self.discount = checked_discount(discount)
        self._rewards = reward.Rewards(0, 0, 0, 1.0)

    def reset(self, state: State) -> None:
        """Start a game from a position."""
        seats, scheme = int(state.setting.seat_count), scheme_number(self.scheme)
        self._rewards = reward.Rewards(1, seats, scheme, self.discount)
        self._rewards.start_game(0, state)

    def step(self, state: State, at_cap: bool = False) -> list[float]:
        """Return the reward of each seat for the step to a position, where the cap may end it."""
        self._rewards.begin_step(0)
        if state.is_over or at_cap:
            self._rewards.end_game(0, state, at_cap)
        else:
            self._rewards.write_step(0, state)
        return list(self._rewards.rewards)

    def penalty(self, seat: int) -> list[float]:
        """Return the reward of each seat if an illegal action of ``seat`` ends the game."""
        self._rewards.begin_step(0)
        self._rewards.forfeit(0, seat)
        return list(self._rewards.rewards)
