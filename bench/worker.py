"""The program of a side: it reads a task from each line, and answers with a line."""

from __future__ import annotations

import importlib
import json
import os
import signal
import sys
from collections.abc import Mapping


def run_task(task: str, arguments: list[int]) -> Mapping[str, float]:
    """Call ``module:function`` with the arguments."""
    module, _, function = task.partition(":")
    result: Mapping[str, float] = getattr(importlib.import_module(module), function)(*arguments)
    return result


def main() -> None:
    """Answer until the input ends; output of a task goes to stderr."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is handled by the main process
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        request = json.loads(line)
        answer: dict[str, object]
        try:
            answer = {"result": dict(run_task(request["task"], request["arguments"]))}
        except Exception as error:  # noqa: BLE001
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
