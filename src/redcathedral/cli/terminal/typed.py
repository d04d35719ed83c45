"""The words that players type and read in their language: decisions, commands, answers.

The texts ``typed.*`` translate the words of the record's notation.  Input in the notation itself is
valid too.
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
    """The typed words of one language."""

    def __init__(self, narrator: Narrator) -> None:
        self._narrator = narrator

    def word(self, word: str, of: str = "") -> str:
        """Translate a word of the notation or a command; letters of materials one by one.

        ``of`` is the first word of the decision: in some languages a color agrees with it.
        """
        if self._narrator.has(text := f"typed.{word}"):
            return self._narrator.text(text, of=of)
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

    def meant(self, typed: str, among: Iterable[str]) -> list[str]:
        """Return the words that begin with the typed text; only one if it is equal."""
        typed = typed.casefold()
        names = {self.word(name).casefold(): name for name in among}
        if typed in names:
            return [names[typed]]
        if typed in names.values():
            return [typed]
        return [name for word, name in names.items() if typed and word.startswith(typed)]

    def command(self, typed: str, among: Iterable[str]) -> str:
        """Return the command that is typed in full; otherwise the typed word in lowercase."""
        matching = self.meant(typed, among)
        complete = [
            name for name in matching if typed.casefold() in (name, self.word(name).casefold())
        ]
        return complete[0] if complete else typed.casefold()

    def is_word(self, typed: str, word: str) -> bool:
        return typed.casefold() in (word, self.word(word).casefold())

    def words(self, among: Sequence[str]) -> tuple[str, ...]:
        return tuple(map(self.word, among))
