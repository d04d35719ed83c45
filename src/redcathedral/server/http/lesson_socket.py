"""The socket of a page at a step of a lesson: it alone is there, so each command is answered."""

import msgspec
from litestar.exceptions import WebSocketDisconnect

from redcathedral.server.http.table_socket import BYTES, Socket, read_command, send
from redcathedral.server.table.lesson_table import LessonTable
from redcathedral.server.wire.protocol import Gone


async def refuse(socket: Socket) -> None:
    """Say that there is no such step."""
    await socket.accept()
    await send(socket, Gone("unknown-step", "there is no such step of a lesson"))


async def serve(socket: Socket, table: LessonTable) -> None:
    """Play the step with a page until it goes."""
    await socket.accept()
    try:
        await send(socket, table.message())
        while True:
            text = await socket.receive_data("text")
            if len(text) > BYTES:
                await send(socket, table.refused("too-large", n=BYTES))
                continue
            try:
                command = read_command(text)
            except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
                await send(socket, table.refused("unreadable", why=str(error)[:200]))
            else:
                await send(socket, table.answer(command))
    except WebSocketDisconnect:
        pass
