"""Find the legal decision that a player has typed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from redcathedral.cli.terminal.offers import DecisionGroup, kinds
from redcathedral.cli.terminal.typed import Typed
from redcathedral.record.notation import VERBS, decision_text
from redcathedral.text import Argument
from redcathedral.text.rule_citations import DECISION_RULES

MAX_DIGITS: Final = 6  # of a number on a list


@dataclass(frozen=True, slots=True)
class Unclear:
    """The reply to input that does not identify one legal decision: a text, and a list."""

    id: str
    values: Mapping[str, Argument]
    decisions: Sequence[int] = ()


def decision(
    typed: Typed,
    text: str,
    legal: Sequence[int],
    listed: Sequence[DecisionGroup],
    commands: Sequence[str],
) -> int | Unclear:
    """Return the legal decision for its notation, an unambiguous start, or its number on a list.

    Commands are suggested too for a misspelled word.
    """
    if text.isdecimal() and text.isascii():
        return _numbered(text, listed)
    typed_id = typed.number(text)
    exact = [number for number in legal if number == typed_id]
    matching = exact or starting_with(typed, text, legal)
    if len(matching) == 1:
        return matching[0]
    if matching:
        return Unclear("answer.unclear", {"text": text}, matching)
    word = text.split()[0].casefold()
    verbs = typed.matching(word, VERBS)
    same_verb = [number for number in legal if decision_text(number).split()[0] in verbs]
    if same_verb:
        return Unclear("answer.other", {"text": text}, same_verb)
    typed_kinds = verbs if typed_id is None else kinds([typed_id])
    if len(typed_kinds) == 1:
        legal_kinds, rule = typed.any_of(kinds(legal)), DECISION_RULES[typed_kinds[0]]
        return Unclear("answer.not-now", {"text": text, "rule": rule, "kinds": legal_kinds})
    names = typed.words(commands)
    close = get_close_matches(text.casefold()[:40], [*map(typed.decision, legal), *names], 1, 0.7)
    close = close or get_close_matches(word[:40], [*typed.words(VERBS), *names], 1, 0.6)
    if close:
        return Unclear("answer.perhaps", {"text": text, "near": close[0]})
    return Unclear("answer.nonsense", {"text": text})


def _numbered(text: str, listed: Sequence[DecisionGroup]) -> int | Unclear:
    number = int(text) if len(text) <= MAX_DIGITS else 0
    if 1 <= number <= len(listed):
        choice = listed[number - 1]
        return choice[0] if len(choice) == 1 else Unclear("answer.unclear", {"text": text}, choice)
    if listed:
        return Unclear("answer.no-number", {"text": text, "n": len(listed)})
    return Unclear("answer.no-list", {"text": text})


def starting_with(typed: Typed, text: str, legal: Sequence[int]) -> list[int]:
    """Return the legal decisions that begin with the typed words.

    If there are none, return those whose first words begin with the typed words.
    """
    typed_words = _words(text)
    equal: list[int] = []
    longer: list[int] = []
    for number in legal:
        words = _words(typed.decision(number))[: len(typed_words)]
        if words == typed_words:
            equal.append(number)
        elif len(words) == len(typed_words) and all(map(str.startswith, words, typed_words)):
            longer.append(number)
    return equal or longer


def _words(text: str) -> list[str]:
    return [word.removeprefix("+") for word in text.casefold().split()]


def containing(typed: Typed, words: str, legal: Sequence[int]) -> list[int]:
    """Return the legal decisions that have, for each of these words, a word starting with it."""
    starts = words.casefold().split()
    return [
        number
        for number in legal
        if all(
            any(word.startswith(start) for word in typed.decision(number).casefold().split())
            for start in starts
        )
    ]
