"""The token of a data folder: who has it comes in from the open network; it can be changed."""

import secrets
from pathlib import Path
from typing import Final

from redcathedral.files import HOME_VARIABLE, write_bytes
from redcathedral.server.core.store.problem import StoreError

NAME: Final = "token"
BYTES: Final = 12  # 96 bits


class TokenFile:
    """The file that holds the token, for its owner only; a change counts at once."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._seen: tuple[int, ...] | None = None
        self._token: str | None = None

    def read(self) -> str | None:
        try:
            found = self._path.stat()
            seen = (found.st_ino, found.st_mtime_ns, found.st_size)
            if seen != self._seen:
                self._token = self._path.read_text(encoding="ascii").strip() or None
                self._seen = seen
        except (OSError, UnicodeDecodeError):
            self._seen = self._token = None
        return self._token

    def keep(self) -> str:
        return self.read() or self.renew()

    def renew(self) -> str:
        """Replace the token, so that the old one is invalid; raises StoreError."""
        token = secrets.token_urlsafe(BYTES)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.touch(mode=0o600)
            write_bytes(self._path, token.encode())
            self._path.chmod(0o600)
        except OSError as error:
            reason = f"the token cannot be written to {self._path}: {error.strerror}"
            raise StoreError(reason, f"name another folder with {HOME_VARIABLE}") from error
        return token
