"""A bot that plans whole turns with the handmade evaluator."""

from redcathedral.ai.bots.planning import LATE, PlanningBot, TurnPlanner
from redcathedral.ai.bots.registry import register
from redcathedral.ai.search.replies import WinShareEvaluator
from redcathedral.ai.search.turn_line import TurnLine
from redcathedral.ai.value.evaluator import HandmadeEvaluator
from redcathedral.ai.value.standings import is_late
from redcathedral.engine.state import State


@register("planner")
class PlannerBot(PlanningBot):
    """Searches turns within a budget, and evaluates their ends with the evaluator of ``greedy``.

    When the game is about to end, the bot also simulates the replies of the others.
    """

    def __init__(self, seed: int, seat: int, nodes: str = "", ms: str = "") -> None:
        del seed, seat  # the bot makes no random choices
        super().__init__(nodes, ms)
        self._planner: TurnPlanner = TurnPlanner(HandmadeEvaluator(), 0, WinShareEvaluator())

    def think(self, state: State, nodes: int, deadline: float) -> TurnLine:
        """Return the turn with the best value."""
        return self._planner.best(state, nodes, deadline, LATE if is_late(state) else None)
