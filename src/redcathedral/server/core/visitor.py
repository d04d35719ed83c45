"""A device that sends requests, and its rights at a table.

A local visitor uses the server's machine, or has the server's token.  Other visitors are guests.
"""

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, NamedTuple

from redcathedral.server.core.store.rows import LOCAL_ACCESS, Rights
from redcathedral.server.core.wire.protocol import Access

COOKIE: Final = "redcathedral-device"  # its value is the secret of a device
EXPIRED_COOKIE: Final = f"{COOKIE}=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict"


def secret_hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


class Visitor(NamedTuple):
    """A device, identified by the hash of its secret."""

    device: str
    is_local: bool = True

    @property
    def default_access(self) -> Access:
        return LOCAL_ACCESS if self.is_local else "private"

    def seats(self, rights: Rights, people: Collection[int]) -> frozenset[int]:
        """Return the seats that the visitor may play; ``people`` are the seats of people."""
        if rights.access == LOCAL_ACCESS:
            return frozenset(people) if self.is_local else frozenset()
        return rights.held_by(self.device) & frozenset(people)

    def may_see(self, rights: Rights) -> bool:
        if rights.access == LOCAL_ACCESS:
            return self.is_local
        return rights.access == "public" or rights.has_place(self.device)

    def is_banned(self, rights: Rights) -> bool:
        return self.device in rights.banned

    def is_host(self, rights: Rights) -> bool:
        """Return whether the visitor is the host, as every local visitor is at a local table."""
        return self.is_local if rights.access == LOCAL_ACCESS else rights.is_host(self.device)

    def may_remove(self, rights: Rights) -> bool:
        """A host may if nobody else holds a seat, and any local visitor may at a local table."""
        has_other_holders = any(
            devices - {self.device} for seat, devices in rights.holders.items() if seat >= 0
        )
        if rights.access == LOCAL_ACCESS and self.is_local:
            return True
        return self.is_host(rights) and not has_other_holders


@dataclass
class Guests:
    """The guests of a server: a server without a token has none.

    ``banned`` are the devices that are banned from the server; with its token they are local.
    """

    are_possible: bool = False
    banned: frozenset[str] = frozenset()

    def is_banned(self, visitor: Visitor) -> bool:
        return not visitor.is_local and visitor.device in self.banned
