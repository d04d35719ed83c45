"""Hints for people at a table, worked out in a process of its own so that nobody else waits."""

from functools import partial
from typing import Final

from redcathedral.ai.analysis import hint, why
from redcathedral.ai.weights.file import WeightsError
from redcathedral.play.game import Game
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.sent_game import SentGame, sent
from redcathedral.server.core.table.hint_message import HintResult
from redcathedral.server.core.workers import Workers

SECONDS: Final = 300.0  # for the hints of a position; compiled they need one, else fifty


class HintService:
    """The process in which hints are looked for."""

    def __init__(self) -> None:
        self._workers = Workers(1, "adviser")

    async def advise(self, table: str, game: Game) -> HintResult:
        """Return the best turns; raises ApiError, WorkerLost and WorkFailed."""
        return await self._workers.do(partial(_advise, sent(game)), SECONDS, table)

    def forget(self, table: str) -> None:
        self._workers.cancel(table)

    async def close(self) -> None:
        await self._workers.close()


# --- in the process ------------------------------------------------------------------------------


def _advise(game: SentGame) -> HintResult:
    state = game.record().walk().state
    try:
        found = hint(state)
    except WeightsError as error:
        fix = "play with an edition that has the same kinds of cards and tiles"
        raise ApiError(400, "bad-edition", str(error), fix) from None
    reasons = why(state, found[0], found[1]) if len(found) > 1 else []
    return HintResult(found, reasons)
