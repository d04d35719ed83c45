"""Files of this program: atomic writes, locks for one process, the user's data folder."""

import gzip
import io
import os
import secrets
import stat
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

import msgspec

HOME_VARIABLE: Final = "REDCATHEDRAL_HOME"
LOCK_FILE: Final = ".lock"


def default_data_folder() -> Path:
    """Return the user's data folder on this system, without regard to the environment."""
    import platformdirs

    return Path(platformdirs.user_data_dir("redcathedral", appauthor=False))


def data_folder() -> Path:
    """Return the data folder: the value of REDCATHEDRAL_HOME, or the user's data folder."""
    home = os.environ.get(HOME_VARIABLE)
    return Path(home) if home else default_data_folder()


def lock_folder(folder: Path, refusal: Exception) -> AbstractContextManager[object]:
    """Lock a folder for this process until the block ends; raise ``refusal`` if it is locked."""
    return lock_file(folder / LOCK_FILE, refusal)


def lock_file(path: Path, refusal: Exception) -> AbstractContextManager[object]:
    """Like ``lock_folder``, with a lock file of this name."""
    from filelock import FileLock, Timeout

    try:
        return FileLock(path, timeout=0).acquire()
    except Timeout:
        raise refusal from None


def json_text(value: object) -> str:
    """Return a value as indented JSON, for a file that people may read."""
    return msgspec.json.format(msgspec.json.encode(value), indent=1).decode() + "\n"


def write_text(path: Path, text: str) -> None:
    """Write a file atomically, gzipped if ``.gz``; an OSError names it, not the temporary file."""
    data = text.encode()
    if path.suffix == ".gz":
        buffer = io.BytesIO()
        with gzip.GzipFile(filename="", mode="wb", fileobj=buffer, mtime=0) as gzip_file:
            gzip_file.write(data)
        data = buffer.getvalue()
    write_bytes(path, data)


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file atomically, also if the power fails; raises OSError like ``write_text``."""
    try:
        _replace(path, data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _replace(path: Path, data: bytes) -> None:
    """Replace a file or a link's target, with the same mode; write into a device or a pipe."""
    path = path.resolve()
    if path.exists() and not path.is_file() and not path.is_dir():
        with path.open("wb", buffering=0) as device:
            device.write(data)
        return
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with temporary.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.is_file():
            temporary.chmod(stat.S_IMODE(path.stat().st_mode))
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)  # it may already have replaced the file
        raise
