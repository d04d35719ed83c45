"""The links in messages: the game, and pages to confirm or remove one address."""

import base64
import hashlib
import hmac
import re
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias
from urllib.parse import quote

from redcathedral.server.features.notifications.sql import AddressRow

Purpose: TypeAlias = Literal["confirm", "unsubscribe"]
SECRET_PATTERN: Final = re.compile(r"([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})")
LINK_PATH: Final = "/api/notify/"  # open to clients without the server's token


@dataclass(frozen=True, slots=True)
class Links:
    """Links to a server; ``base`` is its public URL, without a slash at the end."""

    base: str

    def table(self, table_id: str) -> str:
        return f"{self.base}/#/table/{quote(table_id, safe='')}"

    def confirm(self, address: AddressRow) -> str:
        return f"{self.base}{LINK_PATH}confirm/{secret_of(address, 'confirm')}"

    def unsubscribe(self, address: AddressRow) -> str:
        return f"{self.base}{LINK_PATH}unsubscribe/{secret_of(address, 'unsubscribe')}"


def secret_of(address: AddressRow, purpose: Purpose) -> str:
    """Return the secret of a link, which does not reveal the secret for the other purpose."""
    digest = hmac.digest(address.secret.encode(), purpose.encode(), hashlib.sha256)
    return f"{address.id}.{base64.urlsafe_b64encode(digest).decode().rstrip('=')}"


def id_in(secret: str) -> str | None:
    """Return the id of the address in a secret; None for a malformed secret."""
    match = SECRET_PATTERN.fullmatch(secret)
    return None if match is None else match[1]


def is_valid(secret: str, address: AddressRow, purpose: Purpose) -> bool:
    return hmac.compare_digest(secret.encode(), secret_of(address, purpose).encode())
