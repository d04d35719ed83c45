"""Puzzles: the list, and a table for who looks for the turn."""

from datetime import date

from litestar import get, websocket
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

from redcathedral.ai.bots.levels import LEVELS
from redcathedral.ai.puzzles.collection import load
from redcathedral.box.source import DEFAULT_EDITION
from redcathedral.server.core import practice_socket, table_socket
from redcathedral.server.core.game_repository import GameRepository
from redcathedral.server.core.params import language
from redcathedral.server.core.wire.protocol import Gone
from redcathedral.server.features.puzzles.puzzle_table import PuzzleTable
from redcathedral.server.features.puzzles.wire import PuzzleInfo, Puzzles
from redcathedral.text.catalog import DEFAULT_LANGUAGE


@get("/api/puzzles", sync_to_thread=False)
def get_puzzles(day: FromQuery[date]) -> Puzzles:
    """All puzzles, and that of the day, such as 2026-11-25."""
    found = load()
    listed = [PuzzleInfo(puzzle.id, puzzle.players, puzzle.grade) for puzzle in found.puzzles]
    return Puzzles(found.of_day(day).id, [*LEVELS], listed)


@websocket("/api/puzzles/{puzzle_id:str}/live")
async def live_puzzle(
    socket: table_socket.Socket,
    repository: NamedDependency[GameRepository],
    heartbeat: NamedDependency[float],
    puzzle_id: FromPath[str],
    lang: FromQuery[str] = DEFAULT_LANGUAGE,
) -> None:
    puzzle = load().puzzle(puzzle_id)
    if puzzle is None:
        await practice_socket.refuse(socket, Gone("unknown-puzzle", "there is no such puzzle"))
        return
    row, _ = await repository.thread.do(repository.editions.find, DEFAULT_EDITION)
    table = PuzzleTable(puzzle, row.head, language(lang))
    await practice_socket.serve(socket, table, heartbeat)
