"""The queue of analyses: low-priority processes analyze the turns of games."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import lru_cache, partial
from math import ceil
from time import monotonic
from typing import Final

import msgspec

from redcathedral.ai.analysis.error_model import NO_ERROR, error_model_of
from redcathedral.ai.analysis.judge import DEEP, FIRST_PASS, Judge, JudgeBudget
from redcathedral.ai.analysis.review import BEST_COUNT, GameReview
from redcathedral.ai.weights import file as weights_file
from redcathedral.record.game_record import Record
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.cluster import Cluster
from redcathedral.server.core.sent_game import SentGame, to_sent_game
from redcathedral.server.core.store.problem import Conflict, StoreError
from redcathedral.server.core.store_thread import StoreThread
from redcathedral.server.core.table.seated_game import SeatedGame
from redcathedral.server.core.workers import JobFailed, WorkerLost, WorkersFactory
from redcathedral.server.features.analysis.results import (
    Results,
    StoredTurn,
    key_of,
    stored_results,
)
from redcathedral.server.features.analysis.store import AnalysisStore
from redcathedral.server.features.analysis.wire import Progress

LOG: Final = logging.getLogger(__name__)
TURN_SECONDS: Final = 1_800.0  # a turn takes seconds compiled, minutes interpreted
NICE_INCREMENT: Final = 10
MAX_CACHED_JUDGES: Final = 2  # in each process, by table and budget
RESUME_SECONDS: Final = 5.0  # between two searches for analyses of ended processes
LANES: Final = 2  # turns that are judged at the same time
PASS_PART: Final = 4  # turns of a first pass that one job judges: neighbors share positions


class AnalysisQueue:
    """The worker processes, and a task for each analysis, which can resume from stored results.

    A first pass judges all turns within seconds.  Then each turn is judged more precisely, those
    that seem to be the greatest mistakes first.
    """

    def __init__(self, thread: StoreThread, workers: WorkersFactory, cluster: Cluster) -> None:
        self._thread = thread
        self._cluster = cluster
        self._store = thread.store.part(AnalysisStore)
        self._workers = workers(LANES, "analyst", NICE_INCREMENT)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._steps: dict[str, list[int]] = {}  # of the game that is analyzed, by table
        self._seconds: dict[str, float] = {}  # for one precise turn, by table
        self._to_resume: set[str] = set()  # tables with unfinished analyses of an earlier run
        self._failed: dict[str, str] = {}  # the keys of failed analyses, by table

    async def start(self, table: str, seated: SeatedGame) -> None:
        """Start or resume an analysis; raises ApiError for a running game without hints."""
        check(seated)
        record = seated.game.record
        try:
            await self._thread.do(self._store.request, table, key_of(record))
        except Conflict:
            raise ApiError(404, "unknown-table") from None
        self._failed.pop(table, None)
        if self._steps.get(table) != record.steps:  # the game has continued
            self.forget(table)
        is_mine = await self._cluster.claim_work(_work(table))
        if is_mine and table not in self._tasks:
            self._steps[table] = [*record.steps]
            task = asyncio.create_task(self._run(table, seated), name=f"analysis {table}")
            self._tasks[table] = task
            task.add_done_callback(partial(self._handle_ended, table))

    def _handle_ended(self, table: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(table) is task:
            self._drop(table)

    def _drop(self, table: str) -> asyncio.Task[None] | None:
        self._steps.pop(table, None)
        self._seconds.pop(table, None)
        return self._tasks.pop(table, None)

    async def stop(self, table: str) -> None:
        await self._thread.do(self._store.stop, table)
        self.forget(table)

    def forget(self, table: str) -> None:
        self._to_resume.discard(table)
        if (task := self._drop(table)) is not None:
            task.cancel()
            for lane in range(LANES):
                self._workers.cancel(f"{table} {lane}")

    async def load_requested(self) -> None:
        """Load the list of analyses to resume, before pages can ask for their progress."""
        try:
            self._to_resume.update(await self._thread.do(self._store.requested))
        except StoreError as error:
            LOG.warning("analyses cannot be resumed: %s", error)

    async def resume(self, find: Callable[[str], Awaitable[SeatedGame]]) -> None:
        """Resume analyses, also those of processes that ended later, until this is canceled."""
        while True:
            for table in sorted(self._to_resume - self._tasks.keys()):
                if table not in self._to_resume:
                    continue  # the analysis was stopped meanwhile
                try:
                    if await self._cluster.claim_work(_work(table)):
                        await self.start(table, await find(table))
                except (StoreError, ApiError) as error:
                    LOG.warning("the analysis of table %s cannot be resumed: %s", table, error)
                finally:
                    self._to_resume.discard(table)
            if not self._cluster.has_others:
                return
            await asyncio.sleep(RESUME_SECONDS)
            await self.load_requested()

    async def close(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def state(self, table: str, seated: SeatedGame) -> tuple[Progress, Results, int | None]:
        """Return the progress, the results so far, and the seconds remaining, if known."""
        record = seated.game.record
        # Before the results are read: an analysis that ends meanwhile has not been stopped.
        is_working = table in self._tasks or table in self._to_resume
        if self._cluster.has_others:  # another process may do it
            is_working |= table in await self._thread.do(self._store.requested)
        results = await self._results(table, record)
        if not _may_analyse(seated):
            results = Results(results.hashes, {}, {})
        left = len(results.hashes) - len(results.done)
        progress: Progress = "stopped" if results.version else "none"
        if results.done and not left:
            progress = "done"
        elif is_working:
            progress = "working"
        elif self._failed.get(table) == key_of(record):
            progress = "failed"
        seconds = self._seconds.get(table)
        return progress, results, ceil(left * seconds) if seconds else None

    async def _results(self, table: str, record: Record) -> Results:
        stored = await self._thread.do(self._store.turns, table, key_of(record))
        return await asyncio.to_thread(stored_results, *stored, record)

    async def _run(self, table: str, seated: SeatedGame) -> None:
        key = key_of(seated.game.record)
        try:
            results = await self._results(table, seated.game.record)
            numbers = [n for n in range(len(results.hashes)) if n not in results.first]
            parts = [numbers[n : n + PASS_PART] for n in range(0, len(numbers), PASS_PART)]
            await self._judge(table, key, seated, results.hashes, FIRST_PASS, parts)
            results = await self._results(table, seated.game.record)
            numbers = [n for n in range(len(results.hashes)) if n not in results.done]
            losses = {n: sum(p.mistake for p in turn.plays) for n, turn in results.first.items()}
            numbers.sort(key=lambda number: -losses[number])
            parts = [[number] for number in numbers]
            await self._judge(table, key, seated, results.hashes, DEEP, parts)
            await self._thread.do(self._store.stop, table)
        except* Conflict:
            LOG.info("the analysis of table %s ended: the game was removed or has changed", table)
        except* (StoreError, JobFailed, WorkerLost) as errors:
            LOG.error("the analysis of table %s failed: %s", table, errors.exceptions[0])
            self._failed[table] = key
        finally:
            await self._cluster.release_work(_work(table))

    async def _judge(
        self,
        table: str,
        key: str,
        seated: SeatedGame,
        hashes: list[str],
        budget: JudgeBudget,
        parts: list[list[int]],
    ) -> None:
        """Judge and store parts of the turns in several lanes, each of which takes the next one."""
        game = to_sent_game(seated.game)
        pending, begun, done = iter(parts), monotonic(), 0

        async def judge_next(subject: str) -> None:
            nonlocal done
            for numbers in pending:
                marks = {number: hashes[number] for number in numbers}
                job = partial(_analyse_turns, game, subject, budget, marks)
                rows = await self._workers.run_with_retries(job, TURN_SECONDS, subject)
                await self._thread.do(self._store.add, table, key, budget == DEEP, rows)
                done += len(numbers)
                if budget == DEEP:
                    self._seconds[table] = (monotonic() - begun) / done

        async with asyncio.TaskGroup() as lanes:
            for lane in range(LANES):
                lanes.create_task(judge_next(f"{table} {lane}"))


def _work(table: str) -> str:
    return f"analysis {table}"


def _may_analyse(seated: SeatedGame) -> bool:
    return seated.over is not None or seated.has_hints


def check(seated: SeatedGame) -> None:
    if not _may_analyse(seated):
        raise ApiError(409, "not-over")


def _analyse_turns(
    game: SentGame, subject: str, budget: JudgeBudget, marks: dict[int, str]
) -> dict[int, str]:
    """Return the turns with these numbers and marks, as rows to store."""
    weights = weights_file.packaged()
    error_model = error_model_of(weights, budget, len(game.header.seats)) or NO_ERROR
    rows = {}
    for number, mark in marks.items():
        review = GameReview(game.record(), _judge(subject, budget), BEST_COUNT, error_model)
        turn = next(review.turns(number))
        rows[number] = msgspec.json.encode(StoredTurn(mark, turn)).decode()
    return rows


@lru_cache(MAX_CACHED_JUDGES)
def _judge(_: str, budget: JudgeBudget) -> Judge:
    return Judge(weights_file.packaged().network(), budget)
