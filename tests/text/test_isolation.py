"""Names written from right to left are kept apart from what is around them, on pages only."""

from __future__ import annotations

import pytest

from redcathedral.text import Narrator
from redcathedral.text.translator import AllOf, Term, isolated, without_isolation

HEBREW = "\u05d3\u05d5\u05d3"
ARABIC = "\u0644\u064a\u0644\u0649"


def marked(name: str) -> str:
    return f"\u2068{name}\u2069"


@pytest.mark.parametrize("name", [HEBREW, ARABIC, f"{HEBREW} 2", f"Ana {HEBREW}"])
def test_a_name_from_right_to_left_has_marks_around_it(name: str) -> None:
    assert isolated(name) == marked(name)
    assert without_isolation(isolated(name)) == name


@pytest.mark.parametrize("name", ["", "Ana", "Zoë", "Ольга", "3", "愛"])
def test_other_names_have_none(name: str) -> None:
    assert isolated(name) == name


def test_texts_for_a_page_isolate_and_those_of_the_terminal_do_not() -> None:
    term = Term("table.prompt", who=HEBREW, ways="1")
    assert Narrator(isolates=True).say(term) == f"{marked(HEBREW)}: 1."
    assert Narrator().say(term) == f"{HEBREW}: 1."


def test_each_name_of_a_list_is_isolated() -> None:
    winners = Term("score.winners", who=AllOf((HEBREW, "Ana")))
    assert Narrator(isolates=True).say(winners) == f"{marked(HEBREW)} and Ana share the victory."
