"""Search of the rules: those that answer a question, the best first.

A word of a question is found where a word of the rules begins so, accents and hyphens aside.
With another ending it counts less: words are inflected.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from math import log
from typing import Final, NamedTuple

TITLE: Final = 8.0  # what a word in a title counts, where one in a text counts 1
ABOUT: Final = 4.0  # what a word in the index counts
WHOLE: Final = 2.0  # what a whole word counts, where the beginning of one counts 1
LONGEST: Final = 20  # words of a question that are looked for
ENOUGH: Final = 0.6  # how much of the best answer's words an answer has, by their rarity
FAINT: Final = 0.08  # of the best answer's weight: what has less is no answer
ENDING: Final = 3  # letters of an ending that may be left out
SHORTEST: Final = 4  # letters that are left
ALTERED: Final = 0.5  # what a word counts for each letter of its ending that is left out
ALIKE: Final = 0.7  # of a word that is suggested
_WORD: Final = re.compile(r"\w+")
_JOINT: Final = re.compile(r"(?<=\w)[-·](?=\w)")


class RuleEntry(NamedTuple):
    """What can be found under a name: its title, other words for what it is about, its text."""

    title: str
    about: str
    text: str


class RuleSearch:
    """Finds entries by words; ``stop`` has words that say nothing about what is wanted."""

    def __init__(self, entries: Mapping[str, RuleEntry], stop: str) -> None:
        self._order = {name: number for number, name in enumerate(entries)}
        self._stop = {*_words(stop)}
        self._spelled: dict[str, str] = {}
        # How much each word counts in each entry.
        self._titles: dict[str, dict[str, float]] = defaultdict(dict)
        self._texts: dict[str, dict[str, float]] = defaultdict(dict)
        for name, (title, about, text) in entries.items():
            for weight, words in ((ABOUT, about), (TITLE, title)):
                for word in self._noted(words):
                    self._titles[word][name] = weight
            for word, count in Counter(self._noted(text)).items():
                self._texts[word][name] = 1 + log(count)

    def _noted(self, text: str) -> list[str]:
        """The words of a text as they are compared; how they are spelled is kept."""
        for word in _WORD.findall(_JOINT.sub("", text)):
            self._spelled.setdefault(_bare(word), word.casefold())
        return _words(text)

    def find(self, question: str) -> list[str]:
        """The names of the entries that answer a question best, the best first."""
        weights: dict[str, float] = defaultdict(float)
        shares: dict[str, float] = defaultdict(float)
        for word in self._asked(question):
            found = self._found(word)
            rarity = log(1 + len(self._order) / len(found)) if found else 0.0
            for name, weight in found.items():
                weights[name] += weight * rarity
                shares[name] += rarity
        share = ENOUGH * max(shares.values(), default=0.0)
        weight = FAINT * max(weights.values(), default=0.0)
        names = [name for name in weights if shares[name] >= share and weights[name] >= weight]
        return sorted(names, key=lambda name: (-weights[name], self._order[name]))

    def suggestion(self, question: str) -> str:
        """A word of the rules that is like one in the question; empty where none is."""
        for word in self._asked(question):
            if near := get_close_matches(word, self._spelled, 1, ALIKE):
                return self._spelled[near[0]]
        return ""

    def _asked(self, question: str) -> Iterable[str]:
        words = dict.fromkeys(_words(question))
        return [word for word in words if word not in self._stop][:LONGEST]

    def _found(self, word: str) -> dict[str, float]:
        """How much a word counts in the entries that have it, or it with another ending."""
        shortest = max(len(word) - ENDING, min(SHORTEST, len(word)))
        result: dict[str, float] = {}
        for length in range(len(word), shortest - 1, -1):
            for name, weight in self._beginning(word[:length]).items():
                less = weight * ALTERED ** (len(word) - length)
                result[name] = max(result.get(name, 0.0), less)
        return result

    def _beginning(self, start: str) -> dict[str, float]:
        """How much the words that begin so count in the entries that have one."""
        result: dict[str, float] = defaultdict(float)
        for places in (self._titles, self._texts):
            best: dict[str, float] = {}
            for word, entries in places.items():
                if word.startswith(start):
                    factor = WHOLE if word == start else len(start) / len(word)
                    for name, weight in entries.items():
                        best[name] = max(best.get(name, 0.0), factor * weight)
            for name, weight in best.items():
                result[name] += weight
        return result


def _words(text: str) -> list[str]:
    return _WORD.findall(_bare(_JOINT.sub("", text)))


def _bare(text: str) -> str:
    apart = unicodedata.normalize("NFD", text.casefold()).replace("ł", "l")
    return "".join(sign for sign in apart if not unicodedata.combining(sign))
