"""Lessons: each step is a table of one page with a task."""

from redcathedral.box.source import DEFAULT_EDITION
from redcathedral.play.lessons import LESSONS, load_lesson
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.practice_socket import refuse_practice, serve_practice
from redcathedral.server.core.route import Socket, get, websocket
from redcathedral.server.core.server_feature import ServerFeature
from redcathedral.server.core.wire.protocol import Gone, Table
from redcathedral.server.features.lessons.lesson_table import LessonTable
from redcathedral.text.catalog import DEFAULT_LANGUAGE


class LessonsFeature(ServerFeature):
    """The steps of all lessons; the numbers of steps start at 1."""

    @get("/api/lessons/{lesson}/{step}")
    async def get_step(self, lesson: str, step: int, lang: str = DEFAULT_LANGUAGE) -> Table:
        """Return the table at the start of a step, for a picture."""
        if not _exists(lesson, step):
            raise ApiError(404, "unknown-step")
        return (await self._table(lesson, step, lang)).message()

    @websocket("/api/lessons/{lesson}/{step}/live")
    async def serve_step(
        self, socket: Socket, lesson: str, step: int, lang: str = DEFAULT_LANGUAGE
    ) -> None:
        if not _exists(lesson, step):
            await refuse_practice(socket, Gone("unknown-step", "there is no such step of a lesson"))
            return
        await serve_practice(socket, await self._table(lesson, step, lang), self.context)

    async def _table(self, lesson: str, step: int, lang: str) -> LessonTable:
        row, _ = await self.thread.do(self.repository.editions.find, DEFAULT_EDITION)
        return LessonTable(lesson, step - 1, row.head, lang)


def _exists(lesson: str, step: int) -> bool:
    return lesson in LESSONS and 1 <= step <= len(load_lesson(lesson).steps)
