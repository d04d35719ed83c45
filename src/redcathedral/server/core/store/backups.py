"""Copies of an SQLite database beside it: one a day, the last seven."""

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

KEPT: Final = 7
DAY: Final = 24 * 3600  # seconds


def copies(file: Path) -> list[Path]:
    day = "[0-9][0-9]"
    return sorted(file.parent.glob(f"{escape(file.name)}.copy-{day}{day}-{day}-{day}"))


def copy_whole(connection: sqlite3.Connection, target: Path) -> None:
    """Copy a database in use into a private file, checked; raises OSError and sqlite3.Error."""
    part = target.with_name(f"{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)
        connection.execute("vacuum into ?", (str(part),))
        with closing(sqlite3.connect(part)) as copy:
            problem = copy.execute("pragma quick_check(1)").fetchone()[0]
        if problem != "ok":
            raise sqlite3.DatabaseError(problem)
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        part.replace(target)
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise


class Backups:
    """Makes the copies; to be used by one thread at a time, and broken off by any."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._connection: sqlite3.Connection | None = None

    def make(self) -> Path | None:
        """Make a copy if one is due; raises StoreError, OSError and sqlite3.Error."""
        if not self._is_due():
            return None
        size = self._file.stat().st_size
        if shutil.disk_usage(self._file.parent).free < 2 * size:
            raise StoreError("there is no room for a copy of the games", "make room on the disk")
        with self._opened() as connection:
            if connection.execute("select 1 from game limit 1").fetchone() is None:
                return None
            day = time.strftime("%Y-%m-%d", time.gmtime())
            target = self._file.with_name(f"{self._file.name}.copy-{day}")
            copy_whole(connection, target)
        for old in copies(self._file)[:-KEPT]:
            old.unlink()
        return target

    def break_off(self) -> None:
        if (connection := self._connection) is not None:
            connection.interrupt()

    def _is_due(self) -> bool:
        known = copies(self._file)
        if not known:
            return True
        last = known[-1].stat().st_mtime
        wal = self._file.with_name(f"{self._file.name}-wal")
        changed = max(each.stat().st_mtime for each in (self._file, wal) if each.exists())
        return changed > last and not 0 <= time.time() - last < DAY

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        address = f"file:{quote(str(self._file.absolute()))}?mode=rw"
        made = sqlite3.connect(address, uri=True, check_same_thread=False)
        with closing(made) as connection:
            self._connection = connection
            try:
                yield connection
            finally:
                self._connection = None
