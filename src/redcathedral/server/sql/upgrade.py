"""Creates the tables of a new database and converts those of an earlier version."""

import logging
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection, Engine, MetaData, inspect

from redcathedral.server.core.store.problem import StoreError
from redcathedral.server.sql import schema

LOG: Final = logging.getLogger(__name__)
VERSION_TABLE: Final = sa.Table(
    "alembic_version", MetaData(), sa.Column("version_num", sa.String(32), primary_key=True)
)
BASELINE_REVISION: Final = "0016"  # of the first migration
CONVERTIBLE_REVISIONS: Final = ("0013", "0015")  # earlier ones that the first migration converts
LOCK_CLASS: Final = 7461  # of PostgreSQL's locks: 0 for an upgrade, others for processes
SLOW_UPGRADE_SECONDS: Final = 2.0  # after them, a message asks to wait


def upgrade(engine: Engine) -> None:
    """Create or convert the tables in one transaction; raises StoreError."""
    with engine.connect() as connection:
        revision = revision_of(connection)
    if revision == schema.REVISION:
        _create_feature_tables(engine)
        return
    if revision is None:
        _create(engine)
        return
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if revision not in known and revision not in CONVERTIBLE_REVISIONS:
        raise _unknown_revision(revision)
    with slow_message(SLOW_UPGRADE_SECONDS):
        _copy_database(engine, revision)
        with _exclusive_transaction(engine) as connection:
            revision = revision_of(connection)  # another process may have been faster
            if revision in CONVERTIBLE_REVISIONS:
                connection.execute(sa.delete(VERSION_TABLE))  # Alembic starts at the baseline
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
        _create_feature_tables(engine)


def _create(engine: Engine) -> None:
    with _exclusive_transaction(engine) as connection:
        if revision_of(connection) is None:  # another process may have been faster
            schema.complete_metadata().create_all(connection)
            VERSION_TABLE.create(connection)
            connection.execute(sa.insert(VERSION_TABLE).values(version_num=schema.REVISION))


def _create_feature_tables(engine: Engine) -> None:
    """Create the tables of new features, which need no migration."""
    present = inspect(engine).get_table_names()
    missing = [table for table in schema.feature_tables() if table.name not in present]
    if missing:
        with _exclusive_transaction(engine) as connection:
            schema.METADATA.create_all(connection, missing)


@contextmanager
def _exclusive_transaction(engine: Engine) -> Iterator[Connection]:
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":  # its driver starts no transaction for schema changes
            connection.exec_driver_sql("begin immediate")
        else:
            connection.exec_driver_sql(f"select pg_advisory_xact_lock({LOCK_CLASS}, 0)")
        yield connection


def _unknown_revision(revision: str) -> StoreError:
    if revision < BASELINE_REVISION:
        convertible = " and ".join(CONVERTIBLE_REVISIONS)
        return StoreError(
            f"the games have an old form ({revision}); this version converts {convertible}",
            "open them once with the previous version of redcathedral, or choose another folder"
            " with REDCATHEDRAL_HOME",
        )
    known = schema.REVISION
    return StoreError(
        f"the games are stored in a newer form ({revision}) than this program knows ({known})",
        "start a newer version of redcathedral, or choose another folder with REDCATHEDRAL_HOME",
    )


@contextmanager
def slow_message(seconds: float) -> Iterator[None]:
    text = "the stored games are being upgraded to revision %s; this can take minutes, please wait"
    message = Timer(seconds, LOG.warning, (text, schema.REVISION))
    message.daemon = True
    message.start()
    try:
        yield
    finally:
        message.cancel()


def check_current(connection: Connection) -> None:
    """Raise StoreError if the tables do not have the form of this version."""
    revision = revision_of(connection) or ""
    if revision > schema.REVISION:
        raise _unknown_revision(revision)
    if revision < schema.REVISION:
        fix = "start a server of this version with it once, or name another database"
        raise StoreError("the database is empty or of an earlier version", fix)


def revision_of(connection: Connection) -> str | None:
    """Return None for an empty database; raise StoreError for tables of another program."""
    names = inspect(connection).get_table_names()
    if VERSION_TABLE.name in names:
        return connection.execute(sa.select(VERSION_TABLE.c.version_num)).scalar()
    if names:
        raise StoreError(
            "the database contains tables of another program: " + ", ".join(sorted(names)[:5]),
            "choose another file or database for the games",
        )
    return None


def _copy_database(engine: Engine, revision: str) -> None:
    if engine.dialect.name == "sqlite" and engine.url.database:
        file = Path(engine.url.database)
        with engine.connect() as connection:
            connection.exec_driver_sql("pragma wal_checkpoint(truncate)")
        shutil.copy2(file, file.with_name(f"{file.name}.before-{revision}"))
