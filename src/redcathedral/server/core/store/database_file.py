"""The file of an SQLite database: for its owner only, with a reserve for a full disk."""

import logging
from contextlib import suppress
from glob import escape
from pathlib import Path
from typing import Final

from redcathedral.files import default_data_folder
from redcathedral.server.core.store.backups import copies
from redcathedral.server.core.store.problem import StoreError

LOG: Final = logging.getLogger(__name__)
BESIDE: Final = ("-wal", "-shm", "-journal", ".reserve")  # of SQLite, and the reserve
RESERVE: Final = 256 * 1024  # bytes; to remove a game takes a few pages of 4 KiB


def own_file(file: Path) -> None:
    with suppress(OSError):  # SQLite says what is wrong
        file.touch(mode=0o600, exist_ok=False)


def close_to_others(file: Path) -> None:
    before = file.parent.glob(f"{escape(file.name)}.before-*")
    beside = (file.with_name(file.name + end) for end in BESIDE)
    for each in (file, *beside, *before, *copies(file)):
        with suppress(OSError):
            each.chmod(0o600)


def close_usual_folder(folder: Path) -> None:
    """Make the default data folder private; others may hold more than our data."""
    if folder == default_data_folder():
        with suppress(OSError):
            folder.chmod(0o700)


def check_there(file: Path) -> None:
    """Raise StoreError for an empty file in which there were games; say so where there is none."""
    try:
        size = file.stat().st_size
    except FileNotFoundError:
        if _reserve(file).exists():
            LOG.warning("%s is not there any more; a new one is begun%s", file, from_copy(file))
            use_reserve(file)
        return
    except OSError:
        return  # SQLite says what is wrong
    if size == 0 and _reserve(file).exists():
        fix = "put a copy in its place, or remove it to begin anew"
        raise StoreError(f"{file} is empty, but there were games in it", fix + from_copy(file))


def from_copy(file: Path) -> str:
    found = copies(file)
    return f" (the newest copy is {found[-1].name})" if found else ""


def _reserve(file: Path) -> Path:
    return file.with_name(f"{file.name}.reserve")


def keep_reserve(file: Path) -> None:
    reserve = _reserve(file)
    with suppress(OSError):
        if not reserve.exists():
            own_file(reserve)
            reserve.write_bytes(bytes(RESERVE))


def use_reserve(file: Path) -> bool:
    try:
        _reserve(file).unlink()
    except OSError:
        return False
    return True
