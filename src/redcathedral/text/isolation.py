"""Isolate right-to-left names from the surrounding text.

Without isolation, the number after such a name is shown before it ("30 :NAME").
"""

import re
from typing import Final
from unicodedata import bidirectional

_START: Final = "\u2068"
_END: Final = "\u2069"
_MARKS: Final = re.compile(f"[{_START}{_END}]")
_RIGHT_TO_LEFT: Final = ("R", "AL", "AN")


def isolated(text: str) -> str:
    """Return a text, with isolation marks around it if it has right-to-left letters."""
    if text.isascii() or not any(bidirectional(letter) in _RIGHT_TO_LEFT for letter in text):
        return text
    return f"{_START}{text}{_END}"


def without_isolation(text: str) -> str:
    return _MARKS.sub("", text)
