"""Files: written whole or not at all, locked for one process, in the user's data folder."""

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
    """The user's data folder, where nobody has named another."""
    import platformdirs

    return Path(platformdirs.user_data_dir("redcathedral", appauthor=False))


def data_folder() -> Path:
    """The user's data folder, or what REDCATHEDRAL_HOME names instead."""
    home = os.environ.get(HOME_VARIABLE)
    return Path(home) if home else default_data_folder()


def lock_folder(folder: Path, refusal: Exception) -> AbstractContextManager[object]:
    """Lock a folder for this process until the block ends; raises ``refusal`` if another has it."""
    from filelock import FileLock, Timeout

    try:
        return FileLock(folder / LOCK_FILE, timeout=0).acquire()
    except Timeout:
        raise refusal from None


def json_text(value: object) -> str:
    """A value as JSON for a file that people may look at too."""
    return msgspec.json.format(msgspec.json.encode(value), indent=1).decode() + "\n"


def write_text(path: Path, text: str) -> None:
    """Write a text, gzipped when the name ends in ``.gz``: whole, or not at all.

    An OSError names this file, not the one beside it that is written first.
    """
    data = text.encode()
    if path.suffix == ".gz":
        buffer = io.BytesIO()
        with gzip.GzipFile(filename="", mode="wb", fileobj=buffer, mtime=0) as packed:
            packed.write(data)
        data = buffer.getvalue()
    write_bytes(path, data)


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file whole, or not at all, even where the power fails; raises as write_text."""
    try:
        _replace(path, data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _replace(path: Path, data: bytes) -> None:
    """Put a new file in the place of one; where a link leads, with the mode that was there.

    What is no file, a device or a pipe, is written to: it must not be lost.
    """
    path = path.resolve()
    if path.exists() and not path.is_file() and not path.is_dir():
        with path.open("wb", buffering=0) as other:
            other.write(data)
        return
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with beside.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.is_file():
            beside.chmod(stat.S_IMODE(path.stat().st_mode))
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)  # the file itself may have taken its place already
        raise
