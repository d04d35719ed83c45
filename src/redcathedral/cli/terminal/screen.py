"""Read and write lines: plain, or with line editing in a terminal."""

import os
import shutil
import sys
import textwrap
from collections.abc import Callable

from redcathedral.box.quoting import printable

Candidates = Callable[[], list[str]]


class Quit(Exception):
    """The player leaves the game."""


class Screen:
    """Plain input and output of whole lines, for pipes, screen readers and simple terminals."""

    def __init__(self) -> None:
        self.wide = sys.stdout.isatty()
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")

    def say(self, line: str = "") -> None:
        """Write one line, which is wrapped between words on a terminal."""
        if self.wide:
            width = shutil.get_terminal_size().columns
            line = textwrap.fill(line, max(width, 20), break_on_hyphens=False) or line
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    def ask(self, prompt: str, candidates: Candidates | None = None) -> str:  # noqa: ARG002
        """Return the line typed after a prompt; raises EOFError and KeyboardInterrupt.

        ``candidates`` returns the completions, for screens with completion.
        """
        typed = input(prompt)
        if not sys.stdin.isatty():  # a terminal shows the typed line, a pipe does not
            sys.stdout.write(printable(typed) + "\n")
        return typed


class EditingScreen(Screen):
    """A terminal with line editing, history, and completion on Tab, listed in plain lines."""

    def __init__(self) -> None:
        super().__init__()
        from prompt_toolkit import PromptSession
        from prompt_toolkit.shortcuts import CompleteStyle

        self._session: PromptSession[str] = PromptSession(
            complete_style=CompleteStyle.READLINE_LIKE, complete_while_typing=False
        )

    def ask(self, prompt: str, candidates: Candidates | None = None) -> str:
        from prompt_toolkit.completion import WordCompleter

        completer = WordCompleter(candidates or [], ignore_case=True, sentence=True)
        return self._session.prompt(prompt, completer=completer)


def open_screen(plain: bool) -> Screen:
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if plain or not is_terminal or os.environ.get("TERM", "dumb") == "dumb":
        return Screen()
    return EditingScreen()
