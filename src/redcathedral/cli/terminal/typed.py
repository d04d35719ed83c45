"""Translate the words that players type and read: decisions, commands and answers.

The texts ``typed.*`` have the words for those of the record's notation, which can also be typed.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final

from redcathedral.box import vocabulary as v
from redcathedral.record.decision import DECISIONS
from redcathedral.record.notation import NotationError, decision_text, read_decision
from redcathedral.text import AnyOf, Narrator

LETTERS: Final = frozenset(v.LETTERS)


class Typed:
    """The typed words of one language."""

    def __init__(self, narrator: Narrator) -> None:
        self._narrator = narrator

    def word(self, word: str, of: str = "") -> str:
        """Translate a command or a word of the notation, or the letters of materials one by one.

        ``of`` is the first word of the decision, with which a color agrees in some languages.
        """
        if self._narrator.has(text_id := f"typed.{word}"):
            return self._narrator.text(text_id, of=of)
        if LETTERS.issuperset(word):
            return "".join(self._narrator.text(f"typed.{letter}") for letter in word)
        return word

    def notation(self, text: str) -> str:
        words = text.split()
        return " ".join(self.word(word, of=words[0]) for word in words)

    def decision(self, number: int) -> str:
        return self.notation(decision_text(number))

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {self.decision(number).casefold(): number for number in range(len(DECISIONS))}

    def number(self, text: str) -> int | None:
        number = self._numbers.get(" ".join(text.casefold().split()))
        if number is not None:
            return number
        try:
            return read_decision(text)
        except NotationError:
            return None

    def matching(self, typed: str, words: Iterable[str]) -> list[str]:
        """Return the words that begin with the typed text, or only the word that is equal."""
        typed = typed.casefold()
        names = {self.word(name).casefold(): name for name in words}
        if typed in names:
            return [names[typed]]
        if typed in names.values():
            return [typed]
        return [name for word, name in names.items() if typed and word.startswith(typed)]

    def command(self, typed: str, commands: Iterable[str]) -> str:
        """Return the command that is typed in full; otherwise the typed word in lowercase."""
        for name in self.matching(typed, commands):
            if self.is_word(typed, name):
                return name
        return typed.casefold()

    def is_word(self, typed: str, word: str) -> bool:
        return typed.casefold() in (word, self.word(word).casefold())

    def words(self, words: Sequence[str]) -> tuple[str, ...]:
        return tuple(map(self.word, words))

    def any_of(self, words: Sequence[str]) -> AnyOf:
        return AnyOf(self.words(words))
