"""Detect that the file of an open SQLite database was removed, replaced or emptied."""

import logging
import sqlite3
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, exc

from redcathedral.server.core.store.problem import LostFile, StoreError
from redcathedral.server.sql.backups import copy_database
from redcathedral.server.sql.database_file import newest_backup_hint
from redcathedral.server.sql.engine import sqlite_connection

LOG: Final = logging.getLogger(__name__)
EMPTIED: Final = "emptied"


class OpenFile:
    """Checks before each commit that the database still has its file."""

    def __init__(self, path: Path, engine: Engine) -> None:
        status = path.stat()
        self._path = path
        self._engine = engine
        self._identity = (status.st_dev, status.st_ino)
        self._rescued: str | None = None  # the name of the file with the rescued games

    @property
    def fault(self) -> str | None:
        """The change of the file, as a participle for the error; None if there is none."""
        try:
            status = self._path.stat()
        except OSError:
            return "removed"
        if (status.st_dev, status.st_ino) != self._identity:
            return "replaced by another"
        return None if status.st_size else EMPTIED

    def check(self, connection: Connection) -> None:
        """Raise LostFile if a transaction would be written to a lost file."""
        if sqlite_connection(connection).in_transaction and (fault := self.fault):
            raise LostFile(fault)

    def error_for(self, fault: str) -> StoreError:
        """Return the error for a lost file; the first call tries to copy the open database."""
        if self._rescued is None:
            self._rescued = "" if fault == EMPTIED else self._rescue()
        name, backup = self._path.name, newest_backup_hint(self._path)
        if self._rescued or backup:
            rename = f"rename {self._rescued}, which has all games, to {name}"
            restore = rename if self._rescued else f"replace it with a backup{backup}"
            fix = f"stop the server, remove what is left of {name}, {restore}, and start again"
        else:
            fix = "stop the server and start it again; there is no backup of the missing games"
        return StoreError(f"{self._path} was {fault} while the server used it", fix)

    def _rescue(self) -> str:
        """Copy the open database to another file; return its name, or an empty text."""
        target = self._path.with_name(f"{self._path.name}.rescued")
        try:
            with self._engine.connect() as connection:
                copy_database(sqlite_connection(connection), target)
        except (exc.DBAPIError, sqlite3.Error, OSError) as error:
            LOG.warning("the games of %s could not be rescued: %s", self._path, error)
            return ""
        return target.name
