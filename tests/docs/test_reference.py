"""The reference pages say what the program does: rules, records, positions, options."""

from __future__ import annotations

import json
import re
from pathlib import Path

from redcathedral.record import Record, read, replay, to_json
from redcathedral.record.header import OPTIONS
from redcathedral.record.notation import VERBS

ROOT = Path(__file__).parents[2]
RULES = (ROOT / "docs" / "rules" / "README.md").read_text(encoding="utf-8")
RECORD = (ROOT / "docs" / "reference" / "record.md").read_text(encoding="utf-8")


def fence(text: str, language: str, start: str) -> str:
    """Return the first code of a language that starts so."""
    found: list[str] = re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return next(body for body in found if body.startswith(start))


def example() -> Record:
    return read(fence(RECORD, "text", "redcathedral-record"))


def test_every_rule_that_is_cited_is_told() -> None:
    """A number such as R5.4 in the source, the tests or a page has its paragraph."""
    told = set(re.findall(r"^\*\*(R\d+\.\d+b?)\*\*", RULES, re.MULTILINE))
    pages = [path for folder in ("src", "tests", "docs") for path in (ROOT / folder).rglob("*")]
    cited: dict[str, str] = {}
    for path in pages:
        if path.suffix in {".py", ".toml", ".json", ".md"}:
            for number in re.findall(r"\bR\d+\.\d+b?", path.read_text(encoding="utf-8")):
                cited.setdefault(number, path.relative_to(ROOT).as_posix())
    assert {number: path for number, path in cited.items() if number not in told} == {}


def test_every_option_is_told() -> None:
    table = RULES[RULES.index("## Options") :]
    for name, values in OPTIONS.items():
        row = next(line for line in table.splitlines() if line.startswith(f"| `{name}`"))
        assert re.findall(r"`(\w+)`", row)[1:3] == list(values), name


def test_the_record_example_replays() -> None:
    report = replay(fence(RECORD, "text", "redcathedral-record"))
    assert report.problems == []
    assert report.warnings == []
    assert report.decisions > 0


def test_the_position_is_that_of_the_last_turn_of_the_example() -> None:
    record = example()
    position = to_json(record.walk(len(record.steps) - 1).state)
    assert json.loads(fence(RECORD, "json", "{\n")) == json.loads(position)


def test_every_verb_of_a_decision_is_told() -> None:
    table = RECORD[RECORD.index("## Decisions") : RECORD.index("## Chance")]
    assert [verb for verb in VERBS if f"`{verb}" not in table] == []
