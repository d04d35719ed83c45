"""What somebody wrote, quoted in an error: short, on one line, safe for any terminal."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Final

LIMIT: Final = 60


def printable(text: str) -> str:
    """The text with everything that is not printable written as an escape."""
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


def short(text: str) -> str:
    """A text that is printable, cut when it is long."""
    shown = printable(text[:LIMIT])
    return f"{shown}..." if len(text) > LIMIT else shown


def quote(text: str) -> str:
    """A text between back quotes, cut when it is long."""
    return f"`{short(text)}`"


def nearest(word: str, names: Iterable[str]) -> str | None:
    """The name that is most like a word, None when none is like it."""
    return next(iter(get_close_matches(word[:LIMIT], list(names), 1)), None)


def did_you_mean(word: str, names: Sequence[str], shown: Sequence[str] = ()) -> str:
    """What would fit in place of a word: the nearest name, then all of them, as they are shown."""
    near, listed = nearest(word, names), ", ".join(shown or names)
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
