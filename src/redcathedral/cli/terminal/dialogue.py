"""What is said and asked on a screen, in the reader's language."""

from collections.abc import Iterable, Sequence
from typing import Final

from redcathedral.box.quoting import printable, shorten
from redcathedral.cli.terminal.screen import Quit, Screen
from redcathedral.cli.terminal.typed import Typed
from redcathedral.text import Argument, Words

HELP: Final = ("help", "?")
LEAVING: Final = ("quit", "exit")


class Dialogue:
    """Speaks on a screen, and asks until it has an answer."""

    def __init__(self, screen: Screen, words: Words) -> None:
        self.screen = screen
        self.words = words
        self.typed = Typed(words)

    def tell(self, id: str, **values: Argument) -> None:
        """Say the lines of the text with this id; what somebody typed, its ``text``, is cut."""
        if isinstance(typed := values.get("text"), str):
            values["text"] = shorten(typed)
        self.lines(self.words.text(id, **values).split("\n"))

    def lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.screen.say(line)

    def trouble(self, code: str, detail: str = "", **values: Argument) -> None:
        """Say a problem and the way out; its detail, in English, comes line by line below."""
        self.screen.say(self.problem(code, **values))
        self.lines(map(printable, detail.splitlines()))

    def problem(self, code: str, **values: Argument) -> str:
        said = self.words.text(f"problem.{code}", **values)
        return f"{said} {self.words.text(f'problem.{code}.fix', **values)}"

    def ask(self, question: str, answers: Sequence[str], explained: str = "") -> str:
        """What is answered to a question, asked again after each call for help.

        It may be completed to one of ``answers``.  Raises Quit for one who leaves.
        """
        offered = [*self.typed.words(answers)]
        while True:
            typed = self.screen.ask(question + " ", lambda: offered).strip()
            word = typed.casefold()
            if word in {*LEAVING, *self.typed.words(LEAVING)}:
                raise Quit
            if word not in {*HELP, *self.typed.words(HELP)}:
                return typed
            if explained:
                self.screen.say(explained)
            self.tell("setup.help")

    def choose(self, question: str, answers: Sequence[str], usual: str) -> str:
        """One of the answers, the usual one when nothing is typed; a clear start of it will do."""
        while typed := self.ask(question, answers).casefold():
            fitting = self.typed.meant(typed, answers)
            if len(fitting) == 1:
                return fitting[0]
            self.tell("setup.unclear", answers=self.typed.words(answers))
        return usual

    def sure(self, id: str, **values: Argument) -> bool:
        typed = self.screen.ask(self.words.text(id, **values) + " ").strip().casefold()
        return bool(typed) and self.words.text("answer.yes").startswith(typed)
