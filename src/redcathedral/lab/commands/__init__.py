"""The commands ``redcathedral lab COMMAND``, one module for each."""

from typing import Final

# The command line imports the module of a command when it runs it.  The module has a function with
# the name of the command, or a Typer app ``app`` with subcommands.
COMMANDS: Final = {name: f"{__name__}.{name}" for name in ("simulate", "ladder", "task")}
