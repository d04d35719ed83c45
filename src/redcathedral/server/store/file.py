"""The file of an SQLite database: for its owner only, with a reserve for a full disk."""

from contextlib import suppress
from glob import escape
from pathlib import Path
from typing import Final

from redcathedral.files import usual_folder

BESIDE: Final = ("-wal", "-shm", "-journal", ".reserve")  # of SQLite, and the reserve
RESERVE: Final = 256 * 1024  # bytes; to remove a game takes a few pages of 4 KiB


def own_file(file: Path) -> None:
    """Make the file, if it is not there, so that only its owner can read it: it has names."""
    with suppress(OSError):  # SQLite says what is wrong
        file.touch(mode=0o600, exist_ok=False)


def close_to_others(file: Path) -> None:
    """Take the permissions of others away from a database and the files that belong to it."""
    copies = file.parent.glob(f"{escape(file.name)}.before-*")
    for each in (file, *(file.with_name(file.name + end) for end in BESIDE), *copies):
        with suppress(OSError):
            each.chmod(0o600)


def close_usual_folder(folder: Path) -> None:
    """Take the permissions of others away from a folder that holds nothing but our data.

    That is the usual one: nobody has named it.
    """
    if folder == usual_folder():
        with suppress(OSError):
            folder.chmod(0o700)


def _reserve(file: Path) -> Path:
    return file.with_name(f"{file.name}.reserve")


def keep_reserve(file: Path) -> None:
    """Take some space on the disk beside the database, if there is any."""
    reserve = _reserve(file)
    with suppress(OSError):
        if not reserve.exists():
            own_file(reserve)
            reserve.write_bytes(bytes(RESERVE))


def use_reserve(file: Path) -> bool:
    """Give the space back; whether there was any."""
    try:
        _reserve(file).unlink()
    except OSError:
        return False
    return True
