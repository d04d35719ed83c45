"""Run the server process: its socket, its limits, and its shutdown."""

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
GC_THRESHOLDS: Final = (20_000, 20, 50)  # see gc.set_threshold
END: Final = 4.5  # seconds after which the process exits; everything shown is stored by then
LATE: Final = 1  # the exit status if something did not stop in time
DESCRIPTORS: Final = 8192  # requested from the system
OURS: Final = 448  # of them, for games, bots, files, and connections that will be refused
# An address reserved for documentation; it is used to find the route of packets.
REMOTE: Final = ("192.0.2.1", 9)


class PortTaken(Exception):
    """The server cannot listen at an address, for example because another program does."""

    def __init__(self, host: str, port: int, reason: str) -> None:
        super().__init__(f"{host}:{port}: {reason}")
        self.host = host
        self.port = port
        self.reason = reason


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; port 0 means any free port.  Raises PortTaken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # If the protocol is named, asyncio sends small writes of accepted connections without delay.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(128)
    except (OSError, OverflowError, UnicodeError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise PortTaken(host, port, reason) from error
    return listening


def lan_address() -> str:
    """Return the address of this machine in its local network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(REMOTE)  # sends nothing
        except OSError:
            return LOCAL
        address: str = probe.getsockname()[0]
        return address


class Server(uvicorn.Server):
    """A server that calls ``ready`` after its start, and closes all connections at its end."""

    def __init__(self, config: Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._config = config
        self._ready = ready

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Shut down; exit after some seconds even if something hangs, such as a database."""
        limit = Timer(END, os._exit, (LATE,))
        limit.daemon = True
        limit.start()
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Shut down, and close connections that are still open or were just accepted."""
        self._config.is_ending = True
        loop = asyncio.get_running_loop()
        for listener in (opened for server in self.servers for opened in server.sockets):
            with contextlib.suppress(NotImplementedError):  # on Windows
                loop.remove_reader(listener.fileno())
        await asyncio.sleep(0)  # accepted connections are set up in the next iteration of the loop
        await super().shutdown(sockets)
        for connection in list(self.server_state.connections):
            connection.transport.abort()


def connection_limit() -> int:
    """Return the maximum number of connections, after raising the system's limit if possible."""
    if sys.platform == "win32":
        return Limits().connections
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return DESCRIPTORS - OURS
    wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, DESCRIPTORS)
    if soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return max(soft // 3, min(soft, DESCRIPTORS) - OURS)


def reduce_garbage_collection() -> None:
    """Exclude the present objects from garbage collection, and collect others less often.

    A full collection stops all tables: 100 tables for a fifth of a second.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


def run(app: ASGIApp, at: socket.socket, ready: Callable[[], None]) -> None:
    log_to_stderr()
    config = Config(app, Limits(connections=connection_limit()))

    def started() -> None:
        reduce_garbage_collection()
        ready()

    with contextlib.suppress(KeyboardInterrupt):  # Ctrl+C is the usual way to stop the server
        Server(config, started).run(sockets=[at])
