"""Hints: the best turns, which a worker searches, sent to every page that requested them."""

import asyncio
import logging
from collections.abc import Sequence
from functools import partial
from typing import ClassVar, Final

from msgspec import Struct

from redcathedral.ai.analysis import JudgeBudget, hint, why
from redcathedral.ai.analysis.hint import HINT
from redcathedral.server.core.actor import Actor
from redcathedral.server.core.listener import Listener
from redcathedral.server.core.sent_game import SentGame, to_sent_game
from redcathedral.server.core.server_feature import ServerContext, ServerFeature
from redcathedral.server.core.table.actions import HintsTaken
from redcathedral.server.core.table.commands import decide
from redcathedral.server.core.table.hint_message import HintResult, hints_message
from redcathedral.server.core.table.messages import narrator_for
from redcathedral.server.core.table.names import table_seat_names
from redcathedral.server.core.table.seated_game import SeatedGame
from redcathedral.server.core.table_feature import TableFeature
from redcathedral.server.core.wire.protocol import AskHints
from redcathedral.server.core.workers import Workers

LOG = logging.getLogger(__name__)
SEARCH_SECONDS: Final = 300.0  # a position takes 3 s compiled, more than a minute interpreted
BUDGET: Final = HINT


class TableHints(TableFeature):
    """The hints of one table, calculated on request and cached until the position changes."""

    commands: ClassVar[tuple[type[Struct], ...]] = (AskHints,)

    def __init__(self, table: Actor, workers: Workers) -> None:
        self._table = table
        self._workers = workers
        self._search: asyncio.Task[None] | None = None
        self._waiting: list[Listener] = []  # pages that wait for the search
        self._result: HintResult | None = None

    @property
    def is_busy(self) -> bool:
        return self._search is not None

    async def handle(self, command: object, page: Listener) -> None:
        assert isinstance(command, AskHints)
        seated = self._table.seated
        decide(command, seated, self._table.seats(page))
        if self._result is not None:
            await self._send([page], self._result)
            return
        if page not in self._waiting:
            self._waiting.append(page)
        if self._search is None:
            self._search = asyncio.create_task(self._run_search(seated))

    async def _run_search(self, seated: SeatedGame) -> None:
        result: HintResult | None = None
        try:
            job = partial(_find_hints, to_sent_game(seated.game), BUDGET)
            result = await self._workers.run(job, SEARCH_SECONDS, self._table.id)
        except Exception:
            LOG.exception("table %s: no hints at version %d", self._table.id, seated.version)
        self._table.queue(partial(self._finish, asyncio.current_task(), result))

    async def _finish(self, search: object, result: HintResult | None) -> None:
        if search is not self._search:
            return  # the game has continued since
        waiting, self._waiting, self._search = self._waiting, [], None
        if result is not None:
            self._result = result
            await self._send(waiting, result)
            return
        for page in waiting:
            self._table.refuse(page, "no-hints")

    async def _send(self, pages: Sequence[Listener], result: HintResult) -> None:
        """Mark the game as hinted, and send the hints to the pages that may have them."""
        table, seated = self._table, self._table.seated
        allowed = [page for page in pages if seated.can_hint(table.seats(page) & seated.active)]
        is_hinted = seated.game.is_hinted
        is_marked = is_hinted or (bool(allowed) and await table.change(HintsTaken()))
        for page in pages:
            if page not in allowed:
                table.refuse(page, "hint")
            elif is_marked:
                words = narrator_for(page.language)
                page.send(
                    hints_message(table.seated, words, table_seat_names(table.seated), result)
                )
            else:
                table.refuse(page, "no-hints")

    def changed(self, before: SeatedGame, after: SeatedGame) -> None:
        if after.position_since > before.position_since or after.version <= before.version:
            self._forget()

    def page_left(self, page: Listener) -> None:
        if page in self._waiting:
            self._waiting.remove(page)

    def stop(self) -> None:
        self._forget()
        self._workers.cancel(self._table.id)

    def _forget(self) -> None:
        if self._search is not None:
            self._search.cancel()
        self._result, self._waiting, self._search = None, [], None


class HintsFeature(ServerFeature):
    """The hints of all tables, with their process."""

    table_feature = TableHints

    def __init__(self, context: ServerContext) -> None:
        super().__init__(context)
        self._workers = context.workers(1, "adviser")

    def at_table(self, table: Actor) -> TableHints:
        return TableHints(table, self._workers)


def _find_hints(game: SentGame, budget: JudgeBudget) -> HintResult:
    state = game.record().walk().state
    hints = hint(state, budget=budget)
    return HintResult(hints, why(state, hints[0], hints[1]) if len(hints) > 1 else [])
