"""Build the Typer app from the table of commands and the options of ``redcathedral`` itself."""

import os
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Final

import typer

from redcathedral import __version__
from redcathedral.cli.help import HelpCommand, HelpGroup, with_plain_help

HOSTS: Final = "Hosts"  # a group that the help of players omits; the guide for hosts has it
# The groups of the help: each command and its module.  The module has a function with the name of
# the command, or a Typer app ``app`` with further commands.
GROUPS: Final = {
    "Play": {
        "play": "redcathedral.cli.serve",
        "terminal": "redcathedral.cli.terminal.command",
        "serve": "redcathedral.cli.serve",
        "setup": "redcathedral.cli.setup",
        "rules": "redcathedral.cli.rules",
    },
    "Games": {
        "show": "redcathedral.cli.show",
        "replay": "redcathedral.cli.replay",
        "analyse": "redcathedral.cli.analyse",
    },
    "Editions": {"edition": "redcathedral.cli.edition"},
    HOSTS: {"database": "redcathedral.cli.database"},
    "Measurements": {"lab": "redcathedral.lab.commands"},
}
COMMANDS: Final = {
    command: (group, module)
    for group, modules in GROUPS.items()
    for command, module in modules.items()
}
LAB: Final = "lab"


def application(arguments: Sequence[str]) -> typer.Typer:
    """Return the app with the command in the arguments, or with all commands if there is none.

    The modules of commands are slow to import, so the app loads only one.  While a shell completes
    a line, the arguments are the words of this line.
    """
    line = os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS", "")
    words = arguments or line.split()[1:]
    app = typer.Typer(
        cls=HelpGroup,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        # A dumb terminal cannot show boxes.
        rich_markup_mode=None if os.environ.get("TERM") == "dumb" else "rich",
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(redcathedral)
    name, command_words = _split_at_command(words)
    all_commands = () if "--version" in words else COMMANDS
    for command in (name,) if name in COMMANDS else all_commands:
        group, module = COMMANDS[command]
        if command == LAB:
            lab = _lab_app(module, command_words if name else None)
            app.add_typer(lab, rich_help_panel=group)
        else:
            _add_command(app, command, module, group)
    return app


def _lab_app(package: str, words: Sequence[str] | None) -> typer.Typer:
    """Return the app of the laboratory; without ``words``, with no commands, for the help."""
    lab = typer.Typer(name=LAB, cls=HelpGroup, no_args_is_help=True)

    @lab.callback()
    def _lab() -> None:
        """Measure and train bots."""

    if words is not None:
        commands: dict[str, str] = import_module(package).COMMANDS
        name, _ = _split_at_command(words)
        for command in (name,) if name in commands else commands:
            _add_command(lab, command, commands[command])
    return lab


def _add_command(
    app: typer.Typer, command: str, module_name: str, group: str | None = None
) -> None:
    module = import_module(module_name)
    commands: object = getattr(module, "app", None)
    if isinstance(commands, typer.Typer):
        with_plain_help(commands)
        app.add_typer(commands, name=command, rich_help_panel=group, hidden=group == HOSTS)
    else:
        app.command(command, cls=HelpCommand, rich_help_panel=group)(getattr(module, command))


def _split_at_command(words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return the first word that is not an option, or "", and the words after it."""
    for index, word in enumerate(words):
        if not word.startswith("-"):
            return word, words[index + 1 :]
    return "", ()


def _print_version(is_requested: bool) -> None:
    if is_requested:
        from redcathedral.compiled import engine_build

        typer.echo(f"redcathedral {__version__}\nengine: {engine_build()}")
        raise typer.Exit


def redcathedral(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_print_version,
            is_eager=True,
            help="Print the version, and whether the engine is compiled.",
        ),
    ] = False,
) -> None:
    """Play The Red Cathedral, run bots, and analyse games.

    An unofficial fan project. `redcathedral play` opens the table in the browser.
    """
