"""The command of a tool that is a package, ``python -m tools.NAME``, and a common option."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from redcathedral.cli.help import HelpCommand

WeightsFile: TypeAlias = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Evaluate and play with these weights.")
]


def command_app(command: Callable[..., None]) -> typer.Typer:
    """Return an app with one command, whose help looks like the help of ``redcathedral``."""
    app = typer.Typer(
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None if os.environ.get("TERM") == "dumb" else "rich",
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.command(cls=HelpCommand)(command)
    return app
