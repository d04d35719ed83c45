"""The guide to the environments explains every decision id."""

from __future__ import annotations

import re
from pathlib import Path

from redcathedral.engine.decisions import DECISION_COUNT
from redcathedral.record import decision_text

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "environments.md"
ROW = re.compile(r"^\| (\d+(?:-\d+|, \d+)?) \| (.*) \|$", re.MULTILINE)


def test_every_id_is_in_the_table() -> None:
    documented: list[int] = []
    for ids, description in ROW.findall(GUIDE.read_text(encoding="utf-8")):
        bounds = [int(number) for number in re.split("-|, ", ids)]
        row = range(bounds[0], bounds[-1] + 1)
        verbs = set(re.findall("`([a-z-]+)`", description))
        assert {decision_text(number).split()[0] for number in row} == verbs, ids
        documented += row
    assert documented == list(range(DECISION_COUNT))
