"""Bringing a database to the present tables; a newer or foreign one is left as it is."""

import logging
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import Final

from sqlalchemy import Connection, Engine, inspect, text

from redcathedral.server.store.problem import StoreError
from redcathedral.server.store.schema import REVISION

LOG: Final = logging.getLogger(__name__)
VERSION_TABLE: Final = "alembic_version"
SLOW: Final = 2.0  # seconds before a message about the upgrade


def upgrade(engine: Engine) -> None:
    """Make or change the tables, in one transaction; raises StoreError."""
    with engine.connect() as connection:
        present = _revision(connection)
    if present == REVISION:
        return
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if present is not None and present not in known:
        raise StoreError(
            f"the games are kept in a newer form ({present}) than this program knows ({REVISION})",
            "start a newer version of redcathedral, or name another folder with REDCATHEDRAL_HOME",
        )
    with slow_message(SLOW):
        if present is not None:
            _keep_copy(engine, present)
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")


@contextmanager
def slow_message(seconds: float) -> Iterator[None]:
    """Log a message if the upgrade is not finished after some seconds."""
    text = "the stored games are being upgraded to revision %s; this can take minutes, please wait"
    message = Timer(seconds, LOG.warning, (text, REVISION))
    message.daemon = True
    message.start()
    try:
        yield
    finally:
        message.cancel()


def _revision(connection: Connection) -> str | None:
    """The revision of the database, None for an empty one."""
    names = inspect(connection).get_table_names()
    if VERSION_TABLE in names:
        row = connection.execute(text(f"select version_num from {VERSION_TABLE}")).first()
        return None if row is None else str(row[0])
    if names:
        raise StoreError(
            "the database holds tables of another program: " + ", ".join(sorted(names)[:5]),
            "name another file or database for the games",
        )
    return None


def _keep_copy(engine: Engine, revision: str) -> None:
    """A copy of an SQLite file before it is changed, beside it."""
    if engine.dialect.name == "sqlite" and engine.url.database:
        file = Path(engine.url.database)
        with engine.connect() as connection:
            connection.exec_driver_sql("pragma wal_checkpoint(truncate)")
        shutil.copy2(file, file.with_name(f"{file.name}.before-{revision}"))
