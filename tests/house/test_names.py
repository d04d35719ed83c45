"""A name stands for one thing."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "redcathedral"


def classes() -> dict[str, list[str]]:
    """The modules in which each public class of a module is defined."""
    found = defaultdict(list)
    for path in SOURCE.rglob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(path.relative_to(SOURCE).as_posix())
    return found


def test_no_class_name_stands_for_two_things() -> None:
    known = classes()
    assert len(known) > 200
    assert {name: where for name, where in known.items() if len(where) > 1} == {}
