"""Who asks: a device, let into the house or not, and what it may do at a table."""

import hashlib
from collections.abc import Collection
from typing import NamedTuple

from redcathedral.server.core.store.rows import Rights
from redcathedral.server.core.wire.protocol import Access


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


class Visitor(NamedTuple):
    """A device, by the hash of its secret; ``is_local``: it may what everybody there may."""

    device: str
    is_local: bool = True

    @property
    def usual_access(self) -> Access:
        return "house" if self.is_local else "private"

    def seats(self, rights: Rights, people: Collection[int]) -> frozenset[int]:
        if rights.access == "house":
            return frozenset(people) if self.is_local else frozenset()
        return rights.held_by(self.device) & frozenset(people)

    def may_see(self, rights: Rights) -> bool:
        if rights.access == "house":
            return self.is_local
        return rights.access == "public" or rights.is_known(self.device)

    def is_banned(self, rights: Rights) -> bool:
        return self.device in rights.banned

    def is_host(self, rights: Rights) -> bool:
        """Whether it may say who sits at the table: who set it up, in the house everybody."""
        return self.is_local if rights.access == "house" else rights.is_host(self.device)

    def may_remove(self, rights: Rights) -> bool:
        others = (who - {self.device} for seat, who in rights.holders.items() if seat >= 0)
        is_alone = self.is_host(rights) and not any(others)
        return is_alone or (rights.access == "house" and self.is_local)
