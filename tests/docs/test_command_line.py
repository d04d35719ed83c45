"""docs/reference/command-line.md has every command and every option, and no others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer.main

from redcathedral.cli.app import GROUPS, application

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "command-line.md"
TEXT = PAGE.read_text(encoding="utf-8")
SECTIONS = {
    part.partition("\n")[0]: part.partition("\n")[2]
    for part in re.split("^## ", TEXT, flags=re.MULTILINE)
}


def commands() -> Iterator[tuple[str, set[str]]]:
    """The name of each command as it is typed, with its long options."""
    rest = [("redcathedral", typer.main.get_command(application([])))]
    while rest:
        name, command = rest.pop()
        children = getattr(command, "commands", {})
        rest += [(f"{name} {child}", entry) for child, entry in children.items()]
        if not children:
            shown = [param for param in command.params if not getattr(param, "hidden", False)]
            names = {option for param in shown for option in param.opts}
            yield name, {option for option in names if option.startswith("--")} - {"--help"}


COMMANDS = dict(commands())


@pytest.mark.parametrize("name", COMMANDS)
def test_command_and_options_are_told(name: str) -> None:
    assert name in SECTIONS, f"{PAGE.name} has no section `## {name}`"
    told = set(re.findall(r"`(--[a-z-]+)", SECTIONS[name]))
    missing = COMMANDS[name] - told
    assert missing == set(), f"{PAGE.name}, section {name}: tell these options"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_told_is_there(name: str) -> None:
    tabled = re.findall(r"^\| `(--[a-z-]+)", SECTIONS.get(name, ""), re.MULTILINE)
    assert set(tabled) <= COMMANDS[name]


def test_the_first_table_has_every_command_in_the_groups_of_the_help() -> None:
    table = re.findall(r"^\| ([A-Z][a-z ]+|) ?\| \[`(\w+)`\]", TEXT, re.MULTILINE)
    groups: dict[str, list[str]] = {}
    for group, command in table:
        groups.setdefault(group.strip() or [*groups][-1], []).append(command)
    assert groups == {group: [*modules] for group, modules in GROUPS.items()}


def test_no_section_for_a_command_that_is_not_there() -> None:
    sections = [title for title in SECTIONS if title.startswith("redcathedral ")]
    assert [title for title in sections if title not in COMMANDS] == []
