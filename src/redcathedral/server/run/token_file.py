"""The server's token, which clients on other machines need to enter: in a file or a variable."""

import os
import re
import secrets
from pathlib import Path
from typing import Final

from redcathedral.files import HOME_VARIABLE, write_bytes
from redcathedral.server.core.store.problem import StoreError

FILE_NAME: Final = "token"
TOKEN_BYTES: Final = 12  # 96 bits
VARIABLE: Final = "REDCATHEDRAL_TOKEN"  # the token of servers on several machines
MIN_VARIABLE_LENGTH: Final = 16


class TokenFile:
    """A private file with the token; the server notices when another program changes it."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE_NAME
        self._version: tuple[int, ...] | None = None
        self._token: str | None = None

    def read(self) -> str | None:
        try:
            status = self._path.stat()
            version = (status.st_ino, status.st_mtime_ns, status.st_size)
            if version != self._version:
                self._token = self._path.read_text(encoding="ascii").strip() or None
                self._version = version
        except (OSError, UnicodeDecodeError):
            self._version = self._token = None
        return self._token

    def read_or_create(self) -> str:
        return self.read() or self.renew()

    def renew(self) -> str:
        """Replace the token, so that the old one is invalid; raises StoreError."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.touch(mode=0o600)
            write_bytes(self._path, token.encode())
            self._path.chmod(0o600)
        except OSError as error:
            reason = f"the token cannot be written to {self._path}: {error.strerror}"
            raise StoreError(reason, f"choose another folder with {HOME_VARIABLE}") from error
        return token


class TokenVariable(TokenFile):
    """The token in the environment of the server, which cannot change while it runs."""

    def __init__(self, token: str) -> None:
        """Check the token; raises StoreError."""
        self._token = token
        if not re.fullmatch(rf"[\w-]{{{MIN_VARIABLE_LENGTH},}}", token, re.ASCII):
            reason = f"{VARIABLE} is not a token"
            fix = f"use {MIN_VARIABLE_LENGTH} or more letters, digits, - and _"
            raise StoreError(reason, fix)

    def read(self) -> str | None:
        return self._token

    def renew(self) -> str:
        fix = "change it there, and start the servers again"
        raise StoreError(f"the token is that of the variable {VARIABLE}", fix)


def find_token(folder: Path) -> TokenFile:
    """Return the token of the variable, else of the folder; raises StoreError."""
    token = os.environ.get(VARIABLE)
    return TokenVariable(token) if token else TokenFile(folder)
