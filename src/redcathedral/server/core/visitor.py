"""A device that sends requests, and its rights at a table.

A local visitor uses the server's own machine, or has its token.  A guest has only followed a link.
"""

import hashlib
from collections.abc import Collection
from typing import Final, NamedTuple

from redcathedral.server.core.store.rows import LOCAL_ACCESS, Rights
from redcathedral.server.core.wire.protocol import Access

COOKIE: Final = "redcathedral-device"  # has the secret of a device
EXPIRED_COOKIE: Final = f"{COOKIE}=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict"  # deletes it


def secret_hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


class Visitor(NamedTuple):
    """A device, identified by the hash of its secret."""

    device: str
    is_local: bool = True

    @property
    def default_access(self) -> Access:
        """The access to a new table of this visitor."""
        return LOCAL_ACCESS if self.is_local else "private"

    def seats(self, rights: Rights, people: Collection[int]) -> frozenset[int]:
        """Return the seats, out of those of ``people``, that the visitor may play."""
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
        """Return whether the visitor is the host; at a local table every local visitor is."""
        return self.is_local if rights.access == LOCAL_ACCESS else rights.is_host(self.device)

    def may_remove(self, rights: Rights) -> bool:
        """Return whether the visitor may delete the table.

        A host may if nobody else holds a seat, and any local visitor may at a local table.
        """
        others = any(
            devices - {self.device} for seat, devices in rights.holders.items() if seat >= 0
        )
        return (self.is_host(rights) and not others) or (
            rights.access == LOCAL_ACCESS and self.is_local
        )
