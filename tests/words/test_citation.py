"""Everything that may be done or lies on the table has a rule."""

from __future__ import annotations

from typing import get_args

from redcathedral.server.wire.protocol import Verb
from redcathedral.words.citation import DECISIONS, THINGS
from redcathedral.words.rulebook import Rulebook


def test_every_verb_has_a_rule() -> None:
    assert set(DECISIONS) == set(get_args(Verb))


def test_the_rules_are_there() -> None:
    book = Rulebook()
    for rule in (*DECISIONS.values(), *THINGS.values()):
        assert book.number(rule) == rule
