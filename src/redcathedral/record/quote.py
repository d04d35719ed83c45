"""Text of a file, quoted in an error: short, on one line, safe for any terminal."""

from __future__ import annotations

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
