"""``redcathedral database``: back up, restore and check the games of a server."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from redcathedral.box.quoting import printable
from redcathedral.cli import FAILED, messages
from redcathedral.cli.serve import Database
from redcathedral.files import data_folder

if TYPE_CHECKING:
    from sqlalchemy import URL

app = typer.Typer(help="Back up, restore and check the games of a server.", no_args_is_help=True)


@app.command()
def backup(
    file: Annotated[
        Path | None, typer.Argument(help="The new file.", show_default="redcathedral-DATE.sqlite3")
    ] = None,
    database: Database = None,
) -> None:
    """Copy all games to a file, also while servers run.

    The file is an SQLite database, also for games in PostgreSQL.  It contains personal data: names,
    chats, and addresses for messages.
    """
    target = _new_file("FILE", file or Path(time.strftime("redcathedral-%Y-%m-%d.sqlite3")))
    with _reported_errors("No file was written."):
        from redcathedral.server.sql import copying

        copying.backup(_url(database), target, messages.progress)
    _report_new(target)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A backup, also of an earlier version.")],
    database: Database = None,
) -> None:
    """Replace the games of a server by those of a backup.

    Stop the server first.  The previous SQLite database is kept under another name; a PostgreSQL
    database must be empty.  After an error, nothing is changed.
    """
    with _reported_errors("Nothing was changed."):
        from redcathedral.server.sql import copying

        previous = copying.restore(file, _url(database), messages.progress)
    typer.echo("The games were restored.")
    if previous is not None:
        typer.echo(f"The previous database is now {printable(str(previous))}")


@app.command()
def doctor(
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Save what can be read to a new file, for `restore`."),
    ] = None,
    database: Database = None,
) -> None:
    """Check a database by replaying every game.

    It changes nothing, and servers may run.  With `--save`, a damaged game ends before its first
    bad action, and a game whose start cannot be read is omitted.  The exit status is 1 if there is
    a problem.
    """
    file = save and _new_file("--save", save)
    with _reported_errors("Nothing was saved." if file else "Nothing was changed."):
        from redcathedral.server.sql import doctor

        problems, games, actions = doctor.diagnose(_url(database), file, messages.progress)
    for problem in problems:
        typer.echo(printable(problem))
    checked = f"{messages.count_of(games, 'game')} and {messages.count_of(actions, 'action')}"
    typer.echo(f"{checked} checked: {messages.count_of(len(problems), 'problem')}")
    if file is not None:
        _report_new(file)
    if problems:
        raise typer.Exit(FAILED)


def _new_file(option: str, file: Path) -> Path:
    if file.exists():
        messages.usage_error(option, f"{file} already exists; name another file")
    return file


def _report_new(file: Path) -> None:
    from redcathedral.server.sql.copying import count_games

    typer.echo(f"{printable(str(file))}: {messages.count_of(count_games(file), 'game')}")


def _url(database: str | None) -> "URL":
    from redcathedral.server.core.store.problem import StoreError
    from redcathedral.server.sql import copying, database_file, engine, store

    if database is None:
        return copying.file_url(data_folder() / store.DATABASE_FILE)
    url = engine.parse_url(database)
    if url.get_backend_name() == "sqlite" and database_file.file_of(url) is None:
        raise StoreError("this database has no file", engine.URL_FIX)
    return url


@contextmanager
def _reported_errors(consequence: str) -> Iterator[None]:
    """Exit with a message after an error of a database or a file, and after Ctrl+C."""
    from redcathedral.server.core.store.problem import StoreError

    try:
        yield
    except StoreError as error:
        messages.exit_with(printable(f"{error}. {consequence}"), messages.UNREADABLE)
    except (OSError, sqlite3.Error) as error:
        reason = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) else error
        fix = "check the folder, its permissions and the space on the disk"
        messages.exit_with(printable(f"{reason}; {fix}. {consequence}"), messages.UNREADABLE)
    except KeyboardInterrupt:
        messages.exit_with(f"Stopped. {consequence}", messages.INTERRUPTED)
