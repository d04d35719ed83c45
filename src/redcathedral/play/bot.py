"""Who decides for a seat: the one thing a bot has to do, and what goes wrong with bots."""

import traceback
from pathlib import Path
from typing import Final, Protocol, runtime_checkable

from redcathedral.box.edition import Edition
from redcathedral.engine.state import State

OURS: Final = Path(__file__).parents[1]  # the folder of this package
# What imports: its files are no place of an error.
LOADERS: Final = {
    "importlib",
    "<frozen importlib._bootstrap>",
    "<frozen importlib._bootstrap_external>",
}


class BotSpecError(ValueError):
    """A bot that is not known, or an option that it does not have: what, and the way out."""


class Bot(Protocol):
    """Decides for one seat of one game; the same seed and positions give the same decisions."""

    def choose(self, state: State) -> int:
        """The id of a legal decision in this position, where one is due for the bot's seat.

        The position is not to be changed; a copy is cheap.  In a solo game the human's bot also
        chooses for Ivan (R8.4).
        """


@runtime_checkable
class ChecksEdition(Protocol):
    """A bot that does not play every edition, or not every one as well."""

    def remark(self, edition: Edition) -> str:
        """A warning for this edition, or ""; raises BotSpecError where the bot cannot play it."""


class BotWarning(UserWarning):
    """What is to be said of a bot's play; the command line says it before the game."""


def failure_text(error: Exception) -> str:
    """An error of a bot in a line, with the innermost place outside of this package."""
    said = " ".join(str(error).split())
    kind = type(error).__name__
    frames = traceback.extract_tb(error.__traceback__)
    files = [Path(frame.filename) for frame in frames]
    foreign = [
        f" ({file.name}, line {frame.lineno})"
        for file, frame in zip(files, frames, strict=True)
        if OURS not in file.parents and not LOADERS.intersection(file.parts)
    ]
    return (f"{kind}: {said}" if said else kind) + (foreign[-1] if foreign else "")
