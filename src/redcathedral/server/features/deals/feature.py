"""Deals: links for the same game, the deal of the day, and checks of the games sent back."""

import asyncio
import re
from datetime import UTC, date, datetime
from typing import Final

from redcathedral.ai.bots.levels import LEVELS
from redcathedral.box import Edition
from redcathedral.engine import scoring
from redcathedral.play.deal import IVAN, Deal, game_text, new_code
from redcathedral.record.game_record import Ending, Record
from redcathedral.record.replay import read
from redcathedral.record.report import RecordError
from redcathedral.record.setup_code import SetupCodeError, setup_code_of
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.route import BodyReader, get, post
from redcathedral.server.core.server_feature import ServerFeature
from redcathedral.server.core.store.rows import EditionRow
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.features.deals.wire import DealInfo, DealResult

MAX_GAME_BYTES: Final = 2 * 1024 * 1024
LINK_TEXT: Final = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)  # a game as the link of a deal has it


class DealsFeature(ServerFeature):
    """The deals, which the server does not store: a link has all of a deal."""

    @get("/api/deals")
    async def get_deals(self, opponent: str) -> list[str]:
        """Return the codes of the deal of the day (UTC), and of a random deal."""
        _, edition = await self.thread.do(self.repository.editions.find, None)
        return [f"{opponent}~{self._today()}", new_code(opponent, edition)]

    @get("/api/deals/{code}")
    async def get_deal(self, code: str) -> DealInfo:
        """Return a deal, with the edition of this server that fits it."""
        deal, row, _ = await self.thread.do(self._find, code)
        day = None if deal.day is None else deal.day.isoformat()
        return DealInfo(deal.opponent, day, setup_code_of(deal.record) or "", row.head)

    @post("/api/deals/{code}/result", status=200, max_bytes=MAX_GAME_BYTES)
    async def post_game(self, code: str, body: BodyReader) -> DealResult:
        """Return the result of a game of a deal; the body is its record or its text from a link."""
        text = (await body()).decode(errors="replace")
        deal, _, edition = await self.thread.do(self._find, code)
        return await asyncio.to_thread(_checked_result, text, deal, edition)

    @get("/api/tables/{table_id}/deal")
    async def get_result(self, table_id: str, visitor: Visitor) -> DealResult | None:
        seated = (await self.tables.visit(table_id, visitor)).seated
        return None if seated.over is None else _result(seated.game.record)

    def _today(self) -> date:
        return datetime.fromtimestamp(self.repository.system_clock.now() / 1000, UTC).date()

    def _find(self, code: str) -> tuple[Deal, EditionRow, Edition]:
        """Return a deal with its edition; call this in the thread of the store."""
        editions = self.repository.editions
        for key in (editions.packaged_key, *(ref.key for ref in editions.references())):
            row, edition = editions.find(key)
            try:
                deal = Deal(code, edition)
            except SetupCodeError as error:
                if error.fault != "edition":
                    raise
                continue
            except ValueError as error:
                raise ApiError(400, "deal-link", str(error)) from None
            if deal.opponent not in (IVAN, *LEVELS):
                raise ApiError(400, "deal-link")
            if deal.day and deal.day > self._today():
                raise ApiError(400, "deal-early")
            return deal, row, edition
        raise ApiError(400, "setup-edition")


def _checked_result(text: str, deal: Deal, edition: Edition) -> DealResult:
    try:
        record = deal.read_game(text) if LINK_TEXT.fullmatch(text) else read(text, edition)
    except RecordError as error:
        raise ApiError(400, "bad-record", error.reason, error.fix, line=error.line) from None
    except ValueError as error:
        raise ApiError(400, "deal-link", str(error)) from None
    if record.ending is Ending.UNFINISHED or not deal.has_start_of(record):
        raise ApiError(400, "deal-game")
    if line := deal.wrong_line(record):
        raise ApiError(400, "deal-game", line=line)
    return _result(record)


def _result(record: Record) -> DealResult:
    state = record.walk().state
    you, other = [score.total for score in scoring.scores(state)]
    return DealResult(you, other, int(state.turn), game_text(record) if state.is_over else "")
