"""The rules by number, in the reader's language: asked for when somebody wants to read them."""

from msgspec import Struct

from redcathedral.play.lessons.illustration import TablePart


class RulePicture(Struct, frozen=True):
    """A part of the table at a step of a lesson, counted from 1."""

    lesson: str
    step: int
    part: TablePart


class Rule(Struct, frozen=True):
    """A rule by its number; the text is Markdown.

    ``origin`` says how sure the numbers of the box are that it leads to; else it is empty.
    """

    number: str
    text: str
    origin: str
    pictures: list[RulePicture]


class RuleSection(Struct, frozen=True):
    """A section by its number, R1 and so on; what comes before the rules has a name instead."""

    number: str
    title: str
    lead: str
    rules: list[Rule]
    pictures: list[RulePicture]
