"""No regular expression backtracks badly on a long text that a visitor may send.

Each one is tried, in the way the code uses it, on texts of 12,000 characters: repeated characters
and pairs of characters from the expression itself, with an end that does not match.  A quadratic
expression takes a tenth of a second; all others take less than a hundredth of that.  ESLint checks
the expressions of the page.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import redcathedral

SOURCE = Path(__file__).parents[2] / "src" / "redcathedral"
LENGTH = 12_000
MAX_SECONDS = 0.06
SEARCHES = {"search", "sub", "split", "findall", "finditer"}
# Searches of the project's own files.
OWN_TEXTS = {"redcathedral.text.rulebook._LINK"}
LOCAL_MODULES = ("envs.", "server.local.", "sql.migrations.", "__main__")  # need other packages


def used_patterns() -> Iterator[tuple[str, re.Pattern[str], bool]]:
    """Yield the place of each expression, the expression, and whether the code searches with it."""
    for module in pkgutil.walk_packages(redcathedral.__path__, "redcathedral."):
        if any(part in module.name for part in LOCAL_MODULES):
            continue
        for name, value in vars(importlib.import_module(module.name)).items():
            if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
                yield f"{module.name}.{name}", value, name in SEARCHED
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Attribute(value=ast.Name("re"), attr=attribute),
                    args=[ast.Constant(str(text)), *_],
                ):
                    yield f"{path}:{node.lineno}", re.compile(text), attribute in SEARCHES
                case _:
                    pass


def searched_names() -> set[str]:
    """The names of expressions with which the code searches."""
    texts = (path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))
    found = (re.findall(rf"(\w+)\.(?:{'|'.join(SEARCHES)})\(", text) for text in texts)
    return {name for names in found for name in names}


SEARCHED = searched_names()


def attacks(pattern: str) -> Iterator[str]:
    """Yield long texts that could match an expression but for their end."""
    characters = list(dict.fromkeys([*filter(str.isprintable, pattern), *"aA0 _-.\n\t"]))
    pairs = [a + b for a in characters[:3] for b in characters[:3] if a != b]
    for unit in (*characters, *pairs, *re.findall(r"\w{2,}", pattern)[:4]):
        yield unit * (LENGTH // len(unit)) + "\0"


def seconds(pattern: re.Pattern[str], *, searches: bool) -> float:
    """The processor time of the worst attack."""
    worst = 0.0
    for text in attacks(pattern.pattern):
        start = time.process_time()
        pattern.fullmatch(text)
        if searches:
            pattern.search(text)
        worst = max(worst, time.process_time() - start)
        if worst > MAX_SECONDS:
            break
    return worst


@pytest.mark.slow
def test_no_expression_backtracks_badly() -> None:
    slow = [
        place
        for place, pattern, searches in used_patterns()
        if place not in OWN_TEXTS and seconds(pattern, searches=searches) > MAX_SECONDS
    ]
    assert slow == []


def test_a_quadratic_expression_is_found() -> None:
    quadratic = re.compile(r"[a-z]+=[0-9]")
    assert seconds(quadratic, searches=False) < MAX_SECONDS
    assert seconds(quadratic, searches=True) > MAX_SECONDS
