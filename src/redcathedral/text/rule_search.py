"""Search the rules that answer a question, and return the best first.

A word of a question matches words of the rules that begin with it, ignoring accents and hyphens.
Words are inflected, so a word with another ending also matches, with a smaller weight.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from math import log
from typing import Final, NamedTuple

TITLE_WEIGHT: Final = 8.0  # of a word in a title; a word in a text has the weight 1
INDEX_WEIGHT: Final = 4.0  # of a word in the index
WHOLE_WORD_FACTOR: Final = 2.0  # matches of the beginning of a word have at most 1
MAX_WORDS: Final = 20  # searched words of a question
MIN_WORD_SHARE: Final = 0.6  # of the best answer's words, by rarity, that an answer needs
MIN_WEIGHT_SHARE: Final = 0.08  # of the best answer's weight that an answer needs
MAX_ENDING: Final = 3  # letters of an ending that may be removed
MIN_STEM: Final = 4  # letters that must remain
ENDING_FACTOR: Final = 0.5  # for each removed letter of an ending
MIN_SIMILARITY: Final = 0.7  # of a suggested word
_WORD: Final = re.compile(r"\w+")
_JOINT: Final = re.compile(r"(?<=\w)[-·](?=\w)")


class RuleEntry(NamedTuple):
    """A rule in the search index: its title, other words for its subject, and its text."""

    title: str
    about: str
    text: str


class RuleSearch:
    """Finds entries by words; ``stop`` has words that do not help a search."""

    def __init__(self, entries: Mapping[str, RuleEntry], stop: str) -> None:
        self._order = {name: number for number, name in enumerate(entries)}
        self._stop = {*_words(stop)}
        self._spellings: dict[str, str] = {}
        # The weight of each word in each entry.
        self._titles: dict[str, dict[str, float]] = defaultdict(dict)
        self._texts: dict[str, dict[str, float]] = defaultdict(dict)
        for name, (title, about, text) in entries.items():
            for weight, words in ((INDEX_WEIGHT, about), (TITLE_WEIGHT, title)):
                for word in self._index_words(words):
                    self._titles[word][name] = weight
            for word, count in Counter(self._index_words(text)).items():
                self._texts[word][name] = 1 + log(count)

    def _index_words(self, text: str) -> list[str]:
        """Return the normalized words of a text, and store their spelling."""
        for word in _WORD.findall(_JOINT.sub("", text)):
            self._spellings.setdefault(_without_accents(word), word.casefold())
        return _words(text)

    def find(self, question: str) -> list[str]:
        weights: dict[str, float] = defaultdict(float)
        shares: dict[str, float] = defaultdict(float)
        for word in self._question_words(question):
            matches = self._matches(word)
            rarity = log(1 + len(self._order) / len(matches)) if matches else 0.0
            for name, weight in matches.items():
                weights[name] += weight * rarity
                shares[name] += rarity
        min_share = MIN_WORD_SHARE * max(shares.values(), default=0.0)
        min_weight = MIN_WEIGHT_SHARE * max(weights.values(), default=0.0)
        names = [
            name for name in weights if shares[name] >= min_share and weights[name] >= min_weight
        ]
        return sorted(names, key=lambda name: (-weights[name], self._order[name]))

    def suggestion(self, question: str) -> str:
        for word in self._question_words(question):
            if matches := get_close_matches(word, self._spellings, 1, MIN_SIMILARITY):
                return self._spellings[matches[0]]
        return ""

    def _question_words(self, question: str) -> Iterable[str]:
        words = dict.fromkeys(_words(question))
        return [word for word in words if word not in self._stop][:MAX_WORDS]

    def _matches(self, word: str) -> dict[str, float]:
        """Return the weight of a word in each entry that has it, also with another ending."""
        shortest = max(len(word) - MAX_ENDING, min(MIN_STEM, len(word)))
        result: dict[str, float] = {}
        for length in range(len(word), shortest - 1, -1):
            for name, weight in self._beginning(word[:length]).items():
                reduced = weight * ENDING_FACTOR ** (len(word) - length)
                result[name] = max(result.get(name, 0.0), reduced)
        return result

    def _beginning(self, start: str) -> dict[str, float]:
        """Return the weight of the words with this beginning in each entry that has one."""
        result: dict[str, float] = defaultdict(float)
        for places in (self._titles, self._texts):
            best: dict[str, float] = {}
            for word, entries in places.items():
                if word.startswith(start):
                    factor = WHOLE_WORD_FACTOR if word == start else len(start) / len(word)
                    for name, weight in entries.items():
                        best[name] = max(best.get(name, 0.0), factor * weight)
            for name, weight in best.items():
                result[name] += weight
        return result


def _words(text: str) -> list[str]:
    return _WORD.findall(_without_accents(_JOINT.sub("", text)))


def _without_accents(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", text.casefold()).replace("ł", "l")
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign))
