"""Match the input of a player to the legal decisions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from redcathedral.cli.terminal.offers import Listed, kinds
from redcathedral.cli.terminal.typed import Typed
from redcathedral.record.notation import VERBS, decision_text
from redcathedral.text import Argument
from redcathedral.text.rule_citations import DECISION_RULES

MAX_DIGITS: Final = 6  # of a number on a list


@dataclass(frozen=True, slots=True)
class Unclear:
    """Input that does not identify one legal decision: a text for it, and possible decisions."""

    id: str
    values: Mapping[str, Argument]
    decisions: Sequence[int] = ()


def decision(
    typed: Typed, text: str, legal: Sequence[int], listed: Sequence[Listed], commands: Sequence[str]
) -> int | Unclear:
    """Return the legal decision for its notation, an unambiguous start, or its number on a list.

    ``commands`` are also suggested for a misspelled word.
    """
    if text.isdecimal() and text.isascii():
        return _numbered(text, listed)
    meant = typed.number(text)
    exact = [number for number in legal if number == meant]
    matching = exact or starting_with(typed, text, legal)
    if len(matching) == 1:
        return matching[0]
    if matching:
        return Unclear("answer.unclear", {"text": text}, matching)
    word = text.split()[0].casefold()
    verbs = typed.meant(word, VERBS)
    same_verb = [number for number in legal if decision_text(number).split()[0] in verbs]
    if same_verb:
        return Unclear("answer.other", {"text": text}, same_verb)
    known = verbs if meant is None else kinds([meant])
    if len(known) == 1:
        possible, rule = typed.words(kinds(legal)), DECISION_RULES[known[0]]
        return Unclear("answer.not-now", {"text": text, "rule": rule, "kinds": possible})
    named = typed.words(commands)
    near = get_close_matches(text.casefold()[:40], [*map(typed.decision, legal), *named], 1, 0.7)
    near = near or get_close_matches(word[:40], [*typed.words(VERBS), *named], 1, 0.6)
    if near:
        return Unclear("answer.perhaps", {"text": text, "near": near[0]})
    return Unclear("answer.nonsense", {"text": text})


def _numbered(text: str, listed: Sequence[Listed]) -> int | Unclear:
    number = int(text) if len(text) <= MAX_DIGITS else 0
    if 1 <= number <= len(listed):
        choice = listed[number - 1]
        return choice[0] if len(choice) == 1 else Unclear("answer.unclear", {"text": text}, choice)
    if listed:
        return Unclear("answer.no-number", {"text": text, "n": len(listed)})
    return Unclear("answer.no-list", {"text": text})


def starting_with(typed: Typed, text: str, legal: Sequence[int]) -> list[int]:
    """Return the legal decisions whose words are, or start with, the typed words."""
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
    """Return the legal decisions that contain all these words, or words that start with them."""
    wanted = words.casefold().split()
    return [
        number
        for number in legal
        if all(
            any(part.startswith(want) for part in typed.decision(number).casefold().split())
            for want in wanted
        )
    ]
