"""The queue of analyses: a low-priority process analyzes one turn after the other."""

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
from redcathedral.server.core.sent_game import SentGame, to_sent_game
from redcathedral.server.core.store.problem import Conflict, StoreError
from redcathedral.server.core.store_thread import StoreThread
from redcathedral.server.core.table.seated_game import SeatedGame
from redcathedral.server.core.workers import JobFailed, WorkerLost, WorkersFactory
from redcathedral.server.features.analysis.store import AnalysisStore
from redcathedral.server.features.analysis.wire import Progress

LOG: Final = logging.getLogger(__name__)
TURN_SECONDS: Final = 1_800.0  # a turn takes seconds compiled, minutes interpreted
NICE_INCREMENT: Final = 10
MAX_CACHED_JUDGES: Final = 2  # in the process, by table


class AnalysisQueue:
    """The worker process, and a task for each analysis, which can resume from its stored turns."""

    def __init__(self, thread: StoreThread, workers: WorkersFactory) -> None:
        self._thread = thread
        self._store = thread.store.part(AnalysisStore)
        self._workers = workers(1, "analyst", NICE_INCREMENT)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._steps: dict[str, list[int]] = {}  # of the game that is analyzed, by table
        self._to_resume: set[str] = set()  # tables with unfinished analyses of an earlier run
        self._failed: dict[str, str] = {}  # the keys of failed analyses, by table

    async def start(self, table: str, seated: SeatedGame) -> None:
        """Start or resume an analysis; raises ApiError for a running game without hints."""
        check(seated)
        record = seated.game.record
        key = key_of(record)
        try:
            _, turns = await self._stored_turns(table, record)
            await self._thread.do(self._store.request, table, key, len(turns))
        except Conflict:
            raise ApiError(404, "unknown-table") from None
        self._failed.pop(table, None)
        if self._steps.get(table) != record.steps:  # the game has continued
            self.forget(table)
        if table not in self._tasks:
            self._steps[table] = [*record.steps]
            task = asyncio.create_task(self._run(table, seated), name=f"analysis {table}")
            self._tasks[table] = task
            task.add_done_callback(partial(self._handle_ended, table))

    def _handle_ended(self, table: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(table) is task:
            del self._tasks[table]
            del self._steps[table]

    async def stop(self, table: str) -> None:
        await self._thread.do(self._store.stop, table)
        self.forget(table)

    def forget(self, table: str) -> None:
        self._to_resume.discard(table)
        self._steps.pop(table, None)
        task = self._tasks.pop(table, None)
        if task is not None:
            task.cancel()
            self._workers.cancel(table)

    async def load_requested(self) -> None:
        """Load the list of analyses to resume, before pages can ask for their progress."""
        try:
            self._to_resume.update(await self._thread.do(self._store.requested))
        except StoreError as error:
            LOG.warning("analyses cannot be resumed: %s", error)

    async def resume(self, find: Callable[[str], Awaitable[SeatedGame]]) -> None:
        for table in sorted(self._to_resume):
            if table not in self._to_resume:
                continue  # the analysis was stopped meanwhile
            try:
                await self.start(table, await find(table))
            except (StoreError, ApiError) as error:
                LOG.warning("the analysis of table %s cannot be resumed: %s", table, error)
            finally:
                self._to_resume.discard(table)

    async def close(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await self._workers.close()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def progress(self, table: str, seated: SeatedGame) -> tuple[Progress, int, Analysis]:
        """Return the progress, the number of turns, and the analysis so far."""
        record = seated.game.record
        hashes, turns = await self._stored_turns(table, record)
        if not _may_analyse(seated):
            turns = []
        analysis = build_analysis(seated.record(), tuple(turns), DEEP, packaged())
        progress: Progress = "stopped" if turns else "none"
        if turns and len(turns) == len(hashes):
            progress = "done"
        elif table in self._tasks or table in self._to_resume:
            progress = "working"
        elif self._failed.get(table) == key_of(record):
            progress = "failed"
        return progress, len(hashes), analysis

    async def _stored_turns(self, table: str, record: Record) -> tuple[list[str], list[Turn]]:
        """Return the hashes of all turns, and the turns that are already stored."""
        rows = await self._thread.do(self._store.turns, table, key_of(record))
        return await asyncio.to_thread(_matching_turns, rows, record)

    async def _run(self, table: str, seated: SeatedGame) -> None:
        record = seated.game.record
        key = key_of(record)
        try:
            hashes, turns = await self._stored_turns(table, record)
            for number, turn_hash in enumerate(hashes[len(turns) :], len(turns)):
                job = partial(_analyse_turn, to_sent_game(seated.game), table, number, turn_hash)
                data = await self._workers.run_with_retries(job, TURN_SECONDS, table)
                await self._thread.do(self._store.add, table, key, number, data)
            await self._thread.do(self._store.stop, table)
        except Conflict:  # the game was removed or has changed
            return
        except (StoreError, JobFailed, WorkerLost) as error:
            LOG.error("the analysis of table %s failed: %s", table, error)
            self._failed[table] = key


class StoredTurn(msgspec.Struct, frozen=True):
    """An analyzed turn; ``mark`` is the hash of all steps of the game up to its end."""

    mark: str
    turn: Turn


def key_of(record: Record) -> str:
    """Return a hash of everything that an analysis depends on, except the steps of the game."""
    budget = msgspec.json.encode(DEEP).decode()
    analyser = f"{ANALYSIS_VERSION} {fingerprint(packaged())} {budget}\n"
    start = "\n".join([*record.header.lines(), record.start or ""])
    return hashlib.sha256((analyser + start).encode()).hexdigest()


def _may_analyse(seated: SeatedGame) -> bool:
    return seated.over is not None or seated.has_hints


def _turn_hashes(record: Record) -> list[str]:
    """Return for each turn a hash of all steps up to its end."""
    hashes = []
    step_hash = hashlib.sha256()
    start = 0
    for end in turn_ends(record):
        step_hash.update("".join(f"{step} " for step in record.steps[start:end]).encode())
        hashes.append(step_hash.hexdigest()[:16])
        start = end
    return hashes


def _matching_turns(rows: list[str], record: Record) -> tuple[list[str], list[Turn]]:
    """Return the hashes of all turns, and the stored turns that match the game."""
    hashes = _turn_hashes(record)
    stored_turns = (msgspec.json.decode(row, type=StoredTurn) for row in rows)
    pairs = takewhile(lambda pair: pair[0].mark == pair[1], zip(stored_turns, hashes, strict=False))
    return hashes, [stored_turn.turn for stored_turn, _ in pairs]


def check(seated: SeatedGame) -> None:
    """Raise ApiError for a running game without hints, or an edition that cannot be analyzed."""
    if not _may_analyse(seated):
        raise ApiError(409, "not-over")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", OtherEditionWarning)
            check_edition(packaged(), seated.game.edition, "the file of weights")
    except WeightsError as error:
        fix = "play with an edition that has the same kinds of cards and tiles"
        raise ApiError(400, "bad-edition", str(error), fix) from None


# --- in the process ------------------------------------------------------------------------------


def _analyse_turn(game: SentGame, table: str, number: int, turn_hash: str) -> str:
    record = game.record()
    error_model = error_model_of(packaged(), DEEP, len(game.header.seats)) or NO_ERROR
    review = GameReview(record, _judge(table), BEST_COUNT, error_model)
    return msgspec.json.encode(StoredTurn(turn_hash, next(review.turns(number)))).decode()


@lru_cache(MAX_CACHED_JUDGES)
def _judge(_: str) -> Judge:
    return Judge(packaged().network(), DEEP)
