"""The rules in the reader's language, as an HTTP reply."""

from msgspec import Struct

from redcathedral.play.lessons.illustration import TablePart


class RulePicture(Struct, frozen=True):
    """An illustration: a part of the table at a step of a lesson; steps count from 1."""

    lesson: str
    step: int
    part: TablePart


class Rule(Struct, frozen=True):
    """A rule; its text is Markdown.

    ``origin`` says how certain the rule's numbers from the box are; empty without such numbers.
    """

    number: str
    text: str
    origin: str
    pictures: list[RulePicture]


class RuleSection(Struct, frozen=True):
    """A section of the rules, such as R1; the introduction has a name instead of a number."""

    number: str
    title: str
    lead: str
    rules: list[Rule]
    pictures: list[RulePicture]
