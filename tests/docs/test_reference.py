"""The reference pages agree with the program: rules, records, positions, options."""

from __future__ import annotations

import json
import re
from pathlib import Path

from typer.testing import CliRunner

from redcathedral.box import load_edition
from redcathedral.box.vocabulary import GROUPS
from redcathedral.cli.app import application
from redcathedral.cli.edition import mark_counts
from redcathedral.record import read, replay, to_json
from redcathedral.record.header import OPTIONS
from redcathedral.record.notation import VERBS
from tools.record_reference import PAGE, page

ROOT = Path(__file__).parents[2]
RULES = (ROOT / "docs" / "rules" / "README.md").read_text(encoding="utf-8")
RECORD = PAGE.read_text(encoding="utf-8")


def fence(text: str, language: str, start: str) -> str:
    """Return the first code block in a language that begins with ``start``."""
    blocks: list[str] = re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return next(block for block in blocks if block.startswith(start))


def test_every_cited_rule_exists() -> None:
    """A number such as R5.4 in the source, the tests or a document is in the rules."""
    rules = set(re.findall(r"^\*\*(R\d+\.\d+b?)\*\*", RULES, re.MULTILINE))
    pages = [path for folder in ("src", "tests", "docs") for path in (ROOT / folder).rglob("*")]
    cited: dict[str, str] = {}
    for path in pages:
        if path.suffix in {".py", ".toml", ".json", ".md"}:
            for number in re.findall(r"\bR\d+\.\d+b?", path.read_text(encoding="utf-8")):
                cited.setdefault(number, path.relative_to(ROOT).as_posix())
    assert {number: path for number, path in cited.items() if number not in rules} == {}


def test_every_option_is_documented() -> None:
    table = RULES[RULES.index("## Options") :]
    for name, values in OPTIONS.items():
        row = next(line for line in table.splitlines() if line.startswith(f"| `{name}`"))
        assert re.findall(r"`(\w+)`", row)[1:3] == list(values), name


def test_the_readme_counts_the_reconstructed_numbers() -> None:
    edition = load_edition()
    marks = mark_counts(edition)
    rows = {path: mark for path, mark in edition.marks.items() if path.count(".") == 1}
    sentence = (
        f"Of the {len(rows)} rows of the packaged edition, {marks['printed']} are printed, "
        f"{marks['likely']} likely and {marks['reconstructed']} reconstructed. "
        f"The reconstructed rows include all {len(edition.cards)} cathedral cards, all "
        f"{sum(len(plans) for plans in edition.plans.values())} building plans, most of the score "
        f"track, and the {len(edition.influence)} influence cards except for the wording, price "
        "and amount of their actions."
    )
    assert sentence in (ROOT / "README.md").read_text(encoding="utf-8")
    reconstructed = {path for path, mark in rows.items() if mark == "reconstructed"}
    sections = {"bases", "middles", "domes", "plans_2", "plans_3", "plans_4", *GROUPS}
    assert {path for path in rows if path.split(".")[0] in sections} <= reconstructed
    known = [path for path in rows if path.startswith("prestige.") and path not in reconstructed]
    assert known == ["prestige.1"]  # two of the forty spaces
    for card in edition.influence:
        assert [action.sentence_mark for action in card.actions] == ["printed", "printed"]
        assert [action.mark for action in card.actions] == ["reconstructed", "reconstructed"]


def test_the_cards_of_a_first_game_are_documented_as_our_choice() -> None:
    assert {load_edition().marks[f"first_game.{group}"] for group in GROUPS} == {"reconstructed"}
    row = next(line for line in RULES.splitlines() if line.startswith("- `first_game`"))
    assert "our choice" in row
    commands = (ROOT / "docs" / "reference" / "command-line.md").read_text(encoding="utf-8")
    rows = [line for line in commands.splitlines() if line.startswith("| `--first-game`")]
    assert [("our choice" in row) for row in rows] == [True] * 3
    for command in ("terminal", "setup", "lab simulate"):
        arguments = [*command.split(), "--help"]
        help_text = CliRunner().invoke(application(arguments), arguments).stdout
        assert "our choice" in " ".join(re.sub("[│|]", " ", help_text).split())


def test_the_record_example_replays() -> None:
    report = replay(fence(RECORD, "text", "redcathedral-record"))
    assert report.problems == []
    assert report.warnings == []
    assert report.decisions > 0


def test_the_record_and_the_position_equal_those_of_the_code() -> None:
    """If this fails, run ``python tools/record_reference.py``."""
    assert page(RECORD) == RECORD


def test_the_position_example_is_the_last_turn_of_the_record_example() -> None:
    record = read(fence(RECORD, "text", "redcathedral-record"))
    position = to_json(record.walk(len(record.steps) - 1).state)
    assert json.loads(fence(RECORD, "json", "{\n")) == json.loads(position)


def test_every_verb_of_a_decision_is_documented() -> None:
    table = RECORD[RECORD.index("## Decisions") : RECORD.index("## Chance")]
    assert [verb for verb in VERBS if f"`{verb}" not in table] == []
