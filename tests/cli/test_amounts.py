"""What is shown adds up: shares in tenths of a percent, and the report of an analysis."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from redcathedral.cli.app import application
from redcathedral.record import read
from redcathedral.text.analysis import parts_of, tenths
from tests.ai.analysis.endings import last_turns
from tests.record.games import text

NUMBER = r"[+−]?\d+\.\d"
ERROR = r" ± \d+\.\d"


def number(text: str) -> float:
    return float(text.replace("−", "-"))


@given(st.lists(st.integers(-400_000, 400_000), min_size=1, max_size=5))
def test_rounded_parts_add_up(numbers: list[int]) -> None:
    shares = [number / 100_000 for number in numbers]
    total = tenths(sum(shares))
    parts = parts_of(total, shares)
    assert sum(parts) == total
    assert all(abs(part - 1000 * share) < 1.01 for part, share in zip(parts, shares, strict=True))


@given(st.integers(0, 100_000), st.lists(st.integers(-100_000, 100_000), min_size=3, max_size=3))
def test_the_changes_between_two_rounded_numbers_add_up(start: int, changes: list[int]) -> None:
    before, after = start / 100_000, (start + sum(changes)) / 100_000
    shares = [change / 100_000 for change in changes]
    parts = parts_of(tenths(after) - tenths(before), shares)
    assert tenths(before) + sum(parts) == tenths(after)
    assert all(abs(part - 1000 * share) < 2 for part, share in zip(parts, shares, strict=True))


@pytest.mark.parametrize(
    ("game", "turns"),
    [
        ("2p-advanced-01", 9),
        pytest.param("3p-basic-01", 9, marks=pytest.mark.long),
        pytest.param("solo-basic-01", 9, marks=pytest.mark.long),
        pytest.param("2p-advanced-01", None, marks=pytest.mark.long),
        pytest.param("3p-basic-01", None, marks=pytest.mark.long),
        pytest.param("solo-basic-01", None, marks=pytest.mark.long),
    ],
)
def test_the_report_adds_up_as_a_reader_adds_it(
    game: str, turns: int | None, tmp_path: Path
) -> None:
    """The report of the last turns of a game, or of the whole game."""
    whole = text(game)
    file = tmp_path / f"{game}.rcg"
    file.write_text(whole if turns is None else last_turns(read(whole), turns).text(), "utf-8")
    result = CliRunner().invoke(
        application(["analyse"]), ["analyse", str(file), "--full", "--rollouts", "2"]
    )
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    sums = [line for line in lines if re.search(r"% at the start, luck ", line)]
    assert len(sums) == (3 if game.startswith("3p") else 2)
    ledgers = [line for line in lines if ", correction " in line]
    assert ledgers
    for line in (*sums, *ledgers):
        figures = re.sub(ERROR, "", line[line.index(": ") :])
        before, *changes, after = (round(10 * number(text)) for text in re.findall(NUMBER, figures))
        assert before + sum(changes) == after, line
    faults = [line for line in lines if " smaller ones " in line]
    chances = [line for line in lines if line.startswith("Chances: ")]
    for line in chances:
        assert line.count("±") == 3 * line.count("(margin ") > 0
    for line in (*sums, *ledgers, *faults, *chances):  # with each figure goes its error
        assert not re.search(rf"{NUMBER}(?! ±)", re.sub(ERROR, " ±", line)), line
    assert len(faults) == (3 if game.startswith("3p") else 2 if game.startswith("2p") else 1)
    listed_mistakes = sum(line.startswith("Mistake, ") for line in lines)
    losses = [float(line.split()[1]) for line in lines if line.startswith("Mistake, ")]
    great = 0.0
    for line in faults:
        numbers = [number(text) for text in re.findall(NUMBER, re.sub(ERROR, "", line))]
        listed, small, unsure, total, mean, chance, margin = numbers
        assert listed + small + unsure == pytest.approx(total)
        assert chance + margin == pytest.approx(total)
        turns = int(re.findall(r"(\d+) turns?,", line)[0])
        assert mean == pytest.approx(total / turns, abs=0.06)
        listed_number = re.match(r"(\d+|One) mistake", line)
        assert listed_number is not None
        listed_mistakes -= 1 if listed_number[1] == "One" else int(listed_number[1])
        great += listed
    assert listed_mistakes == 0
    assert great == pytest.approx(sum(losses), abs=0.06 * len(losses))
    # every turn in which a seat decided counts once, also where it has two parts
    headers = [line for line in lines if re.match(r"Turn \d+, .*, after ", line)]
    for line, seat in zip(faults, [re.split(r": (?=\d)", line)[0] for line in sums], strict=False):
        own = sum(f", {seat}, " in header for header in headers)
        assert int(re.findall(r"(\d+) turns?,", line)[0]) in range(own, len(headers) + 1)
        if not game.startswith("solo"):
            assert int(re.findall(r"(\d+) turns?,", line)[0]) == own
    gains = [line for line in lines if line.startswith("Luck: ") or re.match(r"Turn \d+: ", line)]
    assert not [line for line in gains if re.search(r"[+-]0\.0 ±", line)]
