"""Define the interface of a bot, and the errors of bots."""

import traceback
from pathlib import Path
from typing import Final, Protocol

from redcathedral.engine.state import State

PACKAGE_FOLDER: Final = Path(__file__).parents[1]
# Files of Python's import system, which are never reported as the place of an error.
IMPORT_FILES: Final = {
    "importlib",
    "<frozen importlib._bootstrap>",
    "<frozen importlib._bootstrap_external>",
}


class BotSpecError(ValueError):
    """A bot does not exist, or does not accept an option; the message says what to do."""


class Bot(Protocol):
    """Decides for one seat of one game; the same seed and positions give the same decisions."""

    def choose(self, state: State) -> int:
        """Return the id of a legal decision in a position in which the bot's seat must decide.

        The bot must not change the position, but can copy it.  In a solo game the bot
        against Ivan also makes Ivan's choices (R8.4).
        """


def failure_text(error: Exception) -> str:
    """Describe a bot's error in one line, with the innermost line of code outside this package."""
    message = " ".join(str(error).split())
    name = type(error).__name__
    frames = traceback.extract_tb(error.__traceback__)
    files = [Path(frame.filename) for frame in frames]
    bot_lines = [
        f" ({file.name}, line {frame.lineno})"
        for file, frame in zip(files, frames, strict=True)
        if PACKAGE_FOLDER not in file.parents and not IMPORT_FILES.intersection(file.parts)
    ]
    return (f"{name}: {message}" if message else name) + (bot_lines[-1] if bot_lines else "")
