"""What is typed and read at the table, in the reader's language: decisions, commands, answers.

The record keeps its notation; ``typed.*`` are the words for it.  What stands in the notation is
understood as well.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final

from redcathedral.box import vocabulary as v
from redcathedral.record.decision import DECISIONS
from redcathedral.record.notation import NotationError, decision_text, read_decision
from redcathedral.text import Narrator

LETTERS: Final = frozenset(v.LETTERS)


class Typed:
    """The words of one language for what is typed."""

    def __init__(self, words: Narrator) -> None:
        self._words = words

    def word(self, word: str, of: str = "") -> str:
        """A word of the notation or a command; letters of materials one by one.

        What it is said of is the first word of its decision: a colour may agree with it.
        """
        if self._words.has(text := f"typed.{word}"):
            return self._words.text(text, of=of)
        if LETTERS.issuperset(word):
            return "".join(self._words.text(f"typed.{letter}") for letter in word)
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
        found = self._numbers.get(" ".join(text.casefold().split()))
        if found is not None:
            return found
        try:
            return read_decision(text)
        except NotationError:
            return None

    def meant(self, typed: str, among: Iterable[str]) -> list[str]:
        """Which of these words of the notation, commands or answers begin so; one that is it."""
        typed = typed.casefold()
        names = {self.word(name).casefold(): name for name in among}
        if typed in names:
            return [names[typed]]
        if typed in names.values():
            return [typed]
        return [name for word, name in names.items() if typed and word.startswith(typed)]

    def command(self, typed: str, among: Iterable[str]) -> str:
        """The command that is typed whole; else the word as it stands."""
        found = self.meant(typed, among)
        whole = [name for name in found if typed.casefold() in (name, self.word(name).casefold())]
        return whole[0] if whole else typed.casefold()

    def is_(self, typed: str, word: str) -> bool:
        return typed.casefold() in (word, self.word(word).casefold())

    def words(self, among: Sequence[str]) -> tuple[str, ...]:
        return tuple(map(self.word, among))
