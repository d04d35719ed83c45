"""Reading and writing tables: one transaction a call, on whatever database the URL names."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import (
    URL,
    Connection,
    Row,
    create_engine,
    delete,
    event,
    exc,
    func,
    insert,
    make_url,
    select,
    update,
)

from redcathedral.server.store.problem import Conflict, StoreError, UnknownTable
from redcathedral.server.store.rows import (
    EditionRow,
    GameRow,
    Standing,
    StoredAction,
    StoredGame,
)
from redcathedral.server.store.schema import ACTION, EDITION, GAME, PERSON
from redcathedral.server.store.upgrade import upgrade


def now() -> int:
    """The time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Store:
    """The games of one database.  To be used by one thread at a time."""

    def __init__(self, url: str | URL) -> None:
        """Open the database and bring it to the present tables; raises StoreError."""
        parsed = make_url(url)
        self._engine = create_engine(parsed)
        if parsed.get_backend_name() == "sqlite":
            event.listen(self._engine, "connect", _prepare)
        try:
            upgrade(self._engine)
        except exc.DBAPIError as error:
            self._engine.dispose()
            raise _refusal(parsed, error) from error
        except BaseException:
            self._engine.dispose()
            raise

    @classmethod
    def in_folder(cls, folder: Path) -> Store:
        """The store of a data folder, made if it is not there; raises StoreError."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            reason = f"the folder {folder} cannot be made: {error.strerror}"
            raise StoreError(reason, "name another one with REDCATHEDRAL_HOME") from error
        return cls(URL.create("sqlite", database=str(folder / "tables.sqlite3")))

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        try:
            with self._engine.begin() as connection:
                yield connection
        except exc.IntegrityError as error:
            raise Conflict(str(error.orig)) from error
        except exc.DBAPIError as error:
            raise _refusal(self._engine.url, error) from error

    # --- editions

    def add_edition(self, row: EditionRow) -> None:
        """Keep an edition, unless it is there."""
        with self._transaction() as connection:
            _add_edition(connection, row)

    def editions(self) -> list[EditionRow]:
        """All editions that are kept."""
        with self._transaction() as connection:
            return [_edition(row) for row in connection.execute(select(EDITION))]

    def edition(self, key: str) -> EditionRow | None:
        """The edition with this key."""
        with self._transaction() as connection:
            row = connection.execute(select(EDITION).where(EDITION.c.key == key)).first()
            return None if row is None else _edition(row)

    # --- games

    def count(self) -> int:
        """How many games are kept."""
        with self._transaction() as connection:
            count: int = connection.execute(select(func.count()).select_from(GAME)).scalar_one()
            return count

    def add(
        self,
        id: str,  # noqa: A002
        base: str,
        names: Sequence[str],
        edition: EditionRow,
        standing: Standing,
        actions: Sequence[str] = (),
    ) -> None:
        """Keep a new game; raises Conflict when the id is taken."""
        at = now()
        with self._transaction() as connection:
            _add_edition(connection, edition)
            values = {
                "id": id,
                "created": at,
                "changed": at,
                "edition": edition.key,
                "base": base,
                "number": len(actions),
                **_standing(standing),
            }
            connection.execute(insert(GAME), values)
            people = [{"game": id, "seat": seat, "name": name} for seat, name in enumerate(names)]
            if people:
                connection.execute(insert(PERSON), people)
            rows = [
                {"game": id, "number": number, "at": at, "data": data}
                for number, data in enumerate(actions, 1)
            ]
            if rows:
                connection.execute(insert(ACTION), rows)

    def append(self, id: str, number: int, data: str, standing: Standing) -> None:  # noqa: A002
        """Keep the action that leads to a number; raises Conflict when another one already did."""
        at = now()
        with self._transaction() as connection:
            values = {"game": id, "number": number, "at": at, "data": data}
            connection.execute(insert(ACTION), values)
            changed = connection.execute(
                update(GAME)
                .where(GAME.c.id == id, GAME.c.number == number - 1)
                .values(number=number, changed=at, **_standing(standing))
            )
            if changed.rowcount != 1:
                raise Conflict(f"the table {id} is not at number {number - 1}")

    def number(self, id: str) -> int:  # noqa: A002
        """How often a table has changed; raises UnknownTable."""
        with self._transaction() as connection:
            found: int | None = connection.execute(
                select(GAME.c.number).where(GAME.c.id == id)
            ).scalar()
        if found is None:
            raise UnknownTable(id)
        return found

    def games(self, limit: int) -> list[GameRow]:
        """The games changed last."""
        with self._transaction() as connection:
            rows = connection.execute(
                select(GAME).order_by(GAME.c.changed.desc(), GAME.c.id).limit(limit)
            ).all()
            names = _names(connection, [row.id for row in rows])
        return [_game(row, names[row.id]) for row in rows]

    def load(self, id: str) -> StoredGame:  # noqa: A002
        """A game with all its actions; raises UnknownTable."""
        with self._transaction() as connection:
            row = connection.execute(select(GAME).where(GAME.c.id == id)).first()
            if row is None:
                raise UnknownTable(id)
            edition = connection.execute(select(EDITION).where(EDITION.c.key == row.edition)).one()
            actions = connection.execute(
                select(ACTION.c.number, ACTION.c.data)
                .where(ACTION.c.game == id)
                .order_by(ACTION.c.number)
            ).all()
            names = _names(connection, [id])
        return StoredGame(
            row=_game(row, names[id]),
            edition=_edition(edition),
            actions=tuple(StoredAction(action.number, action.data) for action in actions),
        )

    def remove(self, id: str) -> None:  # noqa: A002
        """Forget a game; raises UnknownTable."""
        with self._transaction() as connection:
            if connection.execute(delete(GAME).where(GAME.c.id == id)).rowcount != 1:
                raise UnknownTable(id)


def _prepare(connection: sqlite3.Connection, _: object) -> None:
    """SQLite: readers beside a writer, every commit on the disk, patience with another program."""
    cursor = connection.cursor()
    for pragma in ("busy_timeout=5000", "journal_mode=wal", "synchronous=full", "foreign_keys=on"):
        cursor.execute(f"pragma {pragma}")
    cursor.close()


def _refusal(url: URL, error: exc.DBAPIError) -> StoreError:
    """Why the database cannot be used, without a word of SQL."""
    where = url.database if url.get_backend_name() == "sqlite" else url.render_as_string()
    why = str(error.orig).strip().split("\n")[0]
    if "not a database" in why or "malformed" in why:
        fix = "put the file aside (nothing in it was changed) and start again, or restore a copy"
        return StoreError(f"{where} is broken or no database: {why}", fix)
    fix = "check that it is there, that the disk is not full and that this user may write"
    return StoreError(f"{where} cannot be used: {why}", fix)


def _add_edition(connection: Connection, row: EditionRow) -> None:
    known = connection.execute(select(EDITION.c.key).where(EDITION.c.key == row.key)).first()
    if known is None:
        values = {"key": row.key, "id": row.id, "name": row.name, "hash": row.hash}
        connection.execute(insert(EDITION), {**values, "text": row.text})


def _standing(standing: Standing) -> dict[str, object]:
    return {"turn": standing.turn, "to_move": standing.to_move, "over": standing.over}


def _names(connection: Connection, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {id_: [] for id_ in ids}
    rows = connection.execute(
        select(PERSON).where(PERSON.c.game.in_(ids)).order_by(PERSON.c.game, PERSON.c.seat)
    )
    for row in rows:
        found[row.game].append(row.name)
    return {id_: tuple(names) for id_, names in found.items()}


def _edition(row: Row[tuple[str, ...]]) -> EditionRow:
    return EditionRow(key=row.key, id=row.id, name=row.name, hash=row.hash, text=row.text)


def _game(row: Row[tuple[object, ...]], names: tuple[str, ...]) -> GameRow:
    return GameRow(
        id=row.id,
        created=row.created,
        changed=row.changed,
        edition=row.edition,
        base=row.base,
        number=row.number,
        standing=Standing(row.turn, row.to_move, row.over),
        names=names,
    )
