"""Write messages and ask questions on a screen, in the player's language."""

from collections.abc import Iterable, Sequence
from typing import Final

from redcathedral.box.quoting import printable, shorten
from redcathedral.cli.terminal.screen import Quit, Screen
from redcathedral.cli.terminal.typed import Typed
from redcathedral.text import Argument, Narrator

HELP: Final = ("help", "?")
LEAVING: Final = ("quit", "exit")


class Dialogue:
    """Writes messages to a screen, and repeats a question until it has a valid answer."""

    def __init__(self, screen: Screen, narrator: Narrator) -> None:
        self.screen = screen
        self.narrator = narrator
        self.typed = Typed(narrator)

    def tell(self, id: str, **values: Argument) -> None:
        """Write the text with this id; shorten the value ``text``, which a player has typed."""
        if isinstance(typed := values.get("text"), str):
            values["text"] = shorten(typed)
        self.lines(self.narrator.text(id, **values).split("\n"))

    def lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.screen.say(line)

    def trouble(self, code: str, detail: str = "", **values: Argument) -> None:
        """Write a problem and its fix, then the lines of a detail in English."""
        self.screen.say(self.problem(code, **values))
        self.lines(map(printable, detail.splitlines()))

    def problem(self, code: str, **values: Argument) -> str:
        reason = self.narrator.text(f"problem.{code}", **values)
        return f"{reason} {self.narrator.text(f'problem.{code}.fix', **values)}"

    def ask(self, question: str, answers: Sequence[str], help_text: str = "") -> str:
        """Return the answer to a question, which is repeated after a request for help.

        Tab completes one of ``answers``.  Raises Quit if the player leaves.
        """
        completions = [*self.typed.words(answers)]
        while True:
            typed = self.screen.ask(question + " ", lambda: completions).strip()
            word = typed.casefold()
            if word in {*LEAVING, *self.typed.words(LEAVING)}:
                raise Quit
            if word not in {*HELP, *self.typed.words(HELP)}:
                return typed
            if help_text:
                self.screen.say(help_text)
            self.tell("setup.help")

    def choose(self, question: str, answers: Sequence[str], default: str) -> str:
        """Return one of the answers, of which the player types at least an unambiguous start."""
        while typed := self.ask(question, answers).casefold():
            matching = self.typed.matching(typed, answers)
            if len(matching) == 1:
                return matching[0]
            self.tell("setup.unclear", answers=self.typed.any_of(answers))
        return default

    def confirm(self, id: str, **values: Argument) -> bool:
        typed = self.screen.ask(self.narrator.text(id, **values) + " ").strip().casefold()
        return bool(typed) and self.narrator.text("answer.yes").startswith(typed)
