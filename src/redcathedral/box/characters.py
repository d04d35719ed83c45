"""Check the characters in names and messages: visible, blank, invisible and joining characters."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

# Characters that look like a blank: spaces, the tab, fillers of Hangul, an empty Braille cell.
BLANK: Final = re.compile(
    "[\t \u00a0\u115f\u1160\u1680\u2000-\u200a\u202f\u205f\u2800\u3000\u3164\uffa0]"
)
# Unicode's Default_Ignorable_Code_Point, and characters without a glyph or for an object.
INVISIBLE: Final = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc"
    "\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
# Invisible characters that change the shape of their neighbors.  Persian, Indic, Hebrew and
# Mongolian names use them, and so do emoji of several persons.
JOINERS: Final = frozenset("\u034f\u180e\u200c\u200d")
_VARIANTS: Final = re.compile("[\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_TAG: Final = re.compile("[\U000e0020-\U000e007f]")
# The black flag and the tag characters that spell the name of a region.
_FLAG: Final = re.compile("\U0001f3f4[\U000e0020-\U000e007e]*$")
_VIRAMA: Final = 9  # the combining class of signs that join Indic letters
# Unicode adds emoji every year; an older Python does not know the new ones.
_EMOJI: Final = range(0x1F000, 0x1FB00)
_UNNAMED: Final = {
    "Cc": "CONTROL CHARACTER",
    "Cn": "UNASSIGNED",
    "Co": "PRIVATE USE",
    "Cs": "SURROGATE",
}


def is_allowed_in_text(character: str) -> bool:
    """Return whether a text may contain this character: no control, surrogate or unassigned one."""
    match unicodedata.category(character):
        case "Cc" | "Cs" | "Co" | "Zl" | "Zp":
            return False
        case "Cn":
            return ord(character) in _EMOJI
        case _:
            return True


def is_visible(character: str) -> bool:
    """Return whether this character is visible by itself: a letter, digit or symbol, not a mark."""
    if BLANK.match(character) or INVISIBLE.match(character) or not is_allowed_in_text(character):
        return False
    category = unicodedata.category(character)
    return category[0] in "LNPS" or category == "Cn"


def has_visible_character(text: str) -> bool:
    """Return whether a text contains a visible character."""
    return any(map(is_visible, text))


def replace_blanks(text: str) -> str:
    """Replace each character that looks like a blank by a space."""
    return BLANK.sub(" ", text)


def comparison_key(text: str) -> str:
    """Return a key that is equal for texts that look alike.

    The key ignores invisible characters, case, wide and narrow forms, and repeated blanks.
    Similar letters of different scripts stay different.
    """
    visible = INVISIBLE.sub("", replace_blanks(text))
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", visible).casefold())
    return " ".join(INVISIBLE.sub("", folded).split())


def is_mark(character: str) -> bool:
    """Return whether this character is a mark on the previous one, such as an accent."""
    return unicodedata.category(character) in ("Mn", "Mc", "Me")


def is_allowed_in_name(text: str, index: int) -> bool:
    """Return whether a name may contain the character at ``index``, next to its neighbors.

    Allowed are visible characters, blanks, and joiners, marks and tags where names use them.
    """
    character = text[index]
    previous = text[index - 1] if index else " "
    next_character = text[index + 1] if index + 1 < len(text) else " "
    if BLANK.match(character):
        return True
    if character in JOINERS:
        follows_virama = unicodedata.combining(previous) == _VIRAMA
        return _is_base(previous) and (
            follows_virama or is_visible(next_character) or is_mark(next_character)
        )
    if _VARIANTS.match(character):
        return is_visible(previous)
    if _TAG.match(character):
        return _FLAG.search(text[:index]) is not None
    if is_mark(character):
        return not INVISIBLE.match(character) and (_is_base(previous) or previous in JOINERS)
    return is_visible(character)


def _is_base(character: str) -> bool:
    """Return whether a mark or a joiner can follow this character."""
    return is_visible(character) or is_mark(character)


def find_excess_mark(text: str, max_marks: int) -> int | None:
    """Return the index of the first mark beyond ``max_marks`` on one letter, or None."""
    for index, count in enumerate(_mark_counts(text)):
        if count > max_marks:
            return index
    return None


def remove_excess_marks(text: str, max_marks: int) -> str:
    """Remove all but the first ``max_marks`` marks on each letter."""
    counts = _mark_counts(text)
    return "".join(
        character for character, count in zip(text, counts, strict=True) if count <= max_marks
    )


def _mark_counts(text: str) -> Iterator[int]:
    """Yield for each mark its number in a run of marks, from 1, and 0 for other characters."""
    count = 0
    for character in text:
        is_counted = unicodedata.category(character) in ("Mn", "Me") and not INVISIBLE.match(
            character
        )
        count = count + 1 if is_counted else 0
        yield count


def describe_character(character: str) -> str:
    """Return a character (if it is visible), its code point and its Unicode name."""
    visible = f"{character} " if is_visible(character) else ""
    name = unicodedata.name(character, "") or _UNNAMED.get(unicodedata.category(character), "")
    return f"{visible}U+{ord(character):04X} {name}".rstrip()
