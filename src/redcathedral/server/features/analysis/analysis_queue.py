"""Analyses of games in a low-priority process; stored turn by turn, so that they resume."""

import asyncio
import hashlib
import logging
import warnings
from collections.abc import Awaitable, Callable
from functools import lru_cache, partial
from itertools import takewhile
from typing import Final

import msgspec

from redcathedral.ai.analysis.error_model import NO_ERROR, error_model_of
from redcathedral.ai.analysis.judge import DEEP, Judge
from redcathedral.ai.analysis.report import Analysis, Turn
from redcathedral.ai.analysis.review import (
    ANALYSIS_VERSION,
    BEST_COUNT,
    GameReview,
    build_analysis,
    turn_ends,
)
from redcathedral.ai.weights.file import (
    OtherEditionWarning,
    WeightsError,
    check_edition,
    fingerprint,
    packaged,
)
from redcathedral.record.game_record import Record
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.sent_game import SentGame, sent
from redcathedral.server.core.store.problem import Conflict, StoreError
from redcathedral.server.core.store_thread import StoreThread
from redcathedral.server.core.table.seated_game import SeatedGame
from redcathedral.server.core.workers import WorkerLost, Workers, WorkFailed
from redcathedral.server.features.analysis.store import AnalysisStore
from redcathedral.server.features.analysis.wire import Progress

LOG: Final = logging.getLogger(__name__)
SECONDS: Final = 1_800.0  # for a turn; compiled it needs a few, else a hundred times as many
NICE: Final = 10
JUDGES: Final = 2  # kept in the process, with what they know of a game


class AnalysisQueue:
    """The process in which games are analysed, and which of them are due."""

    def __init__(self, thread: StoreThread) -> None:
        self._thread = thread
        self._store = AnalysisStore(thread.store.transaction)
        self._workers = Workers(1, "analyst", NICE)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._ways: dict[str, list[int]] = {}  # the steps that are being judged, by table
        self._coming: set[str] = set()  # wanted when the server ended, not yet begun again
        self._failed: dict[str, str] = {}  # the keys of those that could not go on, by table

    async def start(self, table: str, seated: SeatedGame) -> None:
        """Begin or continue; raises ApiError for a running game without hints."""
        check(seated)
        record = seated.game.record
        key = key_of(record)
        try:
            _, kept = await self._kept(table, record)
            await self._thread.do(self._store.want, table, key, len(kept))
        except Conflict:
            raise ApiError(404, "unknown-table") from None
        self._failed.pop(table, None)
        if self._ways.get(table) != record.steps:  # the game has gone on
            self.forget(table)
        if table not in self._tasks:
            self._ways[table] = [*record.steps]
            task = asyncio.create_task(self._run(table, seated), name=f"analysis {table}")
            self._tasks[table] = task
            task.add_done_callback(partial(self._ended, table))

    def _ended(self, table: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(table) is task:
            del self._tasks[table]
            del self._ways[table]

    async def stop(self, table: str) -> None:
        await self._thread.do(self._store.stop, table)
        self.forget(table)

    def forget(self, table: str) -> None:
        self._coming.discard(table)
        self._ways.pop(table, None)
        task = self._tasks.pop(table, None)
        if task is not None:
            task.cancel()
            self._workers.cancel(table)

    async def read_wanted(self) -> None:
        """Read which analyses must resume, before a page can ask for their progress."""
        try:
            self._coming.update(await self._thread.do(self._store.wanted))
        except StoreError as error:
            LOG.warning("analyses do not go on: %s", error)

    async def resume(self, find: Callable[[str], Awaitable[SeatedGame]]) -> None:
        for table in sorted(self._coming):
            if table not in self._coming:
                continue  # nobody wants to know of it any more
            try:
                await self.start(table, await find(table))
            except (StoreError, ApiError) as error:
                LOG.warning("the analysis of table %s does not go on: %s", table, error)
            finally:
                self._coming.discard(table)

    async def close(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await self._workers.close()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def known(self, table: str, seated: SeatedGame) -> tuple[Progress, int, Analysis]:
        """How far it is, of how many turns, and what has been worked out."""
        record = seated.game.record
        marks, kept = await self._kept(table, record)
        if not _is_open(seated):
            kept = []
        analysis = build_analysis(seated.record(), tuple(kept), DEEP, packaged())
        progress: Progress = "stopped" if kept else "none"
        if kept and len(kept) == len(marks):
            progress = "done"
        elif table in self._tasks or table in self._coming:
            progress = "working"
        elif self._failed.get(table) == key_of(record):
            progress = "failed"
        return progress, len(marks), analysis

    async def _kept(self, table: str, record: Record) -> tuple[list[str], list[Turn]]:
        """The marks of all turns, and the first ones as far as they have been worked out."""
        rows = await self._thread.do(self._store.turns, table, key_of(record))
        return await asyncio.to_thread(_fitting, rows, record)

    async def _run(self, table: str, seated: SeatedGame) -> None:
        record = seated.game.record
        key = key_of(record)
        try:
            marks, kept = await self._kept(table, record)
            for number, mark in enumerate(marks[len(kept) :], len(kept)):
                thought = partial(_judged, sent(seated.game), table, number, mark)
                data = await self._workers.do_with_retries(thought, SECONDS, table)
                await self._thread.do(self._store.add, table, key, number, data)
            await self._thread.do(self._store.stop, table)
        except Conflict:  # it is gone, or has changed
            return
        except (StoreError, WorkFailed, WorkerLost) as error:
            LOG.error("the analysis of table %s cannot go on: %s", table, error)
            self._failed[table] = key


class KeptTurn(msgspec.Struct, frozen=True):
    """A turn that has been worked out, as it is stored; ``mark`` is that of the way to its end."""

    mark: str
    turn: Turn


def key_of(record: Record) -> str:
    """By whom an analysis is: this judge, in this form, of a game that begins so."""
    by = f"{ANALYSIS_VERSION} {fingerprint(packaged())} {msgspec.json.encode(DEEP).decode()}\n"
    begun = "\n".join([*record.header.lines(), record.start or ""])
    return hashlib.sha256((by + begun).encode()).hexdigest()


def _is_open(seated: SeatedGame) -> bool:
    return seated.over is not None or seated.has_hints


def _marks(record: Record) -> list[str]:
    """For each turn a mark of all steps up to its end: another way has another one."""
    marks = []
    hashed = hashlib.sha256()
    start = 0
    for end in turn_ends(record):
        hashed.update("".join(f"{step} " for step in record.steps[start:end]).encode())
        marks.append(hashed.hexdigest()[:16])
        start = end
    return marks


def _fitting(rows: list[str], record: Record) -> tuple[list[str], list[Turn]]:
    """The marks of all turns, and those of the rows on the way that the game has gone."""
    marks = _marks(record)
    kept = (msgspec.json.decode(row, type=KeptTurn) for row in rows)
    pairs = zip(kept, marks, strict=False)
    return marks, [one.turn for one, _ in takewhile(lambda pair: pair[0].mark == pair[1], pairs)]


def check(seated: SeatedGame) -> None:
    """Raise ApiError for a game that goes on without hints, or that nobody here can judge."""
    if not _is_open(seated):
        raise ApiError(409, "not-over")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", OtherEditionWarning)
            check_edition(packaged(), seated.game.edition, "the file of weights")
    except WeightsError as error:
        fix = "play with an edition that has the same kinds of cards and tiles"
        raise ApiError(400, "bad-edition", str(error), fix) from None


# --- in the process ------------------------------------------------------------------------------


def _judged(game: SentGame, table: str, number: int, mark: str) -> str:
    record = game.record()
    doubt = error_model_of(packaged(), DEEP, len(game.header.seats)) or NO_ERROR
    review = GameReview(record, _judge(table), BEST_COUNT, doubt)
    return msgspec.json.encode(KeptTurn(mark, next(review.turns(number)))).decode()


@lru_cache(JUDGES)
def _judge(_: str) -> Judge:
    return Judge(packaged().network(), DEEP)
