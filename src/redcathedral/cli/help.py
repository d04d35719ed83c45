"""Lay out the help: groups of commands, flags without a type, ranges in words."""

import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import typer
from typer.core import TyperCommand, TyperGroup

if TYPE_CHECKING:
    from typer._click import Context, HelpFormatter
    from typer._click.core import Parameter


class HelpCommand(TyperCommand):
    """A command whose help shows ``--solo`` instead of ``--solo <bool>``, and ranges in words."""

    def get_params(self, ctx: "Context") -> "list[Parameter]":
        return _with_readable_types(super().get_params(ctx))

    def format_help(self, ctx: "Context", formatter: "HelpFormatter") -> None:
        # Join the lines of each paragraph, except lines with an example.
        self.help = self.help and re.sub(r"(?<!\n)\n(?!\n|\s|-|Example)", " ", self.help)
        super().format_help(ctx, formatter)


class HelpGroup(TyperGroup):
    """Commands whose help is in groups, even without boxes."""

    def get_params(self, ctx: "Context") -> "list[Parameter]":
        return _with_readable_types(super().get_params(ctx))

    def format_commands(self, ctx: "Context", formatter: "HelpFormatter") -> None:  # noqa: ARG002
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
    app.info.cls = HelpGroup
    for command in app.registered_commands:
        command.cls = HelpCommand


def seed_callback(last: int) -> Callable[[int | None], int | None]:
    """Return a callback that checks for a seed from 0 to ``last``; the help shows no range."""

    def check(seed: int | None) -> int | None:
        if seed is not None and not 0 <= seed <= last:
            raise typer.BadParameter(f"a seed is a number from 0 to {last}")
        return seed

    return check


def _with_readable_types(params: "list[Parameter]") -> "list[Parameter]":
    for param in params:
        if getattr(param, "is_flag", False) and param.metavar is None:
            param.metavar = ""
        minimum, maximum = getattr(param, "min", None), getattr(param, "max", None)
        if (minimum, maximum) != (None, None):
            param.metavar = param.metavar or "N"
            vars(param)["_get_number_range_help_str"] = partial(number_range, minimum, maximum)
    return params


def number_range(minimum: float | None, maximum: float | None) -> str:
    """Return a range in words: `2 to 4`, `1 or more`."""
    if maximum is None:
        return f"{minimum} or more"
    return f"up to {maximum}" if minimum is None else f"{minimum} to {maximum}"
