"""The bot that searches a tree of what all seats may do, and of how the dice may fall."""

from __future__ import annotations

from time import perf_counter
from typing import Final

from redcathedral.bots.budget import budget
from redcathedral.bots.evaluator import Appraiser
from redcathedral.bots.registry import register
from redcathedral.bots.shares import APPRAISED, Shares
from redcathedral.bots.tree import Tree
from redcathedral.engine import rules
from redcathedral.engine.rng import POLICY, Rng
from redcathedral.engine.state import State

NODES: Final = 50_000


@register("mcts")
class MctsBot:
    """Looks at every decision of a turn with half of what is left of the turn's budget.

    What it has found out is kept from one decision, and one turn, to the next.  The positions at
    the end of what it looks at are appraised by the same rough opinion as ``greedy`` has; another
    ``tree`` may judge by any evaluator.
    """

    def __init__(self, seed: int, seat: int, nodes: str = "", ms: str = "") -> None:
        self.budget = budget(nodes, ms, NODES)
        self.tree = Tree(Shares(Appraiser(), APPRAISED), Rng(seed, POLICY + seat))
        self._turn = -1
        self._nodes = 0  # used in this turn
        self._seconds = 0.0

    @property
    def nodes(self) -> int:
        """Decisions and outcomes carried out so far."""
        return int(self.tree.nodes)

    def choose(self, state: State) -> int:
        """The decision looked into most often."""
        moves = rules.legal(state)
        if len(moves) == 1:
            return moves[0]
        began = perf_counter()
        if state.turn != self._turn:
            self._turn = int(state.turn)
            self._nodes = 0
            self._seconds = 0.0
        before = self.nodes
        nodes = max(self.budget.nodes - self._nodes + 1, 0) // 2
        deadline = 0.0
        if self.budget.seconds:
            deadline = began + (self.budget.seconds - self._seconds) / 2
        decision = int(self.tree.search(state, nodes, deadline))
        self._nodes += self.nodes - before
        self._seconds += perf_counter() - began
        return decision
