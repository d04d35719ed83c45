"""What help looks like, with boxes and without."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
import typer.main
from typer.core import TyperGroup
from typer.testing import CliRunner

from redcathedral.cli.app import COMMANDS, GROUPS, HOSTS, application
from redcathedral.lab.commands import COMMANDS as LABORATORY

WIDTH = 80


def shown(monkeypatch: pytest.MonkeyPatch, *words: str, boxes: bool) -> str:
    monkeypatch.setenv("TERM", "xterm" if boxes else "dumb")
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    monkeypatch.setattr("typer.rich_utils.MAX_WIDTH", WIDTH)
    result = CliRunner().invoke(application(words), [*words, "--help"])
    assert result.exit_code == 0, result.output
    return result.output


def groups_of_commands() -> Iterator[tuple[str, ...]]:
    """The words before ``--help`` of every command that has commands."""
    rest: list[tuple[str, ...]] = [(), ("lab",)]
    for words in rest:
        group = typer.main.get_command(application(words))
        for word in words:
            assert isinstance(group, TyperGroup)
            group = group.commands[word]
        assert isinstance(group, TyperGroup)
        yield words
        for name, command in group.commands.items():
            if isinstance(command, TyperGroup) and (*words, name) not in rest:
                rest.append((*words, name))


@pytest.mark.parametrize("boxes", [True, False])
def test_commands_are_in_groups(monkeypatch: pytest.MonkeyPatch, boxes: bool) -> None:
    title, row = (r"╭─ (.+?) ─+╮", r"│ ([a-z]+) {2}") if boxes else (r"(\w.+):$", r"  ([a-z]+) {2}")
    found: dict[str, list[str]] = {}
    for line in shown(monkeypatch, boxes=boxes).splitlines():
        if head := re.match(title, line):
            found[head[1]] = []
        elif name := re.match(row, line):
            found[[*found][-1]].append(name[1])
    del found["Options"]
    assert found == {group: [*modules] for group, modules in GROUPS.items() if group != HOSTS}


@pytest.mark.parametrize("boxes", [True, False])
@pytest.mark.parametrize("words", [*groups_of_commands()])
def test_every_summary_is_one_line(
    monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], boxes: bool
) -> None:
    command = typer.main.get_command(application(words))
    for word in words:
        assert isinstance(command, TyperGroup)
        command = command.commands[word]
    assert isinstance(command, TyperGroup)
    text = shown(monkeypatch, *words, boxes=boxes)
    for name, child in command.commands.items():
        if child.hidden:
            continue
        summary = (child.help or "").partition("\n")[0]
        assert summary.endswith(".")
        assert re.search(rf"{name} +{re.escape(summary)}", text), (name, summary)


@pytest.mark.parametrize("boxes", [True, False])
@pytest.mark.parametrize("line", [*COMMANDS, *(f"lab {name}" for name in LABORATORY)])
def test_flags_have_no_type_and_ranges_are_in_words(
    monkeypatch: pytest.MonkeyPatch, line: str, boxes: bool
) -> None:
    text = shown(monkeypatch, *line.split(), boxes=boxes)
    assert "bool" not in text
    assert "<=" not in text
    assert "range]" not in text
    assert "range>" not in text
    assert not re.search(r"\d{9}", text)


@pytest.mark.parametrize("boxes", [True, False])
def test_paragraphs_fill_the_width(monkeypatch: pytest.MonkeyPatch, boxes: bool) -> None:
    text = shown(monkeypatch, "lab", "simulate", boxes=boxes)
    assert "games run inside the compiled engine. A win" in " ".join(text.split())
    assert "[2 to 4]" in text
    short = [line for line in text.splitlines() if line.strip() == "compiled engine."]
    assert short == []


def test_seeds_are_checked_all_the_same() -> None:
    for command in (["simulate"], ["ladder"]):
        for seed in ("-1", str(1 << 64), "x", "1.5"):
            words = ["lab", *command, "--seed", seed]
            result = CliRunner().invoke(application(words), words)
            assert result.exit_code == 2, words
            assert "--seed" in result.output
    words = ["lab", "ladder", "--seed", "-1"]
    assert "from 0 to" in CliRunner().invoke(application(words), words).output


@pytest.mark.parametrize("command", ["ladder", "task check x"])
def test_refuses_jobs_together_with_a_cluster(command: str) -> None:
    words = ["lab", *command.split(), "--jobs", "2", "--ray", "there"]
    result = CliRunner().invoke(application(words), words)
    assert result.exit_code == 2
    assert "--jobs is for this machine" in result.output


def test_a_player_sees_at_most_ten_commands_and_loads_no_laboratory() -> None:
    code = (
        "import sys; from redcathedral.cli.app import COMMANDS, application\n"
        "import typer.main; program = typer.main.get_command(application([]))\n"
        "assert [*program.commands] == [*COMMANDS], program.commands\n"
        "shown = [name for name, one in program.commands.items() if not one.hidden]\n"
        "assert len(shown) <= 10, shown\n"
        "loaded = [name for name in sys.modules if name.startswith(PREFIXES)]\n"
        "assert loaded == [], loaded\n"
    ).replace("PREFIXES", "('redcathedral.lab', 'redcathedral.envs')")
    subprocess.run([sys.executable, "-c", code], check=True)
