"""``redcathedral token``: the secret with which others come in, and another one."""

from typing import Annotated

import typer

from redcathedral.cli.messages import UNREADABLE, stop
from redcathedral.files import data_folder


def token(
    new: Annotated[
        bool, typer.Option("--new", help="Make another one; the old one lets nobody in any more.")
    ] = False,
) -> None:
    """Print or change the token that lets other people in.

    `serve --lan` and `serve --name` require it.  A running server uses a new token at once: pages
    that used the old one lose access.
    """
    from redcathedral.server.http.token_file import TokenFile
    from redcathedral.server.store.problem import StoreError

    file = TokenFile(data_folder())
    try:
        found = file.renew() if new else file.keep()
    except StoreError as error:
        stop(str(error), UNREADABLE)
    typer.echo(found)
    typer.echo(f"After the address of the table: ?token={found}", err=True)
