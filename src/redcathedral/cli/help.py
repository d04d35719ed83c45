"""How help looks: commands in groups, flags without a type, seeds without a range."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import typer
from typer.core import TyperCommand, TyperGroup

if TYPE_CHECKING:
    from typer._click import Context, HelpFormatter
    from typer._click.core import Parameter


class HelpCommand(TyperCommand):
    """A command whose flags show no type: ``--solo``, not ``--solo <bool>``."""

    def get_params(self, ctx: Context) -> list[Parameter]:
        """Return the parameters, that of ``--help`` too."""
        return _without_types_of_flags(super().get_params(ctx))


class HelpGroup(TyperGroup):
    """Commands in groups, where help has no boxes too; its flags show no type."""

    def get_params(self, ctx: Context) -> list[Parameter]:
        """Return the parameters, that of ``--help`` too."""
        return _without_types_of_flags(super().get_params(ctx))

    def format_commands(self, ctx: Context, formatter: HelpFormatter) -> None:  # noqa: ARG002
        """Write each group of commands under its title."""
        groups: dict[str, list[tuple[str, str]]] = {}
        width = formatter.width - 6 - max(map(len, self.commands), default=0)
        for name, command in self.commands.items():
            if not command.hidden:
                title: str | None = getattr(command, "rich_help_panel", None)
                row = name, command.get_short_help_str(width)
                groups.setdefault(title or "Commands", []).append(row)
        for title, rows in groups.items():
            with formatter.section(title):
                formatter.write_dl(rows)


def with_plain_help(app: typer.Typer) -> None:
    """Let the commands of an app show their help in this way."""
    app.info.cls = HelpGroup
    for command in app.registered_commands:
        command.cls = HelpCommand


def seeds_to(last: int) -> Callable[[int | None], int | None]:
    """Return a check for an option: a seed from 0 to the last one; the help shows no range."""

    def check(seed: int | None) -> int | None:
        if seed is not None and not 0 <= seed <= last:
            raise typer.BadParameter(f"a seed is a number from 0 to {last}")
        return seed

    return check


def _without_types_of_flags(params: list[Parameter]) -> list[Parameter]:
    for param in params:
        if getattr(param, "is_flag", False) and param.metavar is None:
            param.metavar = ""
    return params
