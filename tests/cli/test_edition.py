"""``redcathedral edition show`` and ``check``."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from redcathedral.box import load_edition
from redcathedral.cli.edition import app
from redcathedral.cli.edition_tables import print_edition, tables
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
    lines = result.stdout.splitlines()
    edition = load_edition()
    assert edition.hash in lines
    for card in edition.cards:
        (line,) = (line for line in lines if line.split()[:1] == [card.id])
        assert line.endswith(card.mark)
    marked = [line for line in lines if re.search(r"  (printed|likely|reconstructed)", line)]
    # A row of the file is a row of a table; a card of influence is two, one an action.
    rows = sum(path.count(".") == 1 for path in edition.marks)
    assert len(marked) == rows + 12
    assert sum(len(rows) for _, _, rows in tables(edition)) == rows + 12
    assert (
        "yellow  2    2     2      3       1       2       reconstructed, but blue printed" in lines
    )
    assert any(line.startswith("Marks: printed = stated by a rulebook") for line in lines)


def test_of_an_influence_card_only_the_sentences_are_printed() -> None:
    lines = RUN.invoke(app, ["show"]).stdout.splitlines()
    for card in load_edition().influence:
        shown = [line for line in lines if line.split()[:1] == [card.id]]
        assert len(shown) == 2  # one an action
        assert all(line.endswith("  reconstructed, but sentences printed") for line in shown)
    assert (
        "The sentences of an influence card are the wording, the price and the amount of its "
        "actions; the other mark is of the materials shown, of lightning or infinity, of how often "
        "an action occurs and of which two share a card." in lines
    )
    first = lines.index(
        "Influence cards of the option first_game (R2.6): a reconstructed one is our choice"
    )
    assert [line.split()[-1] for line in lines[first + 2 : first + 6]] == ["reconstructed"] * 4


def test_plain_output_has_no_lines_and_colours() -> None:
    text = RUN.invoke(app, ["show"]).stdout
    assert text.isascii()
    assert "\x1b" not in text
    assert max(len(line.rstrip()) - len(line) for line in text.splitlines()) == 0


def test_a_terminal_gets_tables() -> None:
    out = StringIO()
    print_edition(load_edition(), Console(file=out, force_terminal=True, width=120))
    assert "\u2500" in out.getvalue()
    assert "as often as you like" in out.getvalue()


def test_names_are_not_taken_for_markup(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    name = "Reconstructed edition of the 2020 box"
    file.write_text(GOOD.read_text(encoding="utf-8").replace(name, "[red]My :smile: box[/blue]"))
    for arguments in (["show", str(file)], ["check", str(file)]):
        assert "[red]My :smile: box[/blue]" in RUN.invoke(app, arguments).stdout


def test_show_json() -> None:
    result = RUN.invoke(app, ["show", "reconstructed-2020", "--json"])
    shown = json.loads(result.stdout)
    edition = load_edition()
    assert shown["hash"] == edition.hash
    assert shown["marks"] == edition.marks
    assert shown["materials"]["gold"] == 15
    assert shown["cards"][0] == {
        "id": "b1",
        "section": "base",
        "cost": {"wood": 2, "brick": 1},
        "recognition": 2,
        "rubles": 2,
        "mark": "reconstructed",
    }
    assert shown["influence"][0]["actions"][1] == {
        "text": "endless buy 1 of WBS for 1R",
        "effect": "buy",
        "materials": ["wood", "brick", "stone"],
        "price": 1,
        "amount": 1,
        "endless": True,
        "mark": "reconstructed",
        "sentence_mark": "printed",
    }
    assert shown["influence"][0]["mark"] == "reconstructed"
    assert shown["marks"]["craftsmen.C1.sentences"] == "printed"
    assert shown["plans"]["2"] == [[2, 4, 4, 2], [3, 2, 4, 3], [3, 3, 3, 3]]
    assert shown["basic_costs"]["yellow"]["blue"] == 2
    assert shown["advanced_ornaments"]["yellow"] == {
        "red": "door",
        "blue": "arch",
        "green": "arch",
        "yellow": "cross",
        "white1": None,
        "white2": None,
    }
    tiles = {tile["id"]: tile for tile in shown["workshop_tiles"]}
    assert (tiles["die-red*"]["die"], tiles["die-red*"]["resource"]) == ("red", None)
    assert (tiles["wood"]["die"], tiles["wood"]["resource"]) == (None, "wood")


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
