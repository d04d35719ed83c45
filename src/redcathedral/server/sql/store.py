"""Stores games in SQLite or PostgreSQL; each method that writes is one transaction."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import asdict, replace
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import URL, Connection, Row, bindparam, delete, exc, insert, select, update

from redcathedral.server.core.cluster import Cluster
from redcathedral.server.core.store import problem, rows
from redcathedral.server.core.store.store import Part, Store
from redcathedral.server.core.store.time import now
from redcathedral.server.core.wire.lobby import GAME_KINDS, GameKind
from redcathedral.server.sql import database_file as files
from redcathedral.server.sql import engine as engines
from redcathedral.server.sql import game_list, seats
from redcathedral.server.sql.backups import Backups
from redcathedral.server.sql.bans import banned_from
from redcathedral.server.sql.editions import EDITION_HEAD, SqlEditionStore, edition_head
from redcathedral.server.sql.network_uses import SqlNetworkUses
from redcathedral.server.sql.open_file import OpenFile
from redcathedral.server.sql.schema import ACTION, EDITION, GAME, HOLDER, PERSON
from redcathedral.server.sql.upgrade import upgrade

DATABASE_FILE: Final = "tables.sqlite3"
MAX_COUNT: Final = 100  # games of a kind; the count of more games is MAX_COUNT + 1
# The columns for the list of games, without records and the files of editions.
GAME_LIST_COLUMNS: Final = (
    "created changed number turn to_move over picture flag seats access rematch"
)
SELECT_GAMES: Final = select(
    GAME.c.id.label("game"),
    *(GAME.c[name] for name in GAME_LIST_COLUMNS.split()),
    GAME.c.edition.label("key"),
    *(sa.func.coalesce(column, "").label(column.name) for column in EDITION_HEAD[1:]),
).select_from(GAME.outerjoin(EDITION, GAME.c.edition == EDITION.c.key))
# Made once, because every action of every table uses them.
INSERT_ACTIONS: Final = insert(ACTION)
SELECT_NUMBER: Final = select(GAME.c.number).where(GAME.c.id == bindparam("game"))
SELECT_LATER: Final = (
    select(ACTION.c.number, ACTION.c.at, ACTION.c.data)
    .where(ACTION.c.game == bindparam("game"), ACTION.c.number > bindparam("after"))
    .order_by(ACTION.c.number)
)
UPDATE_GAME: Final = (
    update(GAME)
    .where(GAME.c.id == bindparam("game"), GAME.c.number == bindparam("before"))
    .values(
        {
            name: bindparam(f"new_{name}")
            for name in ("number", "changed", *rows.TableStanding.__dataclass_fields__)
        }
    )
)


class SqlStore(Store):
    """The games of one database."""

    def __init__(self, url: str | URL, *, locks: bool = False) -> None:
        """Open the database, and create or convert its tables; raises StoreError.

        With ``locks``, no other server can use the file of SQLite until this process ends.
        """
        parsed = engines.parse_url(url)
        self._engine = engines.make_engine(parsed)
        self._file: Path | None = None  # of SQLite
        if parsed.get_backend_name() == "sqlite":
            sa.event.listen(self._engine, "connect", engines.prepare_sqlite)
            self._file = files.file_of(parsed)
            if self._file is not None:
                if locks:
                    self._file_lock = files.lock(self._file)
                files.check_not_lost(self._file)
                files.create_private(self._file)
                files.make_private(self._file)
        try:
            upgrade(self._engine)
        except exc.DBAPIError as error:
            self._engine.dispose()
            raise engines.store_error(parsed, error) from error
        except BaseException:
            self._engine.dispose()
            raise
        self._is_sqlite = parsed.get_backend_name() == "sqlite"
        self._reading_engine = self._plain_engine = self._engine
        if not self._is_sqlite:
            from redcathedral.server.sql.bounded_connection import limit_waits

            limit_waits(self._engine)  # after the upgrade
            self._reading_engine = self._engine.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
            # A statement with BEGIN and COMMIT would be three round trips.
            self._plain_engine = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._open_file: OpenFile | None = None
        if self._file is not None:
            files.create_reserve(self._file)
            self._open_file = OpenFile(self._file, self._engine)
            self._checkpoint()  # new tables would need more room than the reserve
            # Open a connection to write and one to read while the file is known to exist.
            with self._engine.connect(), self._engine.connect():
                pass
            sa.event.listen(self._engine, "commit", self._open_file.check)
        self.seats = seats.SqlSeatStore(self.transaction, self.reads)
        self.editions = SqlEditionStore(self.transaction, self.reads)
        self.network_uses = SqlNetworkUses(self.transaction, self.reads)

    @classmethod
    def in_folder(cls, folder: Path, *, locks: bool = False) -> "SqlStore":
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            reason = f"the folder {folder} cannot be made: {error.strerror}"
            raise problem.StoreError(reason, "name another one with REDCATHEDRAL_HOME") from error
        files.make_default_folder_private(folder)
        return cls(URL.create("sqlite", database=str(folder / DATABASE_FILE)), locks=locks)

    def close(self) -> None:
        self._engine.dispose()

    def cluster(self) -> Cluster:
        """Return this process as one of those on the database; SQLite has only one."""
        if self._is_sqlite:
            return Cluster()
        from redcathedral.server.sql.cluster import SqlCluster

        return SqlCluster(self._engine.url)

    @property
    def backups(self) -> Backups | None:
        """The backups of an SQLite file; None for PostgreSQL, which the host backs up."""
        return None if self._file is None else Backups(self._file)

    def transaction(self) -> AbstractContextManager[Connection]:
        return self._connected(self._engine)

    def reads(self) -> AbstractContextManager[Connection]:
        """Open a connection for statements that only read, and of which each may see newer rows."""
        return self._connected(self._plain_engine)

    @contextmanager
    def _connected(self, engine: sa.Engine) -> Iterator[Connection]:
        try:
            with engine.begin() as connection:
                yield connection
        except problem.LostFile as lost:
            assert self._open_file is not None
            raise self._open_file.error_for(str(lost)) from lost
        except exc.IntegrityError as error:
            raise problem.Conflict(str(error.orig)) from error
        except exc.DBAPIError as error:
            raise self._store_error(error) from error

    def part(self, kind: Callable[..., Part]) -> Part:
        sql = import_module(f"{kind.__module__.rpartition('.')[0]}.sql")
        part: Part = getattr(sql, f"Sql{kind.__name__}", kind)(self.transaction, self.reads)
        return part

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        try:
            with self._reading_engine.connect() as connection:
                if self._is_sqlite:  # its driver does not begin a transaction for reads
                    connection.exec_driver_sql("begin")
                yield connection
        except exc.DBAPIError as error:
            raise self._store_error(error) from error

    def _store_error(self, error: exc.DBAPIError) -> problem.StoreError:
        if self._open_file is not None and (fault := self._open_file.fault):
            return self._open_file.error_for(fault)
        return engines.store_error(self._engine.url, error)

    def add(
        self,
        table_id: str,
        game: rows.NewGameRow,
        edition: rows.EditionRow,
        previous: rows.PreviousGame | None = None,
    ) -> None:
        at = now() if game.at is None else game.at
        self.editions.add(edition)
        values = {
            "id": table_id,
            "created": at,
            "changed": at,
            "edition": edition.head.key,
            "base": game.base,
            "seats": game.seats,
            "number": len(game.actions),
            "access": game.access,
            **asdict(game.standing),
        }
        names = enumerate(game.names)
        people = [{"game": table_id, "seat": seat, "name": name} for seat, name in names]
        holders = [
            {"game": table_id, "seat": seat, "device": game.device, "access": game.access}
            for seat in (() if game.device is None else (*game.held, rows.HOST_SEAT))
        ]
        actions = [
            {"game": table_id, "number": number, "at": at, "data": data}
            for number, data in enumerate(game.actions, 1)
        ]
        with self.transaction() as connection:
            connection.execute(insert(GAME), values)
            for table, values_of in ((PERSON, people), (HOLDER, holders), (ACTION, actions)):
                if values_of:
                    connection.execute(insert(table), values_of)
            if previous is not None:
                seats.add_rematch(connection, table_id, previous)

    def append_all(self, actions: Sequence[rows.ActionRow]) -> list[Exception | None]:
        try:
            return self._append_all(actions)
        except problem.StoreError as error:
            if len(actions) == 1 or not isinstance(error.__cause__, exc.DataError):
                return [problem.StoreError(error.reason, error.fix) for _ in actions]
        except Exception as error:  # noqa: BLE001 # the table of the action handles it
            if len(actions) == 1:
                return [error]
        return [problem for action in actions for problem in self.append_all([action])]

    def _append_all(self, actions: Sequence[rows.ActionRow]) -> list[Exception | None]:
        at = now()
        problems: list[Exception | None] = [None] * len(actions)
        action_rows: list[dict[str, object]] = []
        # In the order of their ids, so that two programs never wait for each other's rows.
        order = sorted(range(len(actions)), key=lambda index: actions[index].game)
        with self.transaction() as connection:
            for index in order:
                action = actions[index]
                table_id, version = action.game, action.version
                action_at = at if action.at is None else action.at
                new = {"number": version, "changed": action_at, **asdict(action.standing)}
                values = {f"new_{name}": value for name, value in new.items()}
                key = {"game": table_id, "before": version - 1}
                changed = connection.execute(UPDATE_GAME, key | values)
                if changed.rowcount == 1:
                    action_rows.append(
                        {"game": table_id, "number": version, "at": action_at, "data": action.data}
                    )
                    for change in action.seats:
                        seats.change_seat(connection, table_id, change)
                    for effect in action.effects:
                        effect(connection, table_id, at)
                else:
                    text = f"the table {table_id} is not at version {version - 1}"
                    problems[index] = problem.Conflict(text)
            if action_rows:
                connection.execute(INSERT_ACTIONS, action_rows)
        return problems

    def actions_after(self, table_id: str, version: int) -> list[tuple[str, int]]:
        with self.reads() as connection:
            number = connection.execute(SELECT_NUMBER, {"game": table_id}).scalar()
            if number == version:
                return []
            found = connection.execute(SELECT_LATER, {"game": table_id, "after": version}).all()
        if number is None:
            raise problem.UnknownTable(table_id)
        numbers = [row.number for row in found]
        if number < version or numbers != list(range(version + 1, version + 1 + len(found))):
            raise problem.BrokenTable(f"some actions after {version} are missing")
        return [(row.data, row.at) for row in found]

    def expired(self, at: int, limit: int) -> list[str]:
        with self.reads() as connection:
            query = select(GAME.c.id).where(GAME.c.flag <= at, GAME.c.over.is_(None))
            return list(connection.scalars(query.order_by(GAME.c.flag).limit(limit)))

    def rematch(self, table_id: str) -> str | None:
        with self.reads() as connection:
            query = select(GAME.c.rematch).where(GAME.c.id == table_id)
            rematch: str | None = connection.execute(query).scalar()
        return rematch

    def games(
        self,
        kind: GameKind,
        since: int,
        limit: int,
        last_place: rows.ListPlace | None = None,
        visible_to: rows.VisibleTo = rows.EVERYTHING,
    ) -> list[rows.GameRow]:
        accesses = game_list.visible_accesses(visible_to)
        ids = game_list.page_query(kind, accesses, is_first=last_place is None)
        values: dict[str, int | str] = {"since": since, "device": visible_to.device, "limit": limit}
        if last_place is not None:
            values |= {"changed": last_place.changed, "id": last_place.game}
        return self._games(SELECT_GAMES.where(GAME.c.id.in_(ids)), values)

    def game(self, table_id: str) -> rows.GameRow | None:
        return next(iter(self._games(SELECT_GAMES.where(GAME.c.id == table_id))), None)

    def counts(
        self, since: int, visible_to: rows.VisibleTo = rows.EVERYTHING
    ) -> dict[GameKind, int]:
        query = game_list.counts_query(game_list.visible_accesses(visible_to))
        values = {"since": since, "device": visible_to.device, "limit": MAX_COUNT + 1}
        with self._reading() as connection:
            counts = connection.execute(query, values).one()
        return dict(zip(GAME_KINDS, counts, strict=True))

    def games_of(self, device: str, *, seated: bool = True) -> list[rows.GameRow]:
        ids = select(HOLDER.c.game).where(HOLDER.c.device == device)
        if seated:
            ids = ids.where(HOLDER.c.seat >= 0)
        return self._games(SELECT_GAMES.where(GAME.c.id.in_(ids)))

    def _games(
        self, query: sa.Select[tuple[Any, ...]], values: Mapping[str, int | str] | None = None
    ) -> list[rows.GameRow]:
        query = query.order_by(GAME.c.changed.desc(), GAME.c.id.desc())
        with self._reading() as connection:
            games = connection.execute(query, values).all()
            ids = [game.game for game in games]
            names, holders = seats.names_of(connection, ids), seats.holders_of(connection, ids)
        return [_game(game, names[game.game], holders[game.game]) for game in games]

    def load(self, table_id: str) -> rows.StoredGame:
        with self.reads() as connection:
            row = connection.execute(
                SELECT_GAMES.add_columns(GAME.c.base, EDITION.c.text).where(GAME.c.id == table_id)
            ).first()
            if row is None:
                raise problem.UnknownTable(table_id)
            actions = connection.execute(
                select(ACTION.c.number, ACTION.c.at, ACTION.c.data)
                # Another program may have added actions since the row was read.
                .where(ACTION.c.game == table_id, ACTION.c.number <= row.number)
                .order_by(ACTION.c.number)
            ).all()
            names = seats.names_of(connection, [table_id])
            holders = seats.holders_of(connection, [table_id])
            banned = banned_from(connection, table_id)
        if row.text is None:
            raise problem.BrokenTable("its edition is missing")
        if [action.number for action in actions] != list(range(1, row.number + 1)):
            raise problem.BrokenTable(f"some of its {row.number} actions are missing")
        edition = rows.EditionRow(edition_head(row), row.text)
        data = tuple(action.data for action in actions)
        times = tuple(action.at for action in actions)
        game = _game(row, names[table_id], holders[table_id])
        game = replace(game, rights=replace(game.rights, banned=banned))
        return rows.StoredGame(game, row.base, edition, data, times)

    def remove(self, table_id: str) -> None:
        try:
            self._remove(table_id)
        except problem.StoreError:
            if self._file is None or not files.remove_reserve(self._file):
                raise
            self._checkpoint()
            self._remove(table_id)
            self._checkpoint()

    def _checkpoint(self) -> None:
        """Let SQLite write its log into the file, which frees the log's disk space."""
        with suppress(exc.DBAPIError), self._engine.connect() as connection:
            connection.exec_driver_sql("pragma wal_checkpoint(truncate)")

    def _remove(self, table_id: str) -> None:
        with self.transaction() as connection:
            if connection.execute(delete(GAME).where(GAME.c.id == table_id)).rowcount != 1:
                raise problem.UnknownTable(table_id)
            connection.execute(update(GAME).where(GAME.c.rematch == table_id).values(rematch=None))


def _game(
    row: Row[*tuple[str, ...]], names: tuple[str, ...], holders: Mapping[int, frozenset[str]]
) -> rows.GameRow:
    return rows.GameRow(
        id=row.game,
        created=row.created,
        changed=row.changed,
        edition=edition_head(row),
        version=row.number,
        standing=rows.TableStanding(row.turn, row.to_move, row.over, row.picture, row.flag),
        seats=row.seats,
        names=names,
        rematch=row.rematch,
        rights=rows.Rights(row.access, holders),
    )
