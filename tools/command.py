"""The command of a tool that is a package, ``python -m tools.NAME``, and a common option."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from redcathedral.cli.help import HelpCommand, HelpGroup

WeightsFile: TypeAlias = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Evaluate and play with these weights.")
]


def command_app(*commands: Callable[..., None]) -> typer.Typer:
    """Return an app with these commands, whose help looks like the help of ``redcathedral``.

    A single command needs no name on the command line.
    """
    app = typer.Typer(
        cls=HelpGroup,
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None if os.environ.get("TERM") == "dumb" else "rich",
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    for command in commands:
        app.command(cls=HelpCommand)(command)
    return app
