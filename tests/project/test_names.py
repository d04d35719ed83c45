"""A name stands for one thing."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "redcathedral"


def types() -> dict[str, list[str]]:
    """The modules in which each public class and each alias of a type is defined."""
    found = defaultdict(list)
    for path in SOURCE.rglob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            name = named(node)
            if name and not name.startswith("_"):
                found[name].append(path.relative_to(SOURCE).as_posix())
    return found


def named(node: ast.stmt) -> str | None:
    """The type that a statement names."""
    match node:
        case ast.ClassDef(name):
            return name
        case ast.AnnAssign(ast.Name(name), ast.Name("TypeAlias")):
            return name
        case _:
            return None


def test_no_name_of_a_type_stands_for_two_things() -> None:
    known = types()
    assert len(known) > 200
    assert {name: where for name, where in known.items() if len(where) > 1} == {}
