"""The links in messages: they work without being let in, and reach one address only."""

import base64
import hashlib
import hmac
import re
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias
from urllib.parse import quote

from redcathedral.server.features.notifications.store import AddressRow

Purpose: TypeAlias = Literal["confirm", "unsubscribe"]
SECRET: Final = re.compile(r"([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})")
PATH: Final = "/api/notify/"  # what is open to everybody who has a link


@dataclass(frozen=True, slots=True)
class Links:
    """Links to a house; ``base`` is the address under which people reach it, without a slash."""

    base: str

    def start(self) -> str:
        return f"{self.base}/"

    def table(self, id: str) -> str:
        return f"{self.base}/#/table/{quote(id, safe='')}"

    def confirm(self, address: AddressRow) -> str:
        return f"{self.base}{PATH}confirm/{secret_of(address, 'confirm')}"

    def unsubscribe(self, address: AddressRow) -> str:
        return f"{self.base}{PATH}unsubscribe/{secret_of(address, 'unsubscribe')}"


def secret_of(address: AddressRow, purpose: Purpose) -> str:
    """What a link for this has to have: who knows one does not know the other."""
    digest = hmac.digest(address.secret.encode(), purpose.encode(), hashlib.sha256)
    return f"{address.id}.{base64.urlsafe_b64encode(digest).decode().rstrip('=')}"


def id_in(secret: str) -> str | None:
    found = SECRET.fullmatch(secret)
    return None if found is None else found[1]


def is_valid(secret: str, address: AddressRow, purpose: Purpose) -> bool:
    return hmac.compare_digest(secret.encode(), secret_of(address, purpose).encode())
