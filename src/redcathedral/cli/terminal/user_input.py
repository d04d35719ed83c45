"""What somebody typed, matched to what is possible."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from redcathedral.cli.terminal.offers import Listed, kinds
from redcathedral.record.notation import VERBS, NotationError, decision_text, read_decision
from redcathedral.words import Argument

MOST_DIGITS: Final = 6  # of a number on a list


@dataclass(frozen=True, slots=True)
class Unclear:
    """Where no single legal decision is meant: the text that says so, and what may be meant."""

    id: str
    values: Mapping[str, Argument]
    decisions: Sequence[int] = ()


def decision(
    text: str, legal: Sequence[int], listed: Sequence[Listed], commands: Sequence[str]
) -> int | Unclear:
    """The legal decision that was meant: its notation, the start of it, or its number on a list.

    ``commands`` is what else may have been meant.
    """
    if text.isdecimal() and text.isascii():
        return _numbered(text, listed)
    try:
        meant = read_decision(text)
    except NotationError:
        meant = -1
    found = [meant] if meant in legal else starting_with(text, legal)
    if len(found) == 1:
        return found[0]
    if found:
        return Unclear("answer.unclear", {"text": text}, found)
    word = text.split()[0].casefold()
    verbs = [word] if word in VERBS else [verb for verb in VERBS if verb.startswith(word)]
    same = [number for number in legal if decision_text(number).split()[0] in verbs]
    if same:
        return Unclear("answer.other", {"text": text}, same)
    if meant >= 0 or len(verbs) == 1:
        return Unclear("answer.not-now", {"text": text, "kinds": kinds(legal)})
    near = get_close_matches(text.casefold()[:40], [*map(decision_text, legal), *commands], 1, 0.7)
    near = near or get_close_matches(word[:40], [*VERBS, *commands], 1, 0.6)
    if near:
        return Unclear("answer.perhaps", {"text": text, "near": near[0]})
    return Unclear("answer.nonsense", {"text": text})


def _numbered(text: str, listed: Sequence[Listed]) -> int | Unclear:
    """The decision with this number on the list."""
    number = int(text) if len(text) <= MOST_DIGITS else 0
    if 1 <= number <= len(listed):
        choice = listed[number - 1]
        return choice[0] if len(choice) == 1 else Unclear("answer.unclear", {"text": text}, choice)
    if listed:
        return Unclear("answer.no-number", {"text": text, "n": len(listed)})
    return Unclear("answer.no-list", {"text": text})


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
