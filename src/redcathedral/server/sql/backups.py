"""Daily backups of an SQLite database, in the same folder; the last seven are kept."""

import asyncio
import logging
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from glob import escape
from pathlib import Path
from typing import Final
from urllib.parse import quote

from redcathedral.server.core.store.problem import StoreError

LOG: Final = logging.getLogger(__name__)
MAX_BACKUPS: Final = 7
DAY_SECONDS: Final = 24 * 3600
CHECK_SECONDS: Final = 3600.0  # between two checks whether a backup is due
FREE_SPACE_FACTOR: Final = 2  # free disk space for a backup, in sizes of the database


def backup_files(file: Path) -> list[Path]:
    """Return the backups of a database, the oldest first."""
    digits = "[0-9][0-9]"
    name = f"{escape(file.name)}.copy-{digits}{digits}-{digits}-{digits}"
    return sorted(file.parent.glob(name))


@contextmanager
def complete_database(target: Path) -> Iterator[Path]:
    """Yield a private file for a new database, which gets its name after a check.

    Raises OSError and sqlite3.Error.  Nothing is left if the block fails.
    """
    part = target.with_name(f"{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)
        yield part
        with closing(sqlite3.connect(part)) as copy:
            problem = copy.execute("pragma quick_check(1)").fetchone()[0]
        if problem != "ok":
            raise sqlite3.DatabaseError(problem)
        with part.open("rb+") as copied:
            os.fsync(copied.fileno())
        part.replace(target)
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise


def copy_database(connection: sqlite3.Connection, target: Path) -> None:
    """Copy a database in use into a private file, and check it; raises OSError, sqlite3.Error."""
    with complete_database(target) as part:
        connection.execute("vacuum into ?", (str(part),))


class Backups:
    """Makes backups in one thread at a time; any thread may call ``cancel``."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._connection: sqlite3.Connection | None = None

    def make(self) -> Path | None:
        """Make a backup if one is due, and return it; raises StoreError, OSError, sqlite3.Error."""
        if not self._is_due():
            return None
        size = self._file.stat().st_size
        if shutil.disk_usage(self._file.parent).free < FREE_SPACE_FACTOR * size:
            raise StoreError("the disk has no space for a backup of the games", "free some space")
        with self._opened() as connection:
            if connection.execute("select 1 from game limit 1").fetchone() is None:
                return None
            day = time.strftime("%Y-%m-%d", time.gmtime())
            target = self._file.with_name(f"{self._file.name}.copy-{day}")
            copy_database(connection, target)
        for old in backup_files(self._file)[:-MAX_BACKUPS]:
            old.unlink()
        return target

    def cancel(self) -> None:
        if (connection := self._connection) is not None:
            connection.interrupt()

    def _is_due(self) -> bool:
        backups = backup_files(self._file)
        if not backups:
            return True
        last = backups[-1].stat().st_mtime
        wal = self._file.with_name(f"{self._file.name}-wal")
        changed = max(path.stat().st_mtime for path in (self._file, wal) if path.exists())
        return changed > last and not 0 <= time.time() - last < DAY_SECONDS

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        address = f"file:{quote(str(self._file.absolute()))}?mode=rw"
        opened = sqlite3.connect(address, uri=True, check_same_thread=False)
        with closing(opened) as connection:
            self._connection = connection
            try:
                yield connection
            finally:
                self._connection = None


class BackupJob:
    """Makes backups in a separate thread; does nothing if the database supports none."""

    def __init__(self, backups: Backups | None) -> None:
        self._backups = backups
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        if self._backups is not None:
            self._task = asyncio.create_task(self._run(self._backups))

    async def _run(self, backups: Backups) -> None:
        while True:
            try:
                await asyncio.to_thread(backups.make)
            except (OSError, sqlite3.Error, StoreError) as error:
                LOG.warning("the games were not backed up: %s", error)
            await asyncio.sleep(CHECK_SECONDS)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            if self._backups is not None:
                self._backups.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
