"""The server as a process: its address, its token, and the loop that serves."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import socket
import sys
from collections.abc import Callable
from threading import Timer
from typing import TYPE_CHECKING, Final

import uvicorn

from redcathedral.server.run.connection import Config, Limits
from redcathedral.server.run.log_filter import log_to_stderr

if TYPE_CHECKING:
    from types import FrameType

    from litestar.types import ASGIApp

PORT: Final = 8555
LOCAL: Final = "127.0.0.1"
EVERYWHERE: Final = "0.0.0.0"
COLLECTED: Final = (20_000, 20, 50)  # new objects, and rounds, until older ones are looked at
END: Final = 4.5  # seconds after which it ends, whatever does not: what was told is stored
LATE: Final = 1  # exit status where something had to be given up
DESCRIPTORS: Final = 8192  # that are asked of the system
OURS: Final = 448  # of them: games, bots, files, and connections that are still to be refused
# An address of a network for documentation: it only tells which way packets would go.
ELSEWHERE: Final = ("192.0.2.1", 9)


class PortTaken(Exception):
    """Somebody else listens there already."""

    def __init__(self, host: str, port: int, reason: str) -> None:
        super().__init__(f"{host}:{port}: {reason}")
        self.host = host
        self.port = port
        self.reason = reason


def listen(host: str, port: int) -> socket.socket:
    """A socket at an address, port 0 for any free one; raises PortTaken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # If the protocol is named, asyncio sends small writes of accepted connections without delay.
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(128)
    except (OSError, OverflowError, UnicodeError) as error:
        found.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise PortTaken(host, port, reason) from error
    return found


def lan_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)  # sends nothing
        except OSError:
            return LOCAL
        address: str = probe.getsockname()[0]
        return address


class Server(uvicorn.Server):
    """A server that says when it is ready, and that leaves no connection behind."""

    def __init__(self, config: Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._config = config
        self._ready = ready

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End; what hangs, a database for example, does not keep the process for long."""
        limit = Timer(END, os._exit, (LATE,))
        limit.daemon = True
        limit.start()
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End, and with it what is accepted meanwhile or does not end by itself."""
        self._config.is_ending = True
        loop = asyncio.get_running_loop()
        for listener in (each for server in self.servers for each in server.sockets):
            with contextlib.suppress(NotImplementedError):  # on Windows
                loop.remove_reader(listener.fileno())
        await asyncio.sleep(0)  # a connection becomes one a turn after it was accepted
        await super().shutdown(sockets)
        for connection in list(self.server_state.connections):
            connection.transport.abort()


def connection_limit() -> int:
    """How many connections the system lets this process have, asked for more where it may."""
    if sys.platform == "win32":
        return Limits().connections
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return DESCRIPTORS - OURS
    most = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, DESCRIPTORS)
    if soft < most:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
    return max(soft // 3, min(soft, DESCRIPTORS) - OURS)


def spare_garbage() -> None:
    """Let the collector leave alone what is there from the start, and look at all else seldom.

    A whole collection stops every table: with 100 of them for a fifth of a second.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED)


def run(app: ASGIApp, at: socket.socket, ready: Callable[[], None]) -> None:
    log_to_stderr()
    config = Config(app, Limits(connections=connection_limit()))

    def started() -> None:
        spare_garbage()
        ready()

    with contextlib.suppress(KeyboardInterrupt):  # the usual way to end it
        Server(config, started).run(sockets=[at])
