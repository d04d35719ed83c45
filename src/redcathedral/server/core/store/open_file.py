"""The file of an SQLite database while it is open: somebody may remove, replace or empty it."""

import logging
import sqlite3
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, exc

from redcathedral.server.core.store.backups import copy_whole
from redcathedral.server.core.store.database_file import from_copy
from redcathedral.server.core.store.problem import LostFile, StoreError

LOG: Final = logging.getLogger(__name__)
EMPTIED: Final = "emptied"


class OpenFile:
    """Sees that what is written into the file can be found again."""

    def __init__(self, path: Path, engine: Engine) -> None:
        found = path.stat()
        self._path = path
        self._engine = engine
        self._is = (found.st_dev, found.st_ino)
        self._rescued: str | None = None

    @property
    def fault(self) -> str | None:
        try:
            found = self._path.stat()
        except OSError:
            return "removed"
        if (found.st_dev, found.st_ino) != self._is:
            return "replaced by another"
        return None if found.st_size else EMPTIED

    def check(self, connection: Connection) -> None:
        """Before anything is kept, see that others can find it; raises LostFile."""
        if _sqlite(connection).in_transaction and (fault := self.fault):
            raise LostFile(fault)

    def lost(self, fault: str) -> StoreError:
        """What to do; what is still open of a file that was removed is saved, once."""
        if self._rescued is None:
            self._rescued = "" if fault == EMPTIED else self._rescue()
        name, copy = self._path.name, from_copy(self._path)
        fix = "end the server and start it again; there is no copy of what is missing then"
        if self._rescued or copy:
            all_ = f"rename {self._rescued}, which has all games, to {name}"
            way = all_ if self._rescued else f"put a copy in its place{copy}"
            fix = f"end the server, remove what is left of {name}, {way}, and start again"
        return StoreError(f"{self._path} was {fault} while the server used it", fix)

    def _rescue(self) -> str:
        """Write what is still open into another file; its name, or none."""
        target = self._path.with_name(f"{self._path.name}.rescued")
        try:
            with self._engine.connect() as connection:
                copy_whole(_sqlite(connection), target)
        except (exc.DBAPIError, sqlite3.Error, OSError) as error:
            LOG.warning("nothing could be saved of %s: %s", self._path, error)
            return ""
        return target.name


def _sqlite(connection: Connection) -> sqlite3.Connection:
    found: object = connection.connection.dbapi_connection
    assert isinstance(found, sqlite3.Connection)
    return found
