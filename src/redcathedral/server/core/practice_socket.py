"""The socket of a page that practises: it alone is at the table, so each command is answered."""

from typing import TypeAlias

from litestar.exceptions import WebSocketDisconnect

from redcathedral.server.core.table.command_result import CommandRefused
from redcathedral.server.core.table_socket import Socket, heartbeats, read_command, send
from redcathedral.server.core.wire.protocol import (
    Command,
    Gone,
    Heartbeat,
    Message,
)
from redcathedral.server.features.chat.wire import Say
from redcathedral.server.features.lessons.lesson_table import LessonTable
from redcathedral.server.features.plans.wire import PlanTurn, PlayPlan
from redcathedral.server.features.puzzles.puzzle_table import PuzzleTable

# A table of one page alone, which is not stored.
PracticeTable: TypeAlias = LessonTable | PuzzleTable


async def refuse(socket: Socket, gone: Gone) -> None:
    await socket.accept()
    await send(socket, gone)


async def serve(socket: Socket, table: PracticeTable, heartbeat: float) -> None:
    await socket.accept()
    async with heartbeats(socket, heartbeat):
        await _serve(socket, table)


async def _serve(socket: Socket, table: PracticeTable) -> None:
    try:
        await send(socket, table.message())
        while True:
            try:
                answer = _answer(table, read_command(await socket.receive_data("text")))
            except CommandRefused as refused:
                answer = table.refused(refused.code, **refused.values)
            await send(socket, answer)
    except WebSocketDisconnect:
        pass


def _answer(table: PracticeTable, command: Command) -> Message:
    match command:
        case Heartbeat():
            return command
        case Say():
            return table.refused("chat-alone")
        case PlanTurn() | PlayPlan():
            return table.refused("plan")
        case _:
            return table.answer(command)
