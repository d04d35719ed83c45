"""Measure and store the thinking time of bots, which is no result, as it differs between runs."""

import re
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter
from typing import Final

import msgspec

from redcathedral.engine.state import State
from redcathedral.files import write_text
from redcathedral.play.bot import Bot

THINKING_TIME_FILE: Final = "pace.json"


class ThinkingTime(msgspec.Struct, frozen=True):
    """The number of turns with a decision, their seconds, and the seconds of the longest turn.

    A decision in the turn of another seat counts as a separate turn.
    """

    turns: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def __add__(self, other: "ThinkingTime") -> "ThinkingTime":
        longest = max(self.longest, other.longest)
        return ThinkingTime(self.turns + other.turns, self.seconds + other.seconds, longest)


class TimedBot:
    """A bot that measures its thinking time."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self._turn = -1
        self._times: list[float] = []

    def __repr__(self) -> str:
        return repr(self.bot)

    def choose(self, state: State) -> int:
        if state.turn != self._turn:
            self._turn = int(state.turn)
            self._times.append(0.0)
        start = perf_counter()
        decision = self.bot.choose(state)
        self._times[-1] += perf_counter() - start
        return decision

    @property
    def thinking_time(self) -> ThinkingTime:
        return ThinkingTime(len(self._times), sum(self._times), max(self._times, default=0.0))


def is_timed(spec: str) -> bool:
    """Return whether a spec sets a time limit, such as ``master:ms=50``."""
    return re.search(r"[:,]\s*ms\s*=", spec) is not None


def load_thinking_times(folder: Path) -> dict[str, ThinkingTime]:
    """Return the thinking time of each bot of a ladder; {} if the file cannot be read."""
    try:
        return msgspec.json.decode(
            (folder / THINKING_TIME_FILE).read_bytes(), type=dict[str, ThinkingTime]
        )
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return {}


def save_thinking_times(folder: Path, thinking_times: Mapping[str, ThinkingTime]) -> None:
    write_text(folder / THINKING_TIME_FILE, msgspec.json.encode(thinking_times).decode() + "\n")
