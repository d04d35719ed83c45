"""Reading and writing tables: one transaction a call, on whatever database the URL names."""

import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from msgspec import structs
from sqlalchemy import URL, Connection, Engine, Row, delete, exc, insert, make_url, select, update

from redcathedral.server.store import file as files
from redcathedral.server.store import rows
from redcathedral.server.store.problem import BrokenTable, Conflict, StoreError, UnknownTable
from redcathedral.server.store.schema import (
    ACTION,
    ANALYSED_TURN,
    ANALYSIS,
    EDITION,
    GAME,
    HOLDER,
    LINK,
    MOVE,
    PERSON,
)
from redcathedral.server.store.upgrade import upgrade
from redcathedral.server.wire.edition import EditionRef

FILE: Final = "tables.sqlite3"
URLS: Final = "write sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME"
HEAD: Final = (EDITION.c.key, EDITION.c.id, EDITION.c.name, EDITION.c.hash)
# All that the list of games tells, without the records and the editions' files.
LISTED: Final = "created changed number turn to_move over picture seats access"
LIST: Final = select(
    GAME.c.id.label("game"),
    *(GAME.c[name] for name in LISTED.split()),
    GAME.c.edition.label("key"),
    *(sa.func.coalesce(column, "").label(column.name) for column in HEAD[1:]),
).select_from(GAME.outerjoin(EDITION, GAME.c.edition == EDITION.c.key))


def now() -> int:
    """The time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Store:
    """The games of one database.  To be used by one thread at a time."""

    def __init__(self, url: str | URL) -> None:
        """Open the database and bring it to the present tables; raises StoreError."""
        parsed = _parsed(url)
        self._engine = _engine(parsed)
        self._file: Path | None = None  # of SQLite
        if parsed.get_backend_name() == "sqlite":
            sa.event.listen(self._engine, "connect", _prepare)
            if parsed.database and not parsed.database.startswith((":", "file:")):
                self._file = Path(parsed.database)
                files.own_file(self._file)
                files.close_to_others(self._file)
        try:
            upgrade(self._engine)
        except exc.DBAPIError as error:
            self._engine.dispose()
            raise _refusal(parsed, error) from error
        except BaseException:
            self._engine.dispose()
            raise
        if self._file is not None:
            files.keep_reserve(self._file)

    @classmethod
    def in_folder(cls, folder: Path) -> "Store":
        """The store of a data folder, made if it is not there; raises StoreError."""
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            reason = f"the folder {folder} cannot be made: {error.strerror}"
            raise StoreError(reason, "name another one with REDCATHEDRAL_HOME") from error
        files.close_usual_folder(folder)
        return cls(URL.create("sqlite", database=str(folder / FILE)))

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

    def add_edition(self, row: rows.EditionRow) -> None:
        """Keep an edition, unless it is there, or another program has just added it."""
        head = row.head
        with suppress(Conflict), self._transaction() as connection:
            known = select(EDITION.c.key).where(EDITION.c.key == head.key)
            if connection.execute(known).first() is None:
                connection.execute(insert(EDITION), {**structs.asdict(head), "text": row.text})

    def editions(self) -> list[EditionRef]:
        """All editions that are kept, by name."""
        with self._transaction() as connection:
            return [_head(row) for row in connection.execute(select(*HEAD))]

    def edition(self, key: str) -> rows.EditionRow | None:
        """The edition with this key."""
        with self._transaction() as connection:
            row = connection.execute(select(EDITION).where(EDITION.c.key == key)).first()
            return None if row is None else rows.EditionRow(_head(row), row.text)

    def remove_edition(self, key: str) -> None:
        """Forget an edition; raises Conflict when there is a game with it."""
        with self._transaction() as connection:
            used = select(GAME.c.id).where(GAME.c.edition == key).limit(1)
            if connection.execute(used).first() is not None:
                raise Conflict(f"there are games with the edition {key}")
            connection.execute(delete(EDITION).where(EDITION.c.key == key))

    # --- games

    def count(self) -> int:
        """How many games are kept."""
        with self._transaction() as connection:
            count: int = connection.execute(select(sa.func.count()).select_from(GAME)).scalar_one()
            return count

    def add(self, id: str, game: rows.NewGameRow, edition: rows.EditionRow) -> None:  # noqa: A002
        """Keep a new game; raises Conflict when the id is taken."""
        at = now()
        self.add_edition(edition)
        values = {
            "id": id,
            "created": at,
            "changed": at,
            "edition": edition.head.key,
            "base": game.base,
            "seats": game.seats,
            "number": len(game.actions),
            "access": game.access,
            **asdict(game.standing),
        }
        people = [{"game": id, "seat": seat, "name": name} for seat, name in enumerate(game.names)]
        held = [
            {"game": id, "seat": seat, "device": game.device}
            for seat in (() if game.device is None else (*game.held, rows.HOST))
        ]
        actions = [
            {"game": id, "number": number, "at": at, "data": data}
            for number, data in enumerate(game.actions, 1)
        ]
        with self._transaction() as connection:
            connection.execute(insert(GAME), values)
            for table, values_of in ((PERSON, people), (HOLDER, held), (ACTION, actions)):
                if values_of:
                    connection.execute(insert(table), values_of)

    def append(self, id: str, version: int, data: str, standing: rows.TableStanding) -> None:  # noqa: A002
        """Keep the action that leads to a version; raises Conflict when another one already did."""
        with self._transaction() as connection:
            _append(connection, id, version, data, standing)

    def tell(self, id: str, version: int, standing: rows.TableStanding) -> None:  # noqa: A002
        """Keep what the list of games tells of a table, if it is still at this version."""
        with self._transaction() as connection:
            is_it = (GAME.c.id == id, GAME.c.number == version)
            connection.execute(update(GAME).where(*is_it).values(**asdict(standing)))

    def version(self, id: str) -> int:  # noqa: A002
        """How often a table has changed; raises UnknownTable."""
        with self._transaction() as connection:
            found: int | None = connection.execute(
                select(GAME.c.number).where(GAME.c.id == id)
            ).scalar()
        if found is None:
            raise UnknownTable(id)
        return found

    def games(self, limit: int, device: str, *, in_house: bool) -> list[rows.GameRow]:
        """The games changed last that a device may know of."""
        known = GAME.c.id.in_(select(HOLDER.c.game).where(HOLDER.c.device == device))
        is_seen = sa.or_(
            GAME.c.access == "public",
            known,
            sa.and_(GAME.c.access == "house", sa.literal(in_house)),
        )
        return self._games(LIST.where(is_seen).limit(limit))

    def game(self, id: str) -> rows.GameRow | None:  # noqa: A002
        """A game in the list; None where there is none."""
        return next(iter(self._games(LIST.where(GAME.c.id == id))), None)

    def games_of(self, device: str, *, seated: bool = True) -> list[rows.GameRow]:
        """The games in which a device holds a seat, or any place, those changed last first."""
        is_it = HOLDER.c.device == device
        held = select(HOLDER.c.game).where(is_it, HOLDER.c.seat >= 0 if seated else sa.true())
        return self._games(LIST.where(GAME.c.id.in_(held)))

    def _games(self, wanted: sa.Select[tuple[Any, ...]]) -> list[rows.GameRow]:
        with self._transaction() as connection:
            found = connection.execute(wanted.order_by(GAME.c.changed.desc(), GAME.c.id)).all()
            ids = [row.game for row in found]
            names, holders = _names(connection, ids), _holders(connection, ids)
        return [_game(row, names[row.game], holders[row.game]) for row in found]

    def load(self, id: str) -> rows.StoredGame:  # noqa: A002
        """A game with all its actions; raises UnknownTable or BrokenTable."""
        with self._transaction() as connection:
            row = connection.execute(
                LIST.add_columns(GAME.c.base, EDITION.c.text).where(GAME.c.id == id)
            ).first()
            if row is None:
                raise UnknownTable(id)
            actions = connection.execute(
                select(ACTION.c.number, ACTION.c.data)
                .where(ACTION.c.game == id, ACTION.c.number <= row.number)  # others may go on
                .order_by(ACTION.c.number)
            ).all()
            names, holders = _names(connection, [id]), _holders(connection, [id])
        if row.text is None:
            raise BrokenTable("its edition is not there")
        if [action.number for action in actions] != list(range(1, row.number + 1)):
            raise BrokenTable(f"it has changed {row.number} times, but not all of it is there")
        edition = rows.EditionRow(_head(row), row.text)
        data = tuple(action.data for action in actions)
        return rows.StoredGame(_game(row, names[id], holders[id]), row.base, edition, data)

    def remove(self, id: str) -> None:  # noqa: A002
        """Forget a game, also where the disk is full; raises UnknownTable."""
        try:
            self._remove(id)
        except StoreError:
            if self._file is None or not files.use_reserve(self._file):
                raise
            self._fold()
            self._remove(id)
            self._fold()

    def _fold(self) -> None:
        """SQLite: write the log into the file, if that can be done; the log's space is free."""
        with suppress(exc.DBAPIError), self._engine.connect() as connection:
            connection.exec_driver_sql("pragma wal_checkpoint(truncate)")

    def _remove(self, id: str) -> None:  # noqa: A002
        with self._transaction() as connection:
            if connection.execute(delete(GAME).where(GAME.c.id == id)).rowcount != 1:
                raise UnknownTable(id)

    # --- seats

    def rights(self, id: str) -> rows.Rights | None:  # noqa: A002
        """Who may what at a table; None where there is none."""
        with self._transaction() as connection:
            access = connection.execute(select(GAME.c.access).where(GAME.c.id == id)).scalar()
            holders = _holders(connection, [id])[id]
        return None if access is None else rows.Rights(access, holders)

    def take_seat(
        self,
        id: str,  # noqa: A002
        version: int,
        data: str,
        standing: rows.TableStanding,
        change: rows.SeatChange,
    ) -> None:
        """Keep an action about who holds a seat, and what it changes; raises Conflict."""
        seat = change.seat
        is_it = (HOLDER.c.game == id, HOLDER.c.seat == seat)
        with self._transaction() as connection:
            _append(connection, id, version, data, standing)
            if change.name is not None:
                named = (PERSON.c.game == id, PERSON.c.seat == seat)
                connection.execute(update(PERSON).where(*named).values(name=change.name))
            if change.lets_go:
                kept = HOLDER.c.device.not_in(change.holders)
                connection.execute(delete(HOLDER).where(*is_it, kept))
            known = set(connection.scalars(select(HOLDER.c.device).where(*is_it)))
            new = [
                {"game": id, "seat": seat, "device": device}
                for device in change.holders
                if device not in known
            ]
            if new:
                connection.execute(insert(HOLDER), new)
            if change.drops_link:
                connection.execute(delete(LINK).where(LINK.c.game == id, LINK.c.seat == seat))
            if change.link is not None:
                values = {"game": id, "seat": seat, "secret": change.link}
                connection.execute(insert(LINK), values)

    def link(self, secret: str) -> tuple[str, int] | None:
        """The game and the seat that a link is for, by the hash of its secret."""
        with self._transaction() as connection:
            is_it = LINK.c.secret == secret
            row = connection.execute(select(LINK.c.game, LINK.c.seat).where(is_it)).first()
            return None if row is None else (row.game, row.seat)

    def add_move(self, secret: str, device: str, until: int) -> None:
        """A link, by the hash of its secret, takes the seats of a device to another one."""
        values = {"secret": secret, "device": device, "until": until}
        with self._transaction() as connection:
            connection.execute(delete(MOVE).where(MOVE.c.until < now()))
            connection.execute(insert(MOVE), values)

    def move(self, secret: str, device: str) -> list[str]:
        """Let a device hold what the one of a link holds, once; the games that are concerned.

        Raises UnknownTable where there is no such link, or it is too old.
        """
        with self._transaction() as connection:
            is_it = (MOVE.c.secret == secret, MOVE.c.until >= now())
            old = connection.execute(select(MOVE.c.device).where(*is_it)).scalar()
            if old is None:
                raise UnknownTable(secret)
            connection.execute(delete(MOVE).where(MOVE.c.secret == secret))
            held = set(map(tuple, connection.execute(_held_by(old))))
            new = held - set(map(tuple, connection.execute(_held_by(device))))
            if new:
                values = [{"game": game, "seat": seat, "device": device} for game, seat in new]
                connection.execute(insert(HOLDER), values)
            return sorted({str(game) for game, _ in new})

    def let_go(self, id: str, device: str, places: Sequence[int]) -> None:  # noqa: A002
        """A device gives up places at a table that is not understood here, and their names."""
        with self._transaction() as connection:
            named = (PERSON.c.game == id, PERSON.c.seat.in_(places))
            connection.execute(update(PERSON).where(*named).values(name=""))
            held = (HOLDER.c.game == id, HOLDER.c.seat.in_(places), HOLDER.c.device == device)
            connection.execute(delete(HOLDER).where(*held))

    def remove_moves(self, device: str) -> None:
        """The links that take the seats of a device to another one end."""
        with self._transaction() as connection:
            connection.execute(delete(MOVE).where(MOVE.c.device == device))

    # --- analyses

    def want_analysis(self, id: str, key: str, turns: int) -> None:  # noqa: A002
        """An analysis of a game is wanted; ``key`` says by whom, and what is kept of another goes.

        So do the turns but for the first so many: the game has taken another way since.  Raises
        Conflict where there is no such game.
        """
        is_it = ANALYSIS.c.game == id
        with self._transaction() as connection:
            if connection.execute(select(ANALYSIS.c.key).where(is_it)).scalar() == key:
                connection.execute(update(ANALYSIS).where(is_it).values(is_wanted=True))
                past = (ANALYSED_TURN.c.game == id, ANALYSED_TURN.c.number >= turns)
                connection.execute(delete(ANALYSED_TURN).where(*past))
                return
            connection.execute(delete(ANALYSIS).where(is_it))
            connection.execute(insert(ANALYSIS), {"game": id, "key": key, "is_wanted": True})

    def want_no_analysis(self, id: str) -> None:  # noqa: A002
        """It need not go on; what has been worked out stays."""
        with self._transaction() as connection:
            stopped = update(ANALYSIS).where(ANALYSIS.c.game == id).values(is_wanted=False)
            connection.execute(stopped)

    def wanted_analyses(self) -> list[str]:
        """The games of which an analysis is wanted, in no order."""
        with self._transaction() as connection:
            return list(connection.scalars(select(ANALYSIS.c.game).where(ANALYSIS.c.is_wanted)))

    def add_analysed(self, id: str, key: str, number: int, data: str) -> None:  # noqa: A002
        """Keep a turn, counted from 0; raises Conflict where this is not wanted any more."""
        with self._transaction() as connection:
            is_it = (ANALYSIS.c.game == id, ANALYSIS.c.key == key)
            if connection.execute(select(ANALYSIS.c.game).where(*is_it)).first() is None:
                raise Conflict(f"no analysis of the table {id} is wanted")
            connection.execute(insert(ANALYSED_TURN), {"game": id, "number": number, "data": data})

    def analysed(self, id: str, key: str) -> list[str]:  # noqa: A002
        """The turns that have been worked out, from the first on."""
        kept = (
            select(ANALYSED_TURN.c.data)
            .join(ANALYSIS, ANALYSIS.c.game == ANALYSED_TURN.c.game)
            .where(ANALYSIS.c.game == id, ANALYSIS.c.key == key)
            .order_by(ANALYSED_TURN.c.number)
        )
        with self._transaction() as connection:
            return list(connection.scalars(kept))


def _parsed(url: str | URL) -> URL:
    """A database's URL; raises StoreError for one that can be none."""
    try:
        parsed = make_url(url)
    except (exc.ArgumentError, ValueError):
        raise StoreError("this is no URL of a database", URLS) from None
    if parsed.get_backend_name() not in ("sqlite", "postgresql"):
        raise StoreError(f"games cannot be kept in {parsed.get_backend_name()}", URLS)
    return parsed


def _engine(url: URL) -> Engine:
    """The way to a database; raises StoreError where its driver is not installed."""
    try:
        return sa.create_engine(url)
    except (exc.ArgumentError, ImportError) as error:
        raise StoreError(f"the database {url.drivername} cannot be used: {error}", URLS) from None


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


def _append(
    connection: Connection,
    id: str,  # noqa: A002
    version: int,
    data: str,
    standing: rows.TableStanding,
) -> None:
    at = now()
    values = {"game": id, "number": version, "at": at, "data": data}
    connection.execute(insert(ACTION), values)
    changed = connection.execute(
        update(GAME)
        .where(GAME.c.id == id, GAME.c.number == version - 1)
        .values(number=version, changed=at, **asdict(standing))
    )
    if changed.rowcount != 1:
        raise Conflict(f"the table {id} is not at version {version - 1}")


def _held_by(device: str) -> sa.Select[tuple[str, int]]:
    return select(HOLDER.c.game, HOLDER.c.seat).where(HOLDER.c.device == device)


def _holders(connection: Connection, ids: Sequence[str]) -> dict[str, dict[int, frozenset[str]]]:
    found: dict[str, dict[int, frozenset[str]]] = {id_: {} for id_ in ids}
    for row in connection.execute(select(HOLDER).where(HOLDER.c.game.in_(ids))):
        seats = found[row.game]
        seats[row.seat] = seats.get(row.seat, frozenset()) | {row.device}
    return found


def _names(connection: Connection, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {id_: [] for id_ in ids}
    people = connection.execute(
        select(PERSON).where(PERSON.c.game.in_(ids)).order_by(PERSON.c.game, PERSON.c.seat)
    )
    for row in people:
        found[row.game].append(row.name)
    return {id_: tuple(names) for id_, names in found.items()}


def _head(row: Row[*tuple[str, ...]]) -> EditionRef:
    return EditionRef(key=row.key, id=row.id, name=row.name, hash=row.hash)


def _game(
    row: Row[*tuple[str, ...]], names: tuple[str, ...], holders: Mapping[int, frozenset[str]]
) -> rows.GameRow:
    return rows.GameRow(
        id=row.game,
        created=row.created,
        changed=row.changed,
        edition=_head(row),
        version=row.number,
        standing=rows.TableStanding(row.turn, row.to_move, row.over, row.picture),
        seats=row.seats,
        names=names,
        rights=rows.Rights(row.access, holders),
    )
