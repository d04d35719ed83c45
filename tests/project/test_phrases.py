"""The check of phrases finds the old style in sentences and in names, and nothing else."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tools import phrases, size

ROOT = size.ROOT


def check(*arguments: str) -> tuple[int, list[str]]:
    """Return the exit status and the output of the check."""
    command = [sys.executable, str(ROOT / "tools" / "phrases.py"), *arguments]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.stderr == ""
    return result.returncode, result.stdout.splitlines()


def found(file: Path, text: str) -> list[str]:
    """Return the phrases that the check finds in a text, each with its line."""
    file.write_text(text, encoding="utf-8")
    status, lines = check(str(file))
    assert status == (1 if lines else 0)
    return [
        match[1]
        for line in lines
        if (match := re.fullmatch(rf'{re.escape(str(file))}:(\d+: ".+"); write: .+ \(.+\)', line))
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The player is told it.\n", ['1: "told"']),
        ("a = 1\nwas_told = Told(TOLD)\n", ['2: "told"', '2: "Told"', '2: "TOLD"']),
        ("def so_many(a: int, soMuch: int)", ['1: "so_many"', '1: "soMuch"']),
        ("# Here so\n# many are kept.\n", ['1: "so # many"']),
        ("Don’t stop, it's done.", ['1: "Don’t"', '1: "it\'s"']),
        ("The game goes on.", ['1: "goes on"']),
    ],
)
def test_finds_a_phrase(tmp_path: Path, text: str, expected: list[str]) -> None:
    assert found(tmp_path / "a.py", text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "The soldier retold it; tolds and untold numbers are other words.",
        "If so, many of them stay.",
        "The tile goes on the board.",
        'say("told.influence")',
        'table = "inventory.beside"',
        'play("claim 4.1 beside")',
    ],
)
def test_accepts_plain_english_ids_of_texts_and_kept_names(tmp_path: Path, text: str) -> None:
    assert found(tmp_path / "a.py", text) == []


def test_english_texts_of_the_app_are_checked() -> None:
    checked = {Path(name) for name in phrases.checked_files()}
    locales = Path("src/redcathedral/locales")
    assert {locales / folder / "en.json" for folder in (".", "learn", "rules", "index")} <= checked
    assert locales / "pl.json" not in checked


@pytest.mark.long
def test_counts_the_hits_of_all_folders() -> None:
    status, lines = check("count")
    assert status == 0
    *folders, total = [line.split(maxsplit=1) for line in lines]
    numbers = [int(number.replace(",", "")) for number, _ in (*folders, total)]
    assert total[1] == "in all"
    assert sum(numbers[:-1]) == numbers[-1]


def test_every_entry_of_the_list_has_a_reason_and_every_allowed_place_exists() -> None:
    content = tomllib.loads((ROOT / "tools" / "phrases.toml").read_text(encoding="utf-8"))
    assert all(rule["use"] and rule["reason"] for rule in content["rule"])
    assert all(entry["reason"] for entry in (*content["keep"], *content["allow"]))
    allowed = {entry["path"] for entry in content["allow"]}
    assert all((ROOT / path).exists() for path in allowed)
    assert size.GENERATED_PAGES - {"docs/rules/README.md"} <= allowed
