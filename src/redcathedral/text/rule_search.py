"""Search of the rules: the rules that answer a question, the best first.

A word of a question matches words of the rules that begin with it, ignoring accents and hyphens.
Because words are inflected, a match with another ending has a smaller weight.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from math import log
from typing import Final, NamedTuple

TITLE: Final = 8.0  # the weight of a word in a title; a word in a text has weight 1
ABOUT: Final = 4.0  # the weight of a word in the index
WHOLE: Final = 2.0  # the factor for a whole word; the beginning of a word has at most 1
LONGEST: Final = 20  # the number of words of a question that are searched
ENOUGH: Final = 0.6  # the share of the best answer's words, by rarity, that an answer needs
FAINT: Final = 0.08  # the share of the best answer's weight that an answer needs
ENDING: Final = 3  # letters of an ending that may be removed
SHORTEST: Final = 4  # letters that must remain
ALTERED: Final = 0.5  # the factor for each removed letter of an ending
ALIKE: Final = 0.7  # the similarity that a suggested word needs
_WORD: Final = re.compile(r"\w+")
_JOINT: Final = re.compile(r"(?<=\w)[-·](?=\w)")


class RuleEntry(NamedTuple):
    """A rule that can be found: its title, other words for its subject, and its text."""

    title: str
    about: str
    text: str


class RuleSearch:
    """Finds entries by words; ``stop`` has words that do not help a search."""

    def __init__(self, entries: Mapping[str, RuleEntry], stop: str) -> None:
        self._order = {name: number for number, name in enumerate(entries)}
        self._stop = {*_words(stop)}
        self._spelled: dict[str, str] = {}
        # The weight of each word in each entry.
        self._titles: dict[str, dict[str, float]] = defaultdict(dict)
        self._texts: dict[str, dict[str, float]] = defaultdict(dict)
        for name, (title, about, text) in entries.items():
            for weight, words in ((ABOUT, about), (TITLE, title)):
                for word in self._noted(words):
                    self._titles[word][name] = weight
            for word, count in Counter(self._noted(text)).items():
                self._texts[word][name] = 1 + log(count)

    def _noted(self, text: str) -> list[str]:
        """Return the words of a text in the form for comparison; remember their spelling."""
        for word in _WORD.findall(_JOINT.sub("", text)):
            self._spelled.setdefault(_bare(word), word.casefold())
        return _words(text)

    def find(self, question: str) -> list[str]:
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
        for word in self._asked(question):
            if near := get_close_matches(word, self._spelled, 1, ALIKE):
                return self._spelled[near[0]]
        return ""

    def _asked(self, question: str) -> Iterable[str]:
        words = dict.fromkeys(_words(question))
        return [word for word in words if word not in self._stop][:LONGEST]

    def _found(self, word: str) -> dict[str, float]:
        """Return the weight of a word in each entry that has it, also with another ending."""
        shortest = max(len(word) - ENDING, min(SHORTEST, len(word)))
        result: dict[str, float] = {}
        for length in range(len(word), shortest - 1, -1):
            for name, weight in self._beginning(word[:length]).items():
                less = weight * ALTERED ** (len(word) - length)
                result[name] = max(result.get(name, 0.0), less)
        return result

    def _beginning(self, start: str) -> dict[str, float]:
        """Return the weight of the words with this beginning in each entry that has one."""
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
