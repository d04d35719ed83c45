"""Names of people: visible to others, distinguishable, and possible in a record."""

import re
import unicodedata
from typing import Final, Literal, TypeAlias

from redcathedral.box.characters import (
    describe_character,
    find_excess_mark,
    has_visible_character,
    is_allowed_in_name,
    replace_blanks,
)
from redcathedral.record.header import BOT

MAX_LENGTH: Final = 40  # characters of a name
MAX_MARKS: Final = 4  # on one letter, as UTS 39 advises; pointed Hebrew and Tibetan need them
_COMMENT: Final = re.compile("(?:^| )#")  # in a record
NameFault: TypeAlias = Literal["long", "invisible", "character", "comment", "bot", "marks"]


class PersonNameError(ValueError):
    """A name that cannot be used: the fault, and the wrong character with its number from 1."""

    def __init__(self, fault: NameFault, at: int = 0, character: str = "", limit: int = 0) -> None:
        super().__init__(fault, at, character, limit)
        self.fault = fault
        self.at = at
        self.character = character
        self.limit = limit


def person_name(text: str) -> str:
    """Return a name in its stored form, empty if no text is typed; raises PersonNameError.

    Each character that looks like a blank becomes a space; spaces around the name are removed.
    """
    if (typed := text.strip()) and not has_visible_character(typed):
        raise _bad("invisible", typed, 0)
    name = replace_blanks(unicodedata.normalize("NFC", typed)).strip()
    for at in range(len(name)):
        if not is_allowed_in_name(name, at):
            raise _bad("character", name, at)
    if (piled := find_excess_mark(name, MAX_MARKS)) is not None:
        raise _bad("marks", name, piled, MAX_MARKS)
    if comment := _COMMENT.search(name):
        raise _bad("comment", name, comment.end() - 1)
    if name.startswith(BOT):
        raise PersonNameError("bot")
    if len(name) > MAX_LENGTH:
        raise PersonNameError("long", len(name), limit=MAX_LENGTH)
    return name


def _bad(fault: NameFault, text: str, at: int, limit: int = 0) -> PersonNameError:
    return PersonNameError(fault, at + 1, describe_character(text[at]), limit)
