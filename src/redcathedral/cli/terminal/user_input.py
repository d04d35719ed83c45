"""What somebody typed, matched to what is possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from redcathedral.record.notation import VERBS, NotationError, decision_text, read_decision

MOST_DIGITS: Final = 6  # of a number on a list
COMMANDS: Final = (
    "look",
    "score",
    "log",
    "undo",
    "redo",
    "save",
    "load",
    "agree",
    "rules",
    "help",
    "quit",
)


@dataclass(frozen=True, slots=True)
class Take:
    """A legal decision was meant."""

    decision: int


@dataclass(frozen=True, slots=True)
class Unclear:
    """Several legal decisions could be meant."""

    decisions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Other:
    """Not what is possible, but these decisions of the same kind are."""

    text: str
    decisions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NotNow:
    """A decision of the game that is not possible here."""

    text: str


@dataclass(frozen=True, slots=True)
class NoNumber:
    """A number, as it was typed, that stands on no list."""

    text: str


@dataclass(frozen=True, slots=True)
class Nonsense:
    """Nothing that is known; perhaps ``near`` was meant."""

    text: str
    near: str


Answer = Take | Unclear | Other | NotNow | NoNumber | Nonsense


def command(text: str) -> tuple[str, str]:
    """The command that a line opens with, and the rest of it; "" when it is none."""
    if text.startswith("?"):
        return "?", text[1:].strip()
    word, _, rest = text.partition(" ")
    word = word.casefold()
    return (word, rest.strip()) if word in COMMANDS else ("", text)


def commands_like(text: str) -> list[str]:
    """The commands that a single word is the start of."""
    return [name for name in COMMANDS if name.startswith(text.casefold())]


def decision(text: str, legal: Sequence[int], listed: Sequence[tuple[int, ...]]) -> Answer:
    """The legal decision that was meant: its notation, the start of it, or its number."""
    if text.isdecimal() and text.isascii():
        number = int(text) if len(text) <= MOST_DIGITS else 0
        if not 1 <= number <= len(listed):
            return NoNumber(text)
        choice = listed[number - 1]
        return Take(choice[0]) if len(choice) == 1 else Unclear(choice)
    try:
        meant = read_decision(text)
    except NotationError:
        meant = -1
    if meant in legal:
        return Take(meant)
    fitting = starting_with(text, legal)
    if len(fitting) == 1:
        return Take(fitting[0])
    if fitting:
        return Unclear(tuple(fitting))
    word = text.split()[0].casefold()
    verbs = [word] if word in VERBS else [verb for verb in VERBS if verb.startswith(word)]
    same = [number for number in legal if decision_text(number).split()[0] in verbs]
    if same:
        return Other(text, tuple(same))
    if meant >= 0 or len(verbs) == 1:
        return NotNow(text)
    near = get_close_matches(text.casefold()[:40], [*map(decision_text, legal), *COMMANDS], 1, 0.7)
    near = near or get_close_matches(word[:40], [*VERBS, *COMMANDS], 1, 0.6)
    return Nonsense(text, near[0] if near else "")


def starting_with(text: str, legal: Sequence[int]) -> list[int]:
    """The legal decisions each of whose words starts with the word typed, or is it."""
    typed = _words(text)
    same: list[int] = []
    longer: list[int] = []
    for number in legal:
        words = _words(decision_text(number))[: len(typed)]
        if words == typed:
            same.append(number)
        elif len(words) == len(typed) and all(map(str.startswith, words, typed)):
            longer.append(number)
    return same or longer


def _words(text: str) -> list[str]:
    return [word.removeprefix("+") for word in text.casefold().split()]


def containing(words: str, legal: Sequence[int]) -> list[int]:
    """The legal decisions in whose notation all these words stand, or words that start so."""
    wanted = words.casefold().split()
    return [
        number
        for number in legal
        if all(
            any(part.startswith(want) for part in decision_text(number).casefold().split())
            for want in wanted
        )
    ]
