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
from redcathedral.server.core.store.schema import REVISION, complete_metadata

LOG: Final = logging.getLogger(__name__)
VERSION_TABLE: Final = "alembic_version"
VERSION: Final = sa.Table(
    VERSION_TABLE, MetaData(), sa.Column("version_num", sa.String(32), primary_key=True)
)
BASELINE: Final = "0016"  # the first migration
CONVERTIBLE: Final = ("0013", "0015")  # the revisions before it that it converts
SLOW: Final = 2.0  # seconds before a message about the upgrade


def upgrade(engine: Engine) -> None:
    """Create or convert the tables, in one transaction; raises StoreError and changes nothing."""
    with engine.connect() as connection:
        present = _revision(connection)
    if present == REVISION:
        _create_new_tables(engine)
        return
    if present is None:
        _create(engine)
        return
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if present not in known and present not in CONVERTIBLE:
        raise _unknown_revision(present)
    with slow_message(SLOW):
        _copy_database(engine, present)
        with _exclusive_transaction(engine) as connection:
            if present in CONVERTIBLE:
                connection.execute(sa.delete(VERSION))  # the baseline follows no other migration
            config.attributes["connection"] = connection
            command.upgrade(config, "head")


def _create(engine: Engine) -> None:
    with _exclusive_transaction(engine) as connection:
        if _revision(connection) is None:  # another process may have been faster
            complete_metadata().create_all(connection)
            VERSION.create(connection)
            connection.execute(sa.insert(VERSION).values(version_num=REVISION))


def _create_new_tables(engine: Engine) -> None:
    """Create the tables of features that the database does not have yet; they need no migration."""
    metadata = complete_metadata()
    if set(metadata.tables) - set(inspect(engine).get_table_names()):
        with _exclusive_transaction(engine) as connection:
            metadata.create_all(connection)


@contextmanager
def _exclusive_transaction(engine: Engine) -> Iterator[Connection]:
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":  # its driver starts no transaction for schema changes
            connection.exec_driver_sql("begin immediate")
        yield connection


def _unknown_revision(revision: str) -> StoreError:
    if revision < BASELINE:
        convertible = " and ".join(CONVERTIBLE)
        return StoreError(
            f"the games have an old form ({revision}); this version converts {convertible}",
            "open them once with the previous version of redcathedral, or choose another folder"
            " with REDCATHEDRAL_HOME",
        )
    return StoreError(
        f"the games are stored in a newer form ({revision}) than this program knows ({REVISION})",
        "start a newer version of redcathedral, or choose another folder with REDCATHEDRAL_HOME",
    )


@contextmanager
def slow_message(seconds: float) -> Iterator[None]:
    text = "the stored games are being upgraded to revision %s; this can take minutes, please wait"
    message = Timer(seconds, LOG.warning, (text, REVISION))
    message.daemon = True
    message.start()
    try:
        yield
    finally:
        message.cancel()


def _revision(connection: Connection) -> str | None:
    names = inspect(connection).get_table_names()
    if VERSION_TABLE in names:
        return connection.execute(sa.select(VERSION.c.version_num)).scalar()
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
