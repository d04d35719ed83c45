"""The commands of the laboratory, one module each: ``redcathedral lab COMMAND``."""

from typing import Final

# The command line loads the module of a command that is asked for.  The module has a function with
# the name of the command, or a Typer app ``app`` with further commands.
COMMANDS: Final = {
    name: f"{__name__}.{name}"
    for name in (
        "simulate",
        "ladder",
        "statistics",
        "calibrate",
        "train",
        "perft",
        "dataset",
        "task",
        "puzzles",
    )
}
