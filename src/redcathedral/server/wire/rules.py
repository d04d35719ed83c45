"""The rules by number, in the reader's language: asked for when somebody wants to read them."""

from msgspec import Struct


class Rule(Struct, frozen=True):
    """A rule by its number; the text is Markdown."""

    number: str
    text: str


class RuleSection(Struct, frozen=True):
    """A section by its number, R1 and so on; what comes before the rules has a name instead."""

    number: str
    title: str
    lead: str
    rules: list[Rule]
