"""Everything that may be done or lies on the table has a rule."""

from __future__ import annotations

from typing import get_args

import pytest

from redcathedral.box.edition import MARKS
from redcathedral.box.loader import load_edition
from redcathedral.box.options import CHOICES
from redcathedral.play.lessons import ILLUSTRATIONS
from redcathedral.server.core.wire.protocol import Verb
from redcathedral.text import languages
from redcathedral.text.rule_citations import (
    DECISION_RULES,
    EDITION_SECTIONS,
    ELEMENT_RULES,
    OPTION_RULES,
)
from redcathedral.text.rulebook import Rulebook


def test_every_verb_has_a_rule() -> None:
    assert set(DECISION_RULES) == set(get_args(Verb))


def test_the_rules_are_there() -> None:
    book = Rulebook()
    for rule in (*DECISION_RULES.values(), *ELEMENT_RULES.values()):
        assert book.number(rule) == rule


def test_every_option_has_a_rule_that_names_it() -> None:
    book = Rulebook()
    assert {*OPTION_RULES, "workshop_side"} == set(CHOICES)
    for option, rule in OPTION_RULES.items():
        assert f"`{option}`" in book.markdown(rule)


def test_the_numbers_are_those_of_an_edition() -> None:
    book, edition = Rulebook(), load_edition()
    sections = {row.split(".")[0] for row in edition.marks}
    for rule, wanted in EDITION_SECTIONS.items():
        assert book.number(rule) == rule
        assert sections.issuperset(wanted)
    assert {mark for row, mark in edition.marks.items()} == set(MARKS)


@pytest.mark.parametrize("language", languages())
def test_numbers_of_the_box_in_sentences_are_those_of_the_edition(language: str) -> None:
    book, edition = Rulebook(language), load_edition()
    assert f" {edition.rubles} " in book.markdown("R1.3")
    assert f" {edition.lap} " in book.markdown("R1.2")


def test_every_picture_has_a_rule() -> None:
    book = Rulebook()
    for name in ILLUSTRATIONS:
        assert name == "example" or book.number(name) == name
