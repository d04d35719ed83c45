"""Worker processes that the servers of tests use one after another.

A start takes half a second of CPU time.
"""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import TypeAlias

from redcathedral.server.core.workers import Job, Result
from redcathedral.server.run import worker_processes
from redcathedral.server.run.worker_processes import WorkerProcesses

# What a process gets from its parent: the priority, the folders of modules and the variables.
Kind: TypeAlias = tuple[int, tuple[str, ...], frozenset[tuple[str, str]]]
IDLE: defaultdict[Kind, list[tuple[BaseProcess, Connection]]] = defaultdict(list)


class ReusedProcesses(WorkerProcesses):
    """Workers that take idle processes of earlier servers, and leave theirs to later ones."""

    def __init__(self, count: int, name: str, nice: int = 0) -> None:
        super().__init__(count, name, nice)
        self._free = [_ReusedWorker(f"{name} {number}", nice) for number in range(1, count + 1)]
        self._all = tuple(self._free)


class _ReusedWorker(worker_processes._Worker):
    def __init__(self, name: str, nice: int) -> None:
        super().__init__(name, nice)
        self._is_running = False
        self._kind = kind_of_process(nice)

    def run(self, job: Job[Result], seconds: float) -> Result:
        self._is_running = True
        try:
            return super().run(job, seconds)
        finally:
            self._is_running = False

    def close(self) -> None:
        with worker_processes._PROCESS_LOCK:
            self._is_closed = True
            if not self._is_running and self._process is not None and self._pipe is not None:
                IDLE[self._kind].append((self._process, self._pipe))
                self._process = self._pipe = None
        super().close()

    def _connection(self) -> Connection:
        with worker_processes._PROCESS_LOCK:
            if self._process is None or not self._process.is_alive():
                self._kind = kind_of_process(self._nice)
            idle = IDLE[self._kind]
            if self._process is None and idle and not self._is_closed:
                self._process, self._pipe = idle.pop()
        return super()._connection()


def kind_of_process(nice: int) -> Kind:
    """Return the kind of the processes that are started now."""
    variables = {name: os.environ[name] for name in os.environ if name != "PYTEST_CURRENT_TEST"}
    return nice, tuple(sys.path), frozenset(variables.items())
