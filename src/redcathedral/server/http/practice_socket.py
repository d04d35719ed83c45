"""The socket of a page that practises: it alone is at the table, so each command is answered."""

from typing import Protocol

from litestar.exceptions import WebSocketDisconnect

from redcathedral.server.http.table_socket import Socket, heartbeats, read_command, send
from redcathedral.server.table.decided import CommandRefused
from redcathedral.server.wire.plan import PlanTurn, PlayPlan
from redcathedral.server.wire.protocol import (
    Command,
    GameCommand,
    Gone,
    Heartbeat,
    Message,
    Refused,
    Table,
)
from redcathedral.server.wire.talk import Say
from redcathedral.words import Argument


class PracticeTable(Protocol):
    """A table of one page's own, which nobody keeps: a step of a lesson, a puzzle."""

    def message(self, since: int = -1) -> Table:
        """The table as it stands."""

    def answer(self, command: GameCommand) -> Message:
        """What comes of a command."""

    def refused(self, code: str, **values: Argument) -> Refused:
        """A command that is not carried out."""


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
