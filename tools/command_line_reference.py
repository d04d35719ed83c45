"""Write docs/reference/command-line.md: every command and its options, from the commands' help.

Run ``python tools/command_line_reference.py``.  A test checks that the page is up to date.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import typer.main
from typer.core import TyperGroup

from redcathedral.cli.app import application
from redcathedral.cli.help import number_range

if TYPE_CHECKING:
    from typer._click.core import Command, Parameter

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "command-line.md"
PROGRAM = "redcathedral"
PAGE_START = """\
# The command line

<!-- `python tools/command_line_reference.py` writes this page from the help of the commands. -->

`redcathedral --help` lists the commands, `redcathedral COMMAND --help` (or `-h`) the options of \
one. After `make play` or `make install` the program is `.venv/bin/redcathedral`. `redcathedral \
--version` prints the version, and whether the rules are `compiled` or `pure`, and why. Both play \
the same games; compiled is many times faster.

The exit status of every command is 0 for success, also where a reader of the output stops, such \
as `| head`; 1 where the output cannot be written, such as on a full disk; 2 for wrong usage, or \
for a file that cannot be used; 130 after Ctrl-C. Answers go to standard output, errors to \
standard error. With `--json` the output is JSON for a program to read.

`redcathedral --install-completion` makes your shell (bash, zsh, fish or PowerShell) complete \
commands and options on Tab, from the next terminal on; `redcathedral --show-completion` prints \
what it would install. The program has to be on the path for that.

| variable | what it does |
|---|---|
| `REDCATHEDRAL_HOME` | the folder for saved games, instead of the usual one of your system |
| `TERM=dumb` | help and errors without boxes, the table without line editing |
| `LANGUAGE`, `LC_ALL`, `LC_MESSAGES`, `LANG` | the language, where a translation is there |
"""


def commands(words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Command]]:
    """Yield every command that is not a group, with the words that call it, in help order."""
    command: Command = typer.main.get_command(application(words))
    for word in words:
        assert isinstance(command, TyperGroup)
        command = command.commands[word]
    if isinstance(command, TyperGroup):
        # A command of the laboratory is loaded only on access.
        for name in command.list_commands(typer.Context(command)):
            yield from commands((*words, name))
    else:
        yield words, command


def section(words: tuple[str, ...], command: Command) -> str:
    """Return the section of a command: its text, example, arguments and options."""
    text = (command.help or "").strip()
    example_match = re.search(r"^Example: (.+)$", text, re.MULTILINE)
    text = re.sub(r"\s*^Example: .+$", "", text, flags=re.MULTILINE)
    paragraphs = [" ".join(part.split()) for part in text.split("\n\n")]
    example = [f"```console\n$ {example_match[1]}\n```"] if example_match else []
    shown = [param for param in command.params if not getattr(param, "hidden", False)]
    rows = [row(f"`{name(param)}`", meaning(param)) for param in shown if param.name != "help"]
    tables = ["\n".join(["| option | meaning |", "|---|---|", *rows])] if rows else []
    return "\n\n".join([f"## {' '.join((PROGRAM, *words))}", *paragraphs, *example, *tables]) + "\n"


def name(param: Parameter) -> str:
    """Return the name of an option, with its value, or of an argument."""
    long = next((option for option in param.opts if option.startswith("--")), "")
    if getattr(param, "is_flag", False):
        return long
    kind = str(getattr(param, "type_descriptor", ""))
    value = param.metavar or ("N" if "'int'" in kind else "TEXT")
    return f"{long} {value}" if long else param.metavar or str(param.name).upper()


def meaning(param: Parameter) -> str:
    """Return the help of an option, with the range, the default and the variable in parentheses."""
    text: str = getattr(param, "help", None) or ""
    minimum, maximum = getattr(param, "min", None), getattr(param, "max", None)
    has_range = minimum is not None or maximum is not None
    notes = [number_range(minimum, maximum)] if has_range else []
    shown, default = getattr(param, "show_default", None), param.default
    if isinstance(shown, str):
        notes.append(f"default: {shown}")
    elif default not in (None, False, "") and default != ():
        notes.append(f"default: `{default}`")
    if variable := getattr(param, "envvar", None):
        notes.append(f"or the variable `{variable}`")
    if param.required:
        notes.append("required")
    text = text + (f" ({'; '.join(notes)})" if notes else "")
    return re.sub(r"\s+", " ", text)


def row(*cells: str) -> str:
    """Return a row of a table."""
    escaped = [cell.replace("|", "\\|") for cell in cells]
    return f"| {' | '.join(escaped)} |"


def contents(entries: list[tuple[tuple[str, ...], Command]]) -> str:
    """Return a list with a line for each command: its name and its first sentence."""
    lines = []
    for words, command in entries:
        line = " ".join((PROGRAM, *words))
        summary = (command.help or "").strip().partition("\n\n")[0]
        link = f"[`{' '.join(words)}`](#{line.replace(' ', '-')})"
        lines.append(f"- {link}: {' '.join(summary.split())}")
    return "\n".join(lines) + "\n"


def page() -> str:
    """Return the whole page."""
    entries = [*commands()]
    parts = [PAGE_START, contents(entries), *(section(*entry) for entry in entries)]
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
