"""The strongest bot, which plans turns with the network and simulates the replies."""

from pathlib import Path
from typing import Final

from redcathedral.ai.bots.planning import DEFAULT, LATE, LATE_SOLO, SOLO, PlanningBot, TurnPlanner
from redcathedral.ai.bots.registry import register
from redcathedral.ai.search.turn_line import TurnLine
from redcathedral.ai.value.biased_evaluator import BiasedEvaluator
from redcathedral.ai.value.network import NetworkEvaluator
from redcathedral.ai.value.standings import MAX_SEATS, is_late
from redcathedral.ai.weights import file as weights_file
from redcathedral.engine.setting import Setting
from redcathedral.engine.state import State
from redcathedral.play.bot import BotSpecError

TWO_SEATS: Final = 2
SEED_COUNT: Final = 1 << 62  # number of seeds of the simulated dice


@register("master", weights_file.is_packaged)
class MasterBot(PlanningBot):
    """Finds the best turns with the network, then simulates the replies to each.

    ``replies=0`` skips the simulation; ``weights`` is a file to use instead of the package's
    weights.  Two options make the bot play like a learner: it overlooks ``overlook`` percent of the
    possible ideas, and evaluates positions with a random error for each field of up to ``taste``
    thousandths of the win, which differs from game to game.  Both numbers are for two seats, and
    smaller with more seats, where mistakes cost more.  With ``misreads=1`` it makes the mistakes of
    a beginner (``BiasedEvaluator``).
    """

    def __init__(
        self,
        seed: int,
        seat: int,
        nodes: str = "",
        ms: str = "",
        replies: str = "1",
        weights: str = "",
        overlook: str = "0",
        taste: str = "0",
        misreads: str = "0",
    ) -> None:
        super().__init__(nodes, ms)
        self._weights = weights_file.load(Path(weights)) if weights else weights_file.packaged()
        self._seed = (seed * MAX_SEATS + seat) % SEED_COUNT
        self._has_replies = _switch("replies", replies)
        self._overlook = _number("overlook", overlook, 90)
        self._taste = _number("taste", taste, 1000)
        self._misreads = _switch("misreads", misreads)

    def think(self, state: State, nodes: int, deadline: float) -> TurnLine:
        """Return the turn with the best value after the simulated replies."""
        if self._planner is None:
            self._planner = self._make_planner(state.setting)
        settings = None
        if self._has_replies:
            normal, late = (SOLO, LATE_SOLO) if state.setting.solo else (DEFAULT, LATE)
            settings = late if is_late(state) else normal
        return self._planner.best(state, nodes, deadline, settings)

    def _make_planner(self, setting: Setting) -> TurnPlanner:
        seats = int(setting.seat_count)
        overlook, taste = (number * TWO_SEATS // seats for number in (self._overlook, self._taste))
        network = NetworkEvaluator(self._weights.network())
        if not (taste or self._misreads):
            return TurnPlanner(network, self._seed, overlook)
        evaluator = BiasedEvaluator(network, taste, self._seed, misreads=self._misreads)
        return TurnPlanner(evaluator, self._seed, overlook)


def _switch(name: str, text: str) -> bool:
    """Parse 0 or 1; raises BotSpecError."""
    if text not in {"0", "1"}:
        raise BotSpecError(f"{name}={text!r}; write {name}=0 or {name}=1")
    return text == "1"


def _number(name: str, text: str, maximum: int) -> int:
    """Parse a number from 0 to ``maximum``; raises BotSpecError."""
    if not (text.isascii() and text.isdigit() and int(text) <= maximum):
        raise BotSpecError(f"{name}={text!r}; write a whole number from 0 to {maximum}")
    return int(text)
