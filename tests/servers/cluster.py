"""Server processes on one PostgreSQL database, which tests can kill."""

from __future__ import annotations

import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.server.harness import Client, ServerProcess


class ServerCluster:
    """The processes, by number; each has a separate folder."""

    def __init__(self, url: str, folder: Path, *arguments: str, has_uvloop: bool = False) -> None:
        self.url = url
        self.has_uvloop = has_uvloop
        self._folder = folder
        self._arguments = arguments
        self.processes: list[ServerProcess] = []
        self._clients: list[Client] = []

    def start(self, count: int = 1) -> None:
        """Start more processes at the same time."""
        numbers = range(len(self.processes), len(self.processes) + count)
        with ThreadPoolExecutor() as pool:
            self.processes += pool.map(self._process, numbers)

    def _process(self, number: int) -> ServerProcess:
        folder = self._folder / str(number)
        arguments = "--database", self.url, *self._arguments
        return ServerProcess(folder, *arguments, has_uvloop=self.has_uvloop)

    def restart(self, number: int) -> str:
        """Start a process that has ended again; return its new address."""
        self.processes[number] = self._process(number)
        return self.processes[number].address.rstrip("/")

    def client(self, number: int) -> Client:
        """A client of one process; all clients are the same person, on a local machine."""
        self._clients.append(self.processes[number].client())
        return self._clients[-1]

    def owner(self, number: int) -> Client:
        """A client with the token of one process."""
        address, _, token = self.processes[number].address.partition("?token=")
        self._clients.append(Client(address.rstrip("/"), token))
        return self._clients[-1]

    def kill(self, number: int) -> None:
        """Kill a process."""
        self.processes[number].kill()

    def close(self) -> None:
        """Close all clients, and end the processes that are still running."""
        for client in self._clients:
            client.close()
        for process in self.processes:
            if process.process.poll() is None:
                process.end(signal.SIGTERM)
