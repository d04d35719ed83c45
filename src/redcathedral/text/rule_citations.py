"""Find the rule of each decision, element and option, and the edition data of each rule."""

from collections.abc import Mapping
from typing import Final

from redcathedral.box.edition import Edition
from redcathedral.text.terms import influence_mark
from redcathedral.text.translator import Term

# By the first word of a decision.  A re-roll is paid with prestige, but has its own rule.
DECISION_RULES: Final[Mapping[str, str]] = {
    "claim": "R4.2",
    "tile": "R4.4",
    "deliver": "R5.1",
    "ornament": "R5.5",
    "die": "R6.1",
    "take": "R6.5",
    "influence": "R6.6",
    **dict.fromkeys(("sell", "buy", "trade", "give", "get", "swap", "discard", "pay"), "R6.7"),
    "stop": "R6.6",
    "activate": "R6.9",
    "prestige": "R3.2",
    "reroll": "R3.3",
    "end": "R3.1",
    "ivan": "R8.4",
}
# By the kind of an element of the table.
ELEMENT_RULES: Final[Mapping[str, str]] = {
    "die": "R6.1",
    "space": "R6.5",
    "tile": "R6.5",
    "influence": "R6.6",
    "card": "R5.3",
    "tower": "R7.4",
    "two-seats-tower": "R7.5",
    "workshop": "R4.4",
    "side": "R4.4",
    "slot": "R1.4",
    "supply": "R1.3",
    "ornament": "R5.5",
    "banner": "R4.1",
    "seat": "R1.2",
    "marker": "R1.2",
    "ivan": "R8.4",
}
OPTION_RULES: Final[Mapping[str, str]] = {
    "limited_rubles": "R1.3",
    "first_game": "R2.6",
    "prestige_for_rubles": "R3.5",
    "final_roll": "R3.5",
    "ivan_recognition_tile": "R8.4",
}
# The sections of the edition file that have the numbers of a rule.
EDITION_SECTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "R1.2": ("prestige",),
    "R1.3": ("materials", "rubles"),
    "R1.4": ("inventory",),
    "R2.3": ("advanced_ornaments",),
    "R2.6": ("first_game",),
    "R2.8": ("plans_2", "plans_3", "plans_4", "bases", "middles", "domes"),
    "R2.9": ("workshop_tiles",),
    "R4.4": ("basic_costs",),
    "R4.5": ("advanced_costs",),
    "R6.5": ("resource_tiles",),
    "R6.7": ("craftsmen", "teamsters", "merchants", "clergy"),
    "R8.4": ("ivan_cards",),
}
MARKS: Final = ("reconstructed", "likely", "printed")  # the least certain first


def certainty(edition: Edition, rule: str) -> Term | None:
    """Return the certainty of a rule's numbers, or None if the rule has no numbers."""
    sections = EDITION_SECTIONS.get(rule, ())
    if "craftsmen" in sections:
        return influence_mark(edition.influence[0])
    marks = [mark for row, mark in edition.marks.items() if row.split(".")[0] in sections]
    return Term("mark", mark=min(marks, key=MARKS.index)) if marks else None
