"""Protect the file of an SQLite database: private to its owner, with a reserve for a full disk."""

import logging
from contextlib import suppress
from glob import escape
from pathlib import Path
from typing import Final

from redcathedral.files import default_data_folder, lock_file
from redcathedral.server.core.store.problem import StoreError
from redcathedral.server.sql.backups import backup_files

LOG: Final = logging.getLogger(__name__)
COMPANION_SUFFIXES: Final = ("-wal", "-shm", "-journal", ".reserve")
RESERVE_BYTES: Final = 256 * 1024  # deleting a game needs a few pages of 4 KiB


def lock(file: Path) -> object:
    """Keep other servers from a file until this process ends; raises StoreError."""
    path = Path(f"{file.resolve()}.lock")
    fix = "use its page, or stop it; several servers need PostgreSQL (--database)"
    try:
        return lock_file(path, StoreError(f"another server is running with {file}", fix))
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}", "allow it") from error


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
