"""The bot that searches a tree of what all seats may do, and of how the dice may fall."""

from redcathedral.bots.planning import PlanningBot
from redcathedral.bots.registry import register
from redcathedral.engine.state import State
from redcathedral.search.tree import Tree
from redcathedral.search.turns import TurnLine
from redcathedral.value.evaluator import Appraiser
from redcathedral.value.win_share import APPRAISED, Shares


@register("mcts")
class MctsBot(PlanningBot):
    """Plays the turn looked into most often, and keeps what it has found out for its next ones.

    Positions are appraised by the same rough opinion as ``greedy`` has; another ``tree`` may judge
    by any evaluator.
    """

    def __init__(self, seed: int, seat: int, nodes: str = "", ms: str = "") -> None:
        del seat  # each sees the same dice
        super().__init__(nodes, ms)
        self.tree = Tree(Shares(Appraiser(), APPRAISED), seed)

    @property
    def nodes(self) -> int:
        """Decisions and outcomes carried out so far."""
        return int(self.tree.nodes)

    def think(self, state: State, nodes: int, deadline: float) -> TurnLine:
        """The turn looked into most often."""
        return self.tree.search(state, nodes, deadline)
