"""What the steps of one game pay its seats, by a scheme of reward."""

from __future__ import annotations

from redcathedral.engine.state import State
from redcathedral.envs.batch import reward
from redcathedral.envs.reward import Scheme, potentials, result, scheme_number


class RewardTracker:
    """The rewards of one game at a time, step by step: the same as the vector environment's.

    A step is whatever has happened since the last one, so who looks less often gets it all at once
    (by the potential-based scheme ``discount`` is that of such a step).
    """

    def __init__(self, scheme: Scheme = "win", discount: float = 1.0) -> None:
        scheme_number(scheme)
        if not 0.0 < discount <= 1.0:
            raise ValueError(f"a discount of {discount}; it is more than 0 and at most 1")
        self.scheme: Scheme = scheme
        self.discount = discount
        self._potentials: list[float] = []

    def reset(self, state: State) -> None:
        """A game begins here."""
        self._potentials = potentials(state) if self.scheme == "potential" else []

    def step(self, state: State) -> list[float]:
        """What each seat gets for the way to this position; where the cap stopped it, no result."""
        paid = [0.0] * int(state.setting.seat_count)
        if state.is_over:
            paid = result(state, self.scheme)
        if self.scheme == "potential":
            after = potentials(state)
            for seat, before in enumerate(self._potentials):
                paid[seat] += self.discount * after[seat] - before
            self._potentials = after
        return paid

    def penalty(self, state: State, seat: int) -> list[float]:
        """What each seat gets where a wrong action of one ends the game: that one the penalty."""
        paid = [0.0] * int(state.setting.seat_count)
        for other, before in enumerate(self._potentials):
            paid[other] -= before
        paid[seat] += reward.PENALTY
        return paid
