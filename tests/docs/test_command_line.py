"""docs/reference/command-line.md equals the help of the commands."""

from __future__ import annotations

from redcathedral.cli.app import COMMANDS
from redcathedral.lab.commands import COMMANDS as LABORATORY
from tools.command_line_reference import PAGE, page


def test_the_page_equals_the_help() -> None:
    """If this fails, run ``python tools/command_line_reference.py``."""
    assert PAGE.read_text(encoding="utf-8") == page()


def test_every_command_has_a_section_with_its_options() -> None:
    parts = page().split("\n## redcathedral ")[1:]
    sections = {title: text for title, _, text in (part.partition("\n") for part in parts)}
    named = {" ".join(title.split()[: 1 + title.startswith("lab ")]) for title in sections}
    assert named == {*COMMANDS} - {"lab"} | {f"lab {name}" for name in LABORATORY}
    assert "| `--players N` | How many seats. (2 to 4) |\n" in sections["terminal"]
    assert "`--side basic\\|advanced`" in sections["terminal"]
    assert "| `FILE` | A record: .rcg or .rcg.gz. (required) |\n" in sections["show"]
    assert "default: `100`" in sections["lab simulate"]
    assert "```console\n$ redcathedral lab ladder --bots random" in sections["lab ladder"]
