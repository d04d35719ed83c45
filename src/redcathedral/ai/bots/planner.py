"""The bot that thinks a whole turn through, with the expectation over the dice it may re-roll."""

from redcathedral.ai.bots.planning import LATE, PlanningBot, TurnPlanner
from redcathedral.ai.bots.registry import register
from redcathedral.ai.search.replies import WinShareEvaluator
from redcathedral.ai.search.turns import TurnLine
from redcathedral.ai.value.evaluator import HandmadeEvaluator
from redcathedral.ai.value.standings import is_late
from redcathedral.engine.state import State


@register("planner")
class PlannerBot(PlanningBot):
    """Looks at every turn open to it as far as its budget reaches; the best afterstate wins.

    Afterstates are appraised by the same rough opinion as ``greedy`` has, set by hand.  When the
    game is about to end, it looks at what the others may reply.
    """

    def __init__(self, seed: int, seat: int, nodes: str = "", ms: str = "") -> None:
        del seed, seat  # nothing is left to chance
        super().__init__(nodes, ms)
        self._foresight: TurnPlanner = TurnPlanner(HandmadeEvaluator(), 0, WinShareEvaluator())

    def think(self, state: State, nodes: int, deadline: float) -> TurnLine:
        """The turn that appraises best."""
        return self._foresight.best(state, nodes, deadline, LATE if is_late(state) else None)
