"""The guide to the environments says what each decision id is."""

from __future__ import annotations

import re
from pathlib import Path

from redcathedral.engine.decisions import DECISION_COUNT
from redcathedral.record import decision_text

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "environments.md"
ROW = re.compile(r"^\| (\d+(?:-\d+|, \d+)?) \| (.*) \|$", re.MULTILINE)


def test_every_id_is_in_the_table() -> None:
    told: list[int] = []
    for ids, what in ROW.findall(GUIDE.read_text(encoding="utf-8")):
        first, last = (re.split("-|, ", ids) * 2)[:2]
        verbs = set(re.findall("`([a-z-]+)`", what))
        row = range(int(first), int(last) + 1)
        assert {decision_text(number).split()[0] for number in row} == verbs, ids
        told += row
    assert told == list(range(DECISION_COUNT))
