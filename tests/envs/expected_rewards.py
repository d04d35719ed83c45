"""The rewards of the steps of a game, in another way than ``batch.reward.Rewards``."""

from __future__ import annotations

from redcathedral.engine.state import State
from redcathedral.envs.reward import Scheme, potentials, result


class ExpectedRewards:
    """Follows one game; a step consists of all decisions since the last call."""

    def __init__(self, scheme: Scheme, discount: float = 1.0) -> None:
        self._scheme: Scheme = scheme
        self._discount = discount
        self._potentials: list[float] = []

    def reset(self, state: State) -> None:
        """Start a game from a position."""
        self._potentials = potentials(state) if self._scheme == "potential" else []

    def step(self, state: State, at_cap: bool) -> list[float]:
        """The reward of each seat for the step to a position, where the cap may end the game."""
        zeros = [0.0] * int(state.setting.seat_count)
        rewards = result(state, self._scheme, at_cap) if state.is_over or at_cap else zeros
        if self._scheme == "potential":
            after = zeros if at_cap else potentials(state)
            for seat, before in enumerate(self._potentials):
                rewards[seat] += self._discount * after[seat] - before
            self._potentials = after
        return rewards
