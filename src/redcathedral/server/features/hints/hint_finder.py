"""Calculates hints in a separate process, so that the server does not wait."""

from functools import partial
from typing import Final

from redcathedral.ai.analysis import JudgeBudget, hint, why
from redcathedral.ai.analysis.hint import HINT
from redcathedral.play.game import Game
from redcathedral.server.core.sent_game import SentGame, to_sent_game
from redcathedral.server.core.table.hint_message import HintResult
from redcathedral.server.core.workers import WorkersFactory

SEARCH_SECONDS: Final = 300.0  # a position takes 3 s compiled, more than a minute interpreted
BUDGET: Final = HINT


class HintFinder:
    """The worker process that calculates hints."""

    def __init__(self, workers: WorkersFactory) -> None:
        self._workers = workers(1, "adviser")

    async def find_hints(self, table: str, game: Game) -> HintResult:
        """Return the best turns; raises WorkerLost and JobFailed."""
        return await self._workers.run(
            partial(_find_hints, to_sent_game(game), BUDGET), SEARCH_SECONDS, table
        )

    def forget(self, table: str) -> None:
        self._workers.cancel(table)

    async def close(self) -> None:
        await self._workers.close()


# --- in the process ------------------------------------------------------------------------------


def _find_hints(game: SentGame, budget: JudgeBudget) -> HintResult:
    state = game.record().walk().state
    hints = hint(state, budget=budget)
    reasons = why(state, hints[0], hints[1]) if len(hints) > 1 else []
    return HintResult(hints, reasons)
