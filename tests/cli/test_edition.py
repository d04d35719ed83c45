"""``redcathedral edition show`` and ``check``."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest
from typer.testing import CliRunner

from redcathedral.box import load_edition, parse_edition
from redcathedral.box.toml_writer import toml_from_json
from redcathedral.cli.edition import app
from redcathedral.text import Narrator, terms

GOOD = files("redcathedral.box").joinpath("editions", "reconstructed-2020.toml")
RUN = CliRunner()


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    text = GOOD.read_text(encoding="utf-8")
    file = tmp_path / "my-box.toml"
    file.write_text(text.replace('"WWB"', '"WWX"').replace("value = 70", "value = 7"))
    return file


def test_show_has_every_row_with_its_mark() -> None:
    result = RUN.invoke(app, ["show"])
    assert result.exit_code == 0
    assert result.stdout == GOOD.read_text(encoding="utf-8")
    assert "\x1b" not in result.stdout


def test_names_are_not_taken_for_markup(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    name = "Reconstructed edition of the 2020 box"
    file.write_text(GOOD.read_text(encoding="utf-8").replace(name, "[red]My :smile: box[/blue]"))
    for arguments in (["show", str(file)], ["check", str(file)]):
        assert "[red]My :smile: box[/blue]" in RUN.invoke(app, arguments).stdout


def test_show_json() -> None:
    result = RUN.invoke(app, ["show", "reconstructed-2020", "--json"])
    shown = json.loads(result.stdout)
    assert shown["bases"]["b1"] == {"cost": "WWB", "gains": "2+ 2R", "mark": "reconstructed"}
    assert parse_edition(toml_from_json(result.stdout)).hash == load_edition().hash


def test_check_ok() -> None:
    result = RUN.invoke(app, ["check", str(GOOD)])
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "ok: reconstructed-2020, Reconstructed edition of the 2020 box",
        f"hash: {load_edition().hash}",
        (
            "components: 95 materials, 8 resource tiles, 28 workshop tiles, 10 bases, 20 middles, "
            "10 domes, 12 influence cards, 9 building plans, 5 solo cards"
        ),
        "rows by mark: 30 printed, 6 likely, 97 reconstructed",
    ]


def test_check_ok_json() -> None:
    shown = json.loads(RUN.invoke(app, ["check", "reconstructed-2020", "--json"]).stdout)
    assert shown["ok"] is True
    assert shown["counts"]["workshop tiles"] == 28
    assert shown["marks"] == {"printed": 30, "likely": 6, "reconstructed": 97}


@pytest.mark.parametrize("command", ["check", "show"])
def test_problems(command: str, broken: Path) -> None:
    result = RUN.invoke(app, [command, str(broken)])
    assert result.exit_code == 2
    assert result.stdout == ""
    lines = result.stderr.splitlines()
    assert len(lines) == 3
    assert "rubles.bank: four players start with 16 rubles, the bank has 7 (R2.10)" in lines[0]
    assert "bases.b1: 'X' is not a material (R1.1). Fix: write one letter a piece" in lines[1]
    assert lines[2] == "2 problems, not playable"


def test_one_problem_json(tmp_path: Path) -> None:
    result = RUN.invoke(app, ["check", str(tmp_path / "missing.toml"), "--json"])
    assert result.exit_code == 2
    shown = json.loads(result.stdout)
    assert shown["ok"] is False
    (problem,) = shown["problems"]
    assert problem["line"] == 0
    assert problem["reason"] == "there is no such file or edition"
    plain = RUN.invoke(app, ["check", str(tmp_path / "missing.toml")])
    assert plain.stderr.endswith("1 problem, not playable\n")


def test_usage() -> None:
    assert RUN.invoke(app, ["check"]).exit_code == 2
    assert "show" in RUN.invoke(app, ["--help"]).stdout


def test_an_action_in_words() -> None:
    actions = [action for card in load_edition().influence for action in card.actions]
    words = {Narrator().say(terms.action(action)) for action in actions}
    assert "pay 1 ruble, deliver 1 material, once" in words
    assert "pay 3 rubles, deliver 2 materials, once" in words
    assert "sell 1 gold, green gem, or purple gem for 2 rubles, as often as you like" in words
    assert not any("{" in text for text in words)
