"""What guests from a network address have used lately, which all processes count together."""

from typing import Final

import sqlalchemy as sa
from sqlalchemy import delete, func, insert, select

from redcathedral.server.core.store import store
from redcathedral.server.core.store.time import now
from redcathedral.server.sql.schema import METADATA
from redcathedral.server.sql.transaction import StorePart

NETWORK_USE: Final = sa.Table(
    "network_use",
    METADATA,
    sa.Column("network", sa.String(64), primary_key=True),
    sa.Column("kind", sa.String(16), primary_key=True),
    sa.Column("key", sa.String(64), primary_key=True),
    sa.Column("until", sa.BigInteger, nullable=False, index=True),
)


class SqlNetworkUses(StorePart, store.NetworkUses):
    """Stores uses until they no longer count."""

    def keys(self, network: str, kind: str) -> set[str]:
        return {row.key for row in self._rows(select(NETWORK_USE.c.key).where(*_of(network, kind)))}

    def add(
        self, network: str, kind: str, key: str, seconds: float, limit: int | None = None
    ) -> bool:
        at = now()
        values = {"network": network, "kind": kind, "key": key, "until": at + int(1000 * seconds)}
        with self._transaction() as connection:
            connection.execute(delete(NETWORK_USE).where(NETWORK_USE.c.until < at))
            count = select(func.count()).select_from(NETWORK_USE).where(*_of(network, kind))
            if limit is not None and connection.execute(count).scalar_one() >= limit:
                return False
            this = (*_of(network, kind), NETWORK_USE.c.key == key)
            connection.execute(delete(NETWORK_USE).where(*this))
            connection.execute(insert(NETWORK_USE), values)
        return True


def _of(network: str, kind: str) -> tuple[sa.ColumnElement[bool], ...]:
    """Return the conditions for the uses of a network that still count."""
    columns = NETWORK_USE.c
    return columns.network == network[:64], columns.kind == kind, columns.until >= now()
