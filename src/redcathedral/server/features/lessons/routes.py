"""Lessons: a table for each step."""

from litestar import get, websocket
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

from redcathedral.box.source import DEFAULT_EDITION
from redcathedral.play.lessons import LESSONS, load_lesson
from redcathedral.server.core import practice_socket, table_socket
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.game_repository import GameRepository
from redcathedral.server.core.params import language
from redcathedral.server.core.wire.protocol import Gone, Table
from redcathedral.server.features.lessons.lesson_table import LessonTable
from redcathedral.text.catalog import DEFAULT_LANGUAGE


@get("/api/lessons/{lesson:str}/{step:int}")
async def get_step(
    repository: NamedDependency[GameRepository],
    lesson: FromPath[str],
    step: FromPath[int],
    lang: FromQuery[str] = DEFAULT_LANGUAGE,
) -> Table:
    """A step of a lesson, counted from 1, as it begins: what a picture of it is drawn from."""
    if not _is_step(lesson, step):
        raise ApiError(404, "unknown-step")
    return (await _step(repository, lesson, step, lang)).message()


async def _step(repository: GameRepository, lesson: str, step: int, lang: str) -> LessonTable:
    row, _ = await repository.thread.do(repository.editions.find, DEFAULT_EDITION)
    return LessonTable(lesson, step - 1, row.head, language(lang))


def _is_step(lesson: str, step: int) -> bool:
    return lesson in LESSONS and 1 <= step <= len(load_lesson(lesson).steps)


@websocket("/api/lessons/{lesson:str}/{step:int}/live")
async def live_lesson(
    socket: table_socket.Socket,
    repository: NamedDependency[GameRepository],
    heartbeat: NamedDependency[float],
    lesson: FromPath[str],
    step: FromPath[int],
    lang: FromQuery[str] = DEFAULT_LANGUAGE,
) -> None:
    """A step of a lesson, counted from 1: a table of this page's own, which nobody keeps."""
    if not _is_step(lesson, step):
        gone = Gone("unknown-step", "there is no such step of a lesson")
        await practice_socket.refuse(socket, gone)
        return
    table = await _step(repository, lesson, step, lang)
    await practice_socket.serve(socket, table, heartbeat)
