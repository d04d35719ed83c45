"""Classes of characters in names and messages: visible, blank, invisible and joining ones."""

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
_FLAG: Final = re.compile("\U0001f3f4[\U000e0020-\U000e007e]*$")  # of a region that tags spell
_VIRAMA: Final = 9  # the combining class of signs that join Indic letters
# Unicode adds emoji every year; an older Python does not know the new ones.
_EMOJI: Final = range(0x1F000, 0x1FB00)
_UNNAMED: Final = {
    "Cc": "CONTROL CHARACTER",
    "Cn": "UNASSIGNED",
    "Co": "PRIVATE USE",
    "Cs": "SURROGATE",
}


def is_allowed_in_text(sign: str) -> bool:
    """Return whether texts may have this character: no control, surrogate or unknown character."""
    match unicodedata.category(sign):
        case "Cc" | "Cs" | "Co" | "Zl" | "Zp":
            return False
        case "Cn":
            return ord(sign) in _EMOJI
        case _:
            return True


def is_visible(sign: str) -> bool:
    """Return whether this character is visible alone, as a letter, digit or symbol, not a mark."""
    if BLANK.match(sign) or INVISIBLE.match(sign) or not is_allowed_in_text(sign):
        return False
    category = unicodedata.category(sign)
    return category[0] in "LNPS" or category == "Cn"


def has_visible_character(text: str) -> bool:
    """Return whether a text has a visible character."""
    return any(map(is_visible, text))


def replace_blanks(text: str) -> str:
    """Replace each character that looks like a blank by a space."""
    return BLANK.sub(" ", text)


def comparison_key(text: str) -> str:
    """Return a key that is equal for texts that look alike.

    The key ignores invisible characters, case, wide and narrow forms, and repeated blanks.  It does
    not match similar letters of different scripts.
    """
    shown = INVISIBLE.sub("", replace_blanks(text))
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", shown).casefold())
    return " ".join(INVISIBLE.sub("", folded).split())


def is_mark(sign: str) -> bool:
    """Return whether this character is a mark on the one before, such as an accent."""
    return unicodedata.category(sign) in ("Mn", "Mc", "Me")


def is_allowed_in_name(text: str, at: int) -> bool:
    """Return whether the character at ``at`` is visible, a blank, or a joiner that names use."""
    sign = text[at]
    before = text[at - 1] if at else " "
    after = text[at + 1] if at + 1 < len(text) else " "
    if BLANK.match(sign):
        return True
    if sign in JOINERS:
        is_ending = unicodedata.combining(before) == _VIRAMA
        return _is_base(before) and (is_ending or is_visible(after) or is_mark(after))
    if _VARIANTS.match(sign):
        return is_visible(before)
    if _TAG.match(sign):
        return _FLAG.search(text[:at]) is not None
    if is_mark(sign):
        return not INVISIBLE.match(sign) and (_is_base(before) or before in JOINERS)
    return is_visible(sign)


def _is_base(sign: str) -> bool:
    return is_visible(sign) or is_mark(sign)


def find_excess_mark(text: str, most: int) -> int | None:
    """Return the place of the first mark after ``most`` marks on one letter, or None."""
    return next((at for at, count in enumerate(_piles(text)) if count > most), None)


def remove_excess_marks(text: str, most: int) -> str:
    """Remove the marks after the first ``most`` on each letter."""
    return "".join(sign for sign, count in zip(text, _piles(text), strict=True) if count <= most)


def _piles(text: str) -> Iterator[int]:
    """For each mark, return its number in a run of marks; 0 for other characters."""
    count = 0
    for sign in text:
        is_piled = unicodedata.category(sign) in ("Mn", "Me") and not INVISIBLE.match(sign)
        count = count + 1 if is_piled else 0
        yield count


def describe_character(sign: str) -> str:
    """Return a character (if visible), its code point and its Unicode name."""
    shown = f"{sign} " if is_visible(sign) else ""
    name = unicodedata.name(sign, "") or _UNNAMED.get(unicodedata.category(sign), "")
    return f"{shown}U+{ord(sign):04X} {name}".rstrip()
