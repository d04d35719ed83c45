"""The stored files of editions."""

from contextlib import suppress
from typing import Final

from msgspec import structs
from sqlalchemy import Row, delete, insert, select

from redcathedral.server.core.store import store
from redcathedral.server.core.store.problem import Conflict
from redcathedral.server.core.store.rows import EditionRow
from redcathedral.server.core.wire.edition import EditionRef
from redcathedral.server.sql.schema import EDITION, GAME
from redcathedral.server.sql.transaction import StorePart

EDITION_HEAD: Final = (EDITION.c.key, EDITION.c.id, EDITION.c.name, EDITION.c.hash)


class SqlEditionStore(StorePart, store.EditionStore):
    """Stores editions in the database."""

    def add(self, row: EditionRow) -> None:
        head = row.head
        with suppress(Conflict), self._transaction() as connection:
            known = select(EDITION.c.key).where(EDITION.c.key == head.key)
            if connection.execute(known).first() is None:
                connection.execute(insert(EDITION), {**structs.asdict(head), "text": row.text})

    def all(self) -> list[EditionRef]:
        with self._transaction() as connection:
            return [edition_head(row) for row in connection.execute(select(*EDITION_HEAD))]

    def find(self, key: str) -> EditionRow | None:
        with self._transaction() as connection:
            row = connection.execute(select(EDITION).where(EDITION.c.key == key)).first()
            return None if row is None else EditionRow(edition_head(row), row.text)

    def remove(self, key: str) -> None:
        with self._transaction() as connection:
            used = select(GAME.c.id).where(GAME.c.edition == key).limit(1)
            if connection.execute(used).first() is not None:
                raise Conflict(f"there are games with the edition {key}")
            connection.execute(delete(EDITION).where(EDITION.c.key == key))


def edition_head(row: Row[*tuple[str, ...]]) -> EditionRef:
    return EditionRef(key=row.key, id=row.id, name=row.name, hash=row.hash)
