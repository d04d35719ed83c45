"""Find the rule of each decision, element and option, and the edition data of each rule."""

from importlib.resources import files
from typing import Final

import msgspec

from redcathedral.box.edition import MARKS, Edition
from redcathedral.text.terms import influence_mark
from redcathedral.text.translator import Term


class _Citations(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    decisions: dict[str, str]
    elements: dict[str, str]
    options: dict[str, str]
    editions: dict[str, tuple[str, ...]]


_FILE: Final = files("redcathedral.text").joinpath("rule_citations.toml")
_CITATIONS: Final = msgspec.toml.decode(_FILE.read_text("utf-8"), type=_Citations)
DECISION_RULES: Final = _CITATIONS.decisions
ELEMENT_RULES: Final = _CITATIONS.elements
OPTION_RULES: Final = _CITATIONS.options
EDITION_SECTIONS: Final = _CITATIONS.editions


def certainty(edition: Edition, rule: str) -> Term | None:
    """Return the certainty of a rule's numbers, or None if the rule has no numbers."""
    sections = EDITION_SECTIONS.get(rule, ())
    if "craftsmen" in sections:
        return influence_mark(edition.influence[0])
    marks = [mark for row, mark in edition.marks.items() if row.split(".")[0] in sections]
    return Term("mark", mark=max(marks, key=MARKS.index)) if marks else None
