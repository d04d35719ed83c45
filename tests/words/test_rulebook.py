"""The rules by number: found by number and by word, told without marks."""

from __future__ import annotations

import re

import pytest

from redcathedral.words.rulebook import Rulebook, plain

BOOK = Rulebook()


@pytest.mark.parametrize("text", ["R5.4", "r5.4", "5.4"])
def test_a_rule_by_its_number(text: str) -> None:
    assert BOOK.found(text)[0].startswith("R5.4 The tsar's reprimand. When")


@pytest.mark.parametrize("text", ["5.40", "R99", "5.", "R", "5.4.1", "lead", "R8.lead"])
def test_what_is_no_number_of_a_rule(text: str) -> None:
    assert BOOK.number(text) is None


def test_a_section_is_told_whole() -> None:
    told = BOOK.found("R8")
    assert told[:2] == [
        "R8 Solo, against Ivan.",
        "Ivan Yakovlevich plays by rule. The Czech edition calls him Postnik Yakovlev.",
    ]
    assert [line.split()[0] for line in told if re.match(r"R8\.", line)] == BOOK.within("R8")


def test_words_are_looked_for_in_all_rules() -> None:
    assert BOOK.search("Reprimand unfinish") == ["R5.4"]
    assert BOOK.search("reprimand banner nowhere") == []
    assert BOOK.search("...") == []
    many = BOOK.found("banner")
    assert len(many) == len(BOOK.search("banner")) > 3
    few = BOOK.found("lightning")
    assert few == BOOK.lines("R6.6")


def test_marks_are_not_told() -> None:
    assert [
        *plain("*Face down* is `free`, see [Claim](#r4).\n\n| a | b |\n|---|---|\n| 1 | 2 |")
    ] == [
        "Face down is free, see Claim.",
        "a; b",
        "1; 2",
    ]
    for section in BOOK.sections:
        for line in BOOK.lines(section):
            assert not re.search(r"[*`|\]]|^$", line), line
