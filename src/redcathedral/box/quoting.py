"""What somebody wrote, quoted in an error: short, on one line, safe for any terminal."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Final

from redcathedral.box.characters import BLANK, is_allowed_in_name

MAX_LENGTH: Final = 60
_SPACES: Final = "\u00a0\u202f"


def printable(text: str) -> str:
    """Escape the characters that no name may have; no-break spaces and joiners stay."""
    return "".join(
        sign if sign.isprintable() or _is_kept(text, at) else _escape(sign)
        for at, sign in enumerate(text)
    )


def _is_kept(text: str, at: int) -> bool:
    return text[at] in _SPACES or (not BLANK.match(text[at]) and is_allowed_in_name(text, at))


def _escape(sign: str) -> str:
    return ascii(sign)[1:-1]


def shorten(text: str) -> str:
    """A text that is printable, cut when it is long."""
    return printable(_cut(text))


def _cut(text: str) -> str:
    return f"{text[:MAX_LENGTH]}..." if len(text) > MAX_LENGTH else text


def quote(text: str) -> str:
    """Return a text in back quotes, cut when it is long, with invisible characters escaped."""
    return "`" + "".join(each if each.isprintable() else _escape(each) for each in _cut(text)) + "`"


def closest_name(word: str, names: Iterable[str]) -> str | None:
    """The name that is most like a word, None when none is like it."""
    return next(iter(get_close_matches(word[:MAX_LENGTH], list(names), 1)), None)


def did_you_mean(word: str, names: Sequence[str], shown: Sequence[str] = ()) -> str:
    """What would fit in place of a word: the nearest name, then all of them, as they are shown."""
    near, listed = closest_name(word, names), ", ".join(shown or names)
    return f"did you mean {near}? There are: {listed}" if near else f"write one of: {listed}"


def toml_text(value: object) -> str:
    """A value of a TOML file as an error quotes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and value.bit_length() > 64:
        return "a huge number"
    if isinstance(value, (str, int, float)):
        text = ascii(value[:60]) if isinstance(value, str) else str(value)
        return text if len(text) <= 42 else text[:38] + "..." + text[:1]
    return toml_kind(value)


def toml_kind(value: object) -> str:
    """What sort of TOML value this is, in a word."""
    names = (
        (bool, "true or false"),
        (int, "a whole number"),
        (float, "a number with a fraction"),
        (str, "a text"),
        (list, "a list"),
        (dict, "a row of keys in braces"),
    )
    return next((name for cls, name in names if isinstance(value, cls)), "a date or time")
