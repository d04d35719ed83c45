"""Puzzles: positions with a best turn to find, at a table of one page."""

from datetime import date

from redcathedral.ai.bots.levels import LEVELS
from redcathedral.ai.puzzles.puzzle import load
from redcathedral.box.source import DEFAULT_EDITION
from redcathedral.server.core.practice_socket import refuse_practice, serve_practice
from redcathedral.server.core.puzzle_table import packaged_puzzle_table
from redcathedral.server.core.route import Socket, get, websocket
from redcathedral.server.core.server_feature import ServerFeature
from redcathedral.server.core.wire.protocol import Gone
from redcathedral.server.features.puzzles.wire import PuzzleInfo, Puzzles
from redcathedral.text.catalog import DEFAULT_LANGUAGE


class PuzzlesFeature(ServerFeature):
    """The packaged puzzles."""

    @get("/api/puzzles")
    async def get_puzzles(self, day: date) -> Puzzles:
        """Return all puzzles, and the one of a day such as 2026-11-25."""
        collection = load()
        puzzles = [
            PuzzleInfo(puzzle.id, puzzle.players, puzzle.grade) for puzzle in collection.puzzles
        ]
        return Puzzles(collection.of_day(day).id, [*LEVELS], puzzles)

    @websocket("/api/puzzles/{puzzle_id}/live")
    async def serve_puzzle(
        self, socket: Socket, puzzle_id: str, lang: str = DEFAULT_LANGUAGE
    ) -> None:
        puzzle = load().puzzle(puzzle_id)
        if puzzle is None:
            await refuse_practice(socket, Gone("unknown-puzzle", "there is no such puzzle"))
            return
        row, _ = await self.thread.do(self.repository.editions.find, DEFAULT_EDITION)
        table = packaged_puzzle_table(puzzle, row.head, lang)
        await serve_practice(socket, table, self.context)
