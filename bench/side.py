"""A side of a comparison: a long-running process with its own Python that runs tasks.

The process runs ``bench.worker``; tasks and answers are lines of JSON.  Because the processes keep
running, the sides can take turns quickly, so that noise of the machine affects all of them.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Self

ROOT = Path(__file__).parents[1]

Measured = dict[str, float]


class SideError(RuntimeError):
    """A side cannot be started, or failed in a task; the message says which and why."""


class Side:
    """A process with its own Python; ``path`` is the first place where it looks for packages."""

    def __init__(self, name: str, python: Path, path: Path | None = None) -> None:
        self.name = name
        environment = dict(os.environ)
        if path is not None:
            environment["PYTHONPATH"] = str(path)
        try:
            self._process = subprocess.Popen(
                [str(python), "-m", "bench.worker"],
                cwd=ROOT,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        except OSError as error:
            raise SideError(f"{name} cannot be started: {error}") from error

    def call(self, task: str, *arguments: float) -> Measured:
        """Run a task, ``module:function``; return its measurements."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps({"task": task, "arguments": arguments}) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise SideError(f"{self.name} ended in {task}, status {self._process.wait()}")
        answer = json.loads(line)
        if "error" in answer:
            raise SideError(f"{self.name} failed in {task}: {answer['error']}")
        return {str(key): float(value) for key, value in answer["result"].items()}

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
