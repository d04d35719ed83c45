"""Settle the dice of one game: drawn, entered by the players, or repeated after an undo."""

from collections import deque
from copy import copy

from redcathedral.engine import rules
from redcathedral.engine.phases import DRAW_IVAN_TILE, ROLL
from redcathedral.engine.setting import pickle_fields
from redcathedral.engine.state import State
from redcathedral.play.dice import Dice
from redcathedral.play.move import Move
from redcathedral.record.outcome import steps_due


class GameDice:
    """Settles the chance nodes of a game.

    With ``manual`` the players roll real dice: rolls during play, and new deals of Ivan's tiles,
    stay unsettled until the outcomes are entered.  All other outcomes come from ``dice``.
    """

    def __init__(self, dice: Dice, manual: bool) -> None:
        self.manual = manual
        self._dice = dice
        self._remembered: dict[tuple[str, int], tuple[int, ...]] = {}

    def __copy__(self) -> "GameDice":
        other = GameDice(copy(self._dice), self.manual)
        other._remembered = dict(self._remembered)
        return other

    def settle(self, state: State, outcomes: deque[int] | None = None) -> tuple[int, ...]:
        """Settle the chance before the next decision: first with ``outcomes``, then with the dice.

        Manual rolls stay unsettled if no outcomes are left.
        """
        settled: list[int] = []
        while state.is_chance:
            in_play = is_in_play(state)
            if in_play and self.manual and not outcomes:
                break
            settled += self.settle_steps(state, steps_due(state) if in_play else 1, outcomes)
        return tuple(settled)

    def settle_steps(
        self, state: State, count: int, outcomes: deque[int] | None = None
    ) -> tuple[int, ...]:
        """Settle a number of chance nodes: first with ``outcomes``, then with the dice."""
        settled = []
        for _ in range(count):
            outcome = outcomes.popleft() if outcomes else self._dice.draw(state)
            rules.settle(state, outcome)
            settled.append(outcome)
        return tuple(settled)

    def remember(self, move: Move) -> None:
        """Store the outcomes of an undone move, in case the move is played again."""
        if len(move.steps) > 1:
            self._remembered[_choice_key(move.before, move.decision)] = move.steps[1:]

    def recall(self, state: State, decision: int) -> deque[int]:
        """Return the outcomes that this decision had in this position before it was undone.

        Manual dice are not recalled, because the players enter them again.
        """
        if self.manual or not self._remembered:
            return deque()
        return deque(self._remembered.get(_choice_key(state, decision), ()))


def is_in_play(state: State) -> bool:
    """Return whether a chance node is a roll or a deal of Ivan's tiles (R8.5), not the set-up."""
    return state.phase == ROLL or (state.phase == DRAW_IVAN_TILE and state.is_ivan(state.seat))


def _choice_key(state: State, decision: int) -> tuple[str, int]:
    """Return a key of a decision in a position; equal positions have equal keys."""
    return repr(pickle_fields(state)), decision
