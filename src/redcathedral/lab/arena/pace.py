"""How long bots think: apart from the results, since no two runs have the same times."""

import re
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter
from typing import Final

import msgspec

from redcathedral.engine.state import State
from redcathedral.files import write_text
from redcathedral.play.bot import Bot

PACE: Final = "pace.json"


class Pace(msgspec.Struct, frozen=True):
    """Turns of a bot in which it had something to decide; the seconds of all, and of the longest.

    A turn is one of any seat: a decision in another's turn counts as a turn of its own.
    """

    turns: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def __add__(self, other: "Pace") -> "Pace":
        longest = max(self.longest, other.longest)
        return Pace(self.turns + other.turns, self.seconds + other.seconds, longest)


class Timed:
    """A bot under the clock."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self._turn = -1
        self._times: list[float] = []

    def __repr__(self) -> str:
        return repr(self.bot)

    def choose(self, state: State) -> int:
        """What the bot chooses."""
        if state.turn != self._turn:
            self._turn = int(state.turn)
            self._times.append(0.0)
        began = perf_counter()
        decision = self.bot.choose(state)
        self._times[-1] += perf_counter() - began
        return decision

    @property
    def pace(self) -> Pace:
        """Its pace up to now."""
        return Pace(len(self._times), sum(self._times), max(self._times, default=0.0))


def is_timed(spec: str) -> bool:
    """Whether a bot thinks by the clock."""
    return re.search(r"[:,]\s*ms\s*=", spec) is not None


def kept_paces(folder: Path) -> dict[str, Pace]:
    """The pace of each bot of a ladder, kept in its folder over several runs.

    What is there but cannot be read counts as nothing: these figures are no results.
    """
    try:
        return msgspec.json.decode((folder / PACE).read_bytes(), type=dict[str, Pace])
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return {}


def keep_paces(folder: Path, paces: Mapping[str, Pace]) -> None:
    """Write them down."""
    write_text(folder / PACE, msgspec.json.encode(paces).decode() + "\n")
