"""The Typer app: which commands there are, and the options of ``redcathedral`` itself."""

import os
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Final

import typer

from redcathedral import __version__
from redcathedral.cli.help import HelpCommand, HelpGroup, with_plain_help

# The groups of the help: each command and its module.  The module has a function with the name of
# the command, or a Typer app ``app`` with further commands.
GROUPS: Final = {
    "Play": {
        "play": "redcathedral.cli.serve",
        "terminal": "redcathedral.cli.terminal.command",
        "serve": "redcathedral.cli.serve",
        "token": "redcathedral.cli.token",
        "setup": "redcathedral.cli.setup",
        "rules": "redcathedral.cli.rules",
    },
    "Games": {
        "show": "redcathedral.cli.show",
        "replay": "redcathedral.cli.replay",
        "analyse": "redcathedral.cli.analyse",
    },
    "Bots and measurements": {
        "simulate": "redcathedral.cli.simulate",
        "ladder": "redcathedral.lab.commands.ladder",
        "statistics": "redcathedral.lab.commands.statistics",
        "calibrate": "redcathedral.lab.commands.calibrate",
        "train": "redcathedral.lab.commands.train",
        "perft": "redcathedral.lab.commands.perft",
        "dataset": "redcathedral.lab.commands.dataset",
        "task": "redcathedral.lab.commands.task",
        "puzzles": "redcathedral.lab.commands.puzzles",
    },
    "Editions": {
        "edition": "redcathedral.cli.edition",
    },
}
COMMANDS: Final = {
    command: (group, module)
    for group, modules in GROUPS.items()
    for command, module in modules.items()
}


def application(arguments: Sequence[str]) -> typer.Typer:
    """The app with the one command that these arguments name, else with all of them.

    Each command brings its imports along, so a single one keeps the start quick.  While a shell
    completes a line, the arguments are the words of that line, after the program's name.
    """
    line = os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS", "")
    words = arguments or line.split()[1:]
    app = typer.Typer(
        cls=HelpGroup,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None if os.environ.get("TERM") == "dumb" else "rich",  # no boxes there
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(redcathedral)
    name = next((word for word in words if not word.startswith("-")), "")
    every = () if "--version" in words else COMMANDS
    for command in (name,) if name in COMMANDS else every:
        group, source = COMMANDS[command]
        module = import_module(source)
        commands: object = getattr(module, "app", None)
        if isinstance(commands, typer.Typer):
            with_plain_help(commands)
            app.add_typer(commands, name=command, rich_help_panel=group)
        else:
            add = app.command(command, cls=HelpCommand, rich_help_panel=group)
            add(getattr(module, command))
    return app


def _version(wanted: bool) -> None:
    if wanted:
        from redcathedral.built import engine

        typer.echo(f"redcathedral {__version__}\nengine: {engine()}")
        raise typer.Exit


def redcathedral(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_version,
            is_eager=True,
            help="Print the version, and whether the engine is compiled.",
        ),
    ] = False,
) -> None:
    """Play The Red Cathedral, run bots, and analyse games.

    An unofficial fan project. `redcathedral play` opens the table in the browser.
    """
