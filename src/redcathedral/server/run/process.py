"""Run the server process: listen, raise the system's limits, serve, and shut down."""

import asyncio
import contextlib
import gc
import os
import socket
import sys
from collections.abc import Callable, Sequence
from threading import Timer
from types import FrameType
from typing import TYPE_CHECKING, Final

import uvicorn

from redcathedral.server.run.connection import Config, Limits
from redcathedral.server.run.log_filter import log_to_stderr
from redcathedral.server.run.readiness import Readiness

if TYPE_CHECKING:
    from litestar.types import ASGIApp

DEFAULT_PORT: Final = 8555
LOCAL_HOST: Final = "127.0.0.1"
ANY_HOST: Final = "0.0.0.0"
GC_THRESHOLDS: Final = (20_000, 20, 50)  # see gc.set_threshold
EXIT_SECONDS: Final = 4.5  # from the shutdown request to a forced exit; what pages show is stored
LATE_EXIT_STATUS: Final = 1
MAX_DESCRIPTORS: Final = 8192  # file descriptors, requested from the system
RESERVED_DESCRIPTORS: Final = 448  # for games, bots, files, and connections that will be refused
REMOTE_ADDRESS: Final = ("192.0.2.1", 9)  # reserved for documentation; nothing is sent to it


class PortTaken(Exception):
    """The server cannot listen at an address, for example because another program uses it."""

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
        raise PortTaken(host, port, getattr(error, "strerror", None) or str(error)) from error
    return listening


def lan_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(REMOTE_ADDRESS)  # sends nothing
        except OSError:
            return LOCAL_HOST
        address: str = probe.getsockname()[0]
        return address


class Server(uvicorn.Server):
    """A server that calls ``on_start`` after its start, and closes all connections at its end."""

    def __init__(
        self, config: Config, on_start: Callable[[], None], readiness: Readiness | None = None
    ) -> None:
        super().__init__(config)
        self._readiness = readiness or Readiness()
        self._config = config
        self._on_start = on_start

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Shut down, and force the exit after some seconds if for example the database hangs.

        If the server drains first, a second signal ends it at once.
        """
        if self._readiness.is_ready and self._readiness.drain_seconds:
            self._readiness.is_ready = False
            drained = Timer(self._readiness.drain_seconds, self.handle_exit, (sig, frame))
            drained.daemon = True
            drained.start()
            return
        self._readiness.is_ready = False
        forced_exit = Timer(EXIT_SECONDS, os._exit, (LATE_EXIT_STATUS,))
        forced_exit.daemon = True
        forced_exit.start()
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._on_start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Shut down, and close connections that are still open or were just accepted."""
        self._config.is_shutting_down = True
        loop = asyncio.get_running_loop()
        for listener in (socket_ for server in self.servers for socket_ in server.sockets):
            with contextlib.suppress(NotImplementedError):  # on Windows
                loop.remove_reader(listener.fileno())
        await asyncio.sleep(0)  # asyncio sets up accepted connections in its next iteration
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
        return MAX_DESCRIPTORS - RESERVED_DESCRIPTORS
    target = MAX_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MAX_DESCRIPTORS)
    if soft < target:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (target, hard))
            soft = target
    return max(soft // 3, min(soft, MAX_DESCRIPTORS) - RESERVED_DESCRIPTORS)


def run(
    app: "ASGIApp",
    listener: socket.socket,
    on_start: Callable[[], None],
    proxies: Sequence[str] = (),
    readiness: Readiness | None = None,
) -> None:
    log_to_stderr()
    config = Config(app, Limits(connections=connection_limit()), proxies=proxies)

    def handle_start() -> None:
        # Exempt present objects and collect less often: with 100 tables it takes 0.2 seconds.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GC_THRESHOLDS)
        on_start()

    with contextlib.suppress(KeyboardInterrupt):  # Ctrl+C is the usual way to stop the server
        Server(config, handle_start, readiness).run(sockets=[listener])
