"""Calculate the rewards of the seats for each step of one game."""

from __future__ import annotations

from redcathedral.engine.state import State
from redcathedral.envs.arguments import checked_discount
from redcathedral.envs.batch import reward
from redcathedral.envs.reward import Scheme, potentials, result, scheme_number


class RewardTracker:
    """Calculates the same rewards as the vector environment, for the steps of one game.

    A step consists of all decisions since the last call.  ``discount`` is the discount of a step in
    the potential-based scheme.
    """

    def __init__(self, scheme: Scheme = "win", discount: float = 1.0) -> None:
        scheme_number(scheme)
        self.scheme: Scheme = scheme
        self.discount = checked_discount(discount)
        self._potentials: list[float] = []

    def reset(self, state: State) -> None:
        """Start a game from a position."""
        self._potentials = potentials(state) if self.scheme == "potential" else []

    def step(self, state: State, at_cap: bool = False) -> list[float]:
        """Return the reward of each seat for the step to a position, where the cap may end it."""
        zeros = [0.0] * int(state.setting.seat_count)
        rewards = result(state, self.scheme, at_cap) if state.is_over or at_cap else zeros
        if self.scheme == "potential":
            after = zeros if at_cap else potentials(state)
            for seat, before in enumerate(self._potentials):
                rewards[seat] += self.discount * after[seat] - before
            self._potentials = after
        return rewards

    def penalty(self, state: State, seat: int) -> list[float]:
        """Return the reward of each seat if an illegal action of ``seat`` ends the game."""
        rewards = [0.0] * int(state.setting.seat_count)
        for other, before in enumerate(self._potentials):
            rewards[other] -= before
        rewards[seat] += reward.PENALTY
        return rewards
