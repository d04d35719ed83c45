"""Protect the file of an SQLite database: private to its owner, with a reserve for a full disk."""

import logging
from contextlib import AbstractContextManager, suppress
from glob import escape
from itertools import count
from pathlib import Path
from typing import Final

from sqlalchemy import URL

from redcathedral.files import default_data_folder, lock_file
from redcathedral.server.core.store.problem import StoreError
from redcathedral.server.sql.backups import backup_files

LOG: Final = logging.getLogger(__name__)
LOG_SUFFIXES: Final = ("-wal", "-shm", "-journal")  # of files that SQLite reads with a database
COMPANION_SUFFIXES: Final = (*LOG_SUFFIXES, ".reserve")
SECOND_SERVER_FIX: Final = "use its page, or stop it; several servers need PostgreSQL (--database)"
RESERVE_BYTES: Final = 256 * 1024  # deleting a game needs a few pages of 4 KiB


def file_of(url: URL) -> Path | None:
    """Return the file of an SQLite database; None for one in memory, and for PostgreSQL."""
    name = url.database if url.get_backend_name() == "sqlite" else None
    return None if not name or name.startswith((":", "file:")) else Path(name)


def lock(file: Path, fix: str = SECOND_SERVER_FIX) -> AbstractContextManager[object]:
    """Keep other servers from a file while the lock exists; raises StoreError."""
    path = Path(f"{file.resolve()}.lock")
    try:
        return lock_file(path, StoreError(f"a server is already running with {file}", fix))
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}", "allow it") from error


def replace_database(file: Path, new: Path) -> Path | None:
    """Rename a new database to ``file``; return the new name of the previous one, if there is one.

    If a file cannot be renamed, none is.
    """
    suffixes = ("", *LOG_SUFFIXES)  # an old log would damage the new database
    names = (f"{file}.before-restore-{number}" for number in count(1))
    old = next(name for name in names if not any(Path(name + end).exists() for end in suffixes))
    renamed: list[tuple[Path, Path]] = []
    try:
        for suffix in suffixes:
            with suppress(FileNotFoundError):
                source = Path(f"{file}{suffix}")
                renamed.append((source, source.rename(old + suffix)))
        new.rename(file)
    except BaseException:
        for source, target in reversed(renamed):
            target.rename(source)
        raise
    return Path(old) if Path(old).exists() else None


def create_private(file: Path) -> None:
    """Create a file that only its owner can read, if it does not exist."""
    with suppress(OSError):  # SQLite reports the error
        file.touch(mode=0o600, exist_ok=False)


def make_private(file: Path) -> None:
    """Remove other users' access to a database, its companion files and its copies."""
    upgraded = file.parent.glob(f"{escape(file.name)}.before-*")
    companions = (file.with_name(file.name + suffix) for suffix in COMPANION_SUFFIXES)
    for path in (file, *companions, *upgraded, *backup_files(file)):
        with suppress(OSError):
            path.chmod(0o600)


def make_default_folder_private(folder: Path) -> None:
    """Make the folder private if it is the default; another one may contain more than our data."""
    if folder == default_data_folder():
        with suppress(OSError):
            folder.chmod(0o700)


def check_not_lost(file: Path) -> None:
    """Raise StoreError for an emptied database; log a deleted one, as a new one is created."""
    try:
        size = file.stat().st_size
    except FileNotFoundError:
        if _reserve(file).exists():
            hint = newest_backup_hint(file)
            LOG.warning("%s was removed; a new database is created%s", file, hint)
            remove_reserve(file)
        return
    except OSError:
        return  # SQLite reports the error
    if size == 0 and _reserve(file).exists():
        fix = f"replace it with a backup, or remove it to start again{newest_backup_hint(file)}"
        raise StoreError(f"{file} is empty, but it contained games", fix)


def newest_backup_hint(file: Path) -> str:
    """Return the name of the newest backup for an error message; empty if there is none."""
    backups = backup_files(file)
    return f" (the newest backup is {backups[-1].name})" if backups else ""


def _reserve(file: Path) -> Path:
    return file.with_name(f"{file.name}.reserve")


def create_reserve(file: Path) -> None:
    """Create the reserve file, which occupies disk space that can be freed later."""
    reserve = _reserve(file)
    with suppress(OSError):
        if not reserve.exists():
            create_private(reserve)
            reserve.write_bytes(bytes(RESERVE_BYTES))


def remove_reserve(file: Path) -> bool:
    """Free the reserved disk space; return whether there was some."""
    try:
        _reserve(file).unlink()
    except OSError:
        return False
    return True
