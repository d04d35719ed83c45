"""Check that a person's name is visible, readable, and possible in a record."""

import re
import unicodedata
from typing import Final, Literal, TypeAlias

from redcathedral.box import characters
from redcathedral.record.header import BOT

MAX_LENGTH: Final = 40  # characters of a name
# Marks on one letter: the limit of Unicode UTS 39.  Pointed Hebrew and Tibetan need four.
MAX_MARKS: Final = 4
_COMMENT: Final = re.compile("(?:^| )#")  # the start of a comment in a record
NameFault: TypeAlias = Literal["long", "invisible", "character", "comment", "bot", "marks"]


class PersonNameError(ValueError):
    """A name cannot be used: the fault, and the wrong character with its position from 1."""

    def __init__(self, fault: NameFault, at: int = 0, character: str = "", limit: int = 0) -> None:
        super().__init__(fault, at, character, limit)
        self.fault = fault
        self.at = at
        self.character = character
        self.limit = limit


def person_name(text: str) -> str:
    """Return a name in its stored form, empty for a blank text; raises PersonNameError.

    Characters that look like a blank become spaces; spaces around the name are removed.
    """
    if (stripped := text.strip()) and not characters.has_visible_character(stripped):
        raise _name_error("invisible", stripped, 0)
    name = characters.replace_blanks(unicodedata.normalize("NFC", stripped)).strip()
    for index in range(len(name)):
        if not characters.is_allowed_in_name(name, index):
            raise _name_error("character", name, index)
    if (excess := characters.find_excess_mark(name, MAX_MARKS)) is not None:
        raise _name_error("marks", name, excess, MAX_MARKS)
    if comment := _COMMENT.search(name):
        raise _name_error("comment", name, comment.end() - 1)
    if name.startswith(BOT):
        raise PersonNameError("bot")
    if len(name) > MAX_LENGTH:
        raise PersonNameError("long", len(name), limit=MAX_LENGTH)
    return name


def _name_error(fault: NameFault, text: str, index: int, limit: int = 0) -> PersonNameError:
    return PersonNameError(fault, index + 1, characters.describe_character(text[index]), limit)
