"""The WebSocket of one page at a table: receives commands and sends messages."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from functools import cache
from typing import Final, Union, get_args

import msgspec

from redcathedral.server.core.actor import Actor
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.listener import Dropped, Listener
from redcathedral.server.core.route import Disconnected, Socket
from redcathedral.server.core.server_feature import ServerContext
from redcathedral.server.core.store.problem import StoreError
from redcathedral.server.core.table.command_result import CommandRefused
from redcathedral.server.core.wire.message import PageMessage
from redcathedral.server.core.wire.protocol import GameCommand, Gone, GoneCode, Heartbeat

MAX_COMMAND_BYTES: Final = 4096
LOG: Final = logging.getLogger(__name__)
CLOSE_GONE: Final = 4404
CLOSE_TRY_AGAIN_LATER: Final = 1013
CLOSE_SERVICE_RESTART: Final = 1012  # the page connects again
HEARTBEAT_SECONDS: Final = 20.0  # between two heartbeats

_ENCODER: Final = msgspec.json.Encoder()


@cache
def _decoder(commands: tuple[type, ...]) -> msgspec.json.Decoder[object]:
    return msgspec.json.Decoder(Union[(*get_args(GameCommand), Heartbeat, *commands)])


async def serve_table(
    socket: Socket, context: ServerContext, table_id: str, listener: Listener
) -> None:
    await socket.accept()
    async with heartbeats(socket, context.heartbeat):
        await _serve(socket, context, table_id, listener)


async def _serve(socket: Socket, context: ServerContext, table_id: str, listener: Listener) -> None:
    try:
        actor = await context.tables.visit(table_id, listener.visitor)
        actor.join(listener)
    except ApiError as api_error:
        code: GoneCode = "unreadable-table"
        if api_error.status == 404:
            code = "unknown-table"
        elif api_error.problem.code == "banned":
            code = "banned"
        await send(socket, Gone(code, api_error.problem.reason))
        return
    except StoreError as error:
        LOG.error("table %s: %s", table_id, error)
        if listener.table_version >= 0:  # the page shows the table already
            await socket.close(CLOSE_TRY_AGAIN_LATER)
            return
        await send(socket, Gone("failed", "the games cannot be read or written"))
        return
    except asyncio.QueueFull:
        await socket.close(CLOSE_TRY_AGAIN_LATER)
        return
    tasks = (
        asyncio.create_task(_send_all(socket, listener)),
        asyncio.create_task(_receive_all(socket, context, actor, listener)),
    )
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        actor.leave(listener)
    for result in results:
        if isinstance(result, Exception) and not isinstance(result, Disconnected):
            raise result


async def send(socket: Socket, message: PageMessage) -> None:
    await socket.send(_ENCODER.encode(message).decode())
    if isinstance(message, Gone):
        await socket.close(CLOSE_GONE)


@contextlib.asynccontextmanager
async def heartbeats(socket: Socket, seconds: float) -> AsyncIterator[None]:
    task = asyncio.create_task(_send_heartbeats(socket, seconds))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _send_heartbeats(socket: Socket, seconds: float) -> None:
    with contextlib.suppress(Disconnected):
        while True:
            await asyncio.sleep(seconds)
            await send(socket, Heartbeat())


async def _send_all(socket: Socket, listener: Listener) -> None:
    with contextlib.suppress(Disconnected):
        message: PageMessage | None = None
        try:
            while not isinstance(message, Gone):
                message = await listener.next()
                await send(socket, message)
        except Dropped:
            await socket.close(CLOSE_SERVICE_RESTART)


async def _receive_all(
    socket: Socket, context: ServerContext, actor: Actor, listener: Listener
) -> None:
    while True:
        await listener.wait_for_room()
        try:
            command = read_command(await socket.receive(), context)
            if isinstance(command, Heartbeat):
                listener.send(command)
            else:
                actor.run_command(listener, command)
        except CommandRefused as refused:
            listener.refuse(refused.code, **refused.values)
        except asyncio.QueueFull:
            listener.refuse("too-fast")


def read_command(text: str, context: ServerContext) -> object:
    if len(text) > MAX_COMMAND_BYTES:
        raise CommandRefused("too-large", n=MAX_COMMAND_BYTES)
    decoder = _decoder(context.commands)
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise CommandRefused("unreadable", why=str(error)[:200]) from None
