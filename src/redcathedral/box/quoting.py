"""Quote user input in an error: short, on one line, and safe for any terminal."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Final

from redcathedral.box.characters import BLANK, is_allowed_in_name

MAX_LENGTH: Final = 60  # characters of a quoted text
_SPACES: Final = "\u00a0\u202f"


def printable(text: str) -> str:
    """Escape unprintable characters, except no-break spaces and joiners where names use them."""
    return "".join(
        character if character.isprintable() or _is_kept(text, index) else _escape(character)
        for index, character in enumerate(text)
    )


def _is_kept(text: str, index: int) -> bool:
    character = text[index]
    if character in _SPACES:
        return True
    return not BLANK.match(character) and is_allowed_in_name(text, index)


def _escape(character: str) -> str:
    return ascii(character)[1:-1]


def shorten(text: str) -> str:
    """Return a printable text, shortened if it is long."""
    return printable(_cut(text))


def _cut(text: str) -> str:
    return f"{text[:MAX_LENGTH]}..." if len(text) > MAX_LENGTH else text


def quote(text: str) -> str:
    """Return a text in back quotes, shortened and with unprintable characters escaped."""
    escaped = [
        character if character.isprintable() else _escape(character) for character in _cut(text)
    ]
    return "`" + "".join(escaped) + "`"


def closest_name(word: str, names: Iterable[str]) -> str | None:
    """Return the name most similar to a word, or None if no name is similar."""
    return next(iter(get_close_matches(word[:MAX_LENGTH], list(names), 1)), None)


def did_you_mean(word: str, names: Sequence[str], shown: Sequence[str] = ()) -> str:
    """Return a fix for an unknown word: the closest of ``names``, then all, shown as ``shown``."""
    closest = closest_name(word, names)
    all_names = ", ".join(shown or names)
    if closest is None:
        return f"write one of: {all_names}"
    return f"did you mean {closest}? There are: {all_names}"


def toml_text(value: object) -> str:
    """Quote a value of a TOML file for an error message."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and value.bit_length() > 64:
        return "a huge number"
    if isinstance(value, (str, int, float)):
        text = ascii(value[:60]) if isinstance(value, str) else str(value)
        return text if len(text) <= 42 else text[:38] + "..." + text[:1]
    return toml_kind(value)


def toml_kind(value: object) -> str:
    """Return the name of a TOML value's type, such as ``a list``."""
    names = (
        (bool, "true or false"),
        (int, "a whole number"),
        (float, "a number with a fraction"),
        (str, "a text"),
        (list, "a list"),
        (dict, "a row of keys in braces"),
    )
    return next((name for cls, name in names if isinstance(value, cls)), "a date or time")
