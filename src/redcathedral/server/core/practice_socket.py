"""The WebSocket of a practice table: one page, and one answer to each command."""

from contextlib import suppress
from typing import Protocol

from redcathedral.server.core.route import Disconnected, Socket
from redcathedral.server.core.server_feature import ServerContext
from redcathedral.server.core.table.command_result import CommandRefused
from redcathedral.server.core.table_socket import heartbeats, read_command, send
from redcathedral.server.core.wire.message import PageMessage
from redcathedral.server.core.wire.protocol import GameCommand, Gone, Heartbeat, Refused, Table
from redcathedral.text import Argument


class PracticeTable(Protocol):
    """A table of one page, which is not stored."""

    def message(self) -> Table:
        """Return the whole table."""

    async def answer(self, command: GameCommand) -> PageMessage:
        """Carry out a command; raises CommandRefused."""

    def refused(self, code: str, **values: Argument) -> Refused:
        """Return the refusal of a command."""


async def refuse_practice(socket: Socket, gone: Gone) -> None:
    await socket.accept()
    await send(socket, gone)


async def serve_practice(socket: Socket, table: PracticeTable, context: ServerContext) -> None:
    await socket.accept()
    async with heartbeats(socket, context.heartbeat):
        with suppress(Disconnected):
            await send(socket, table.message())
            while True:
                text = await socket.receive()
                try:
                    answer = await _answer(table, read_command(text, context))
                except CommandRefused as refused:
                    answer = table.refused(refused.code, **refused.values)
                await send(socket, answer)


async def _answer(table: PracticeTable, command: object) -> PageMessage:
    if isinstance(command, Heartbeat):
        return command
    if isinstance(command, GameCommand):
        return await table.answer(command)
    raise CommandRefused(getattr(command, "refused_in_practice", "illegal"))
