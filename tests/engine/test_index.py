"""Every numbered rule and every worked example has a test that is named after it."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
RULES = HERE.parents[1] / "docs" / "rules" / "README.md"


def test_every_rule_has_a_case_named_after_it() -> None:
    rules = re.findall(r"\*\*(R\d+\.\d+b?)\*\*", RULES.read_text(encoding="utf-8"))
    assert len(rules) == 75
    cases = "\n".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_r*.py"))
    named = set(re.findall(r"def test_(r\d+_\d+b?)_", cases))
    assert [rule for rule in rules if rule.lower().replace(".", "_") not in named] == []
