"""The learning curve of a recipe: its checks against a bot, as lines of JSON and as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from redcathedral.files import write_text
from redcathedral.lab.arena.curve_chart import CurvePanel, CurvePoint, Scale, plot_curves

if TYPE_CHECKING:
    from redcathedral.envs.policy import Duel

LINES: Final = "curve.jsonl"
PICTURE: Final = "curve.svg"
HEIGHT: Final = 260


class Check(msgspec.Struct, frozen=True):
    """How a policy did against a bot after so many steps and minutes of learning."""

    steps: int
    minutes: float
    rival: str
    won: float
    low: float
    high: float
    games: int
    margin: float  # mean prestige ahead
    notes: dict[str, float] = {}  # what else is told: losses, entropy


class LearningCurve:
    """The checks of a training in its folder; one that was stopped goes on with them."""

    def __init__(self, folder: Path) -> None:
        """Read what is there; raises msgspec.DecodeError where that is no curve, OSError."""
        folder.mkdir(parents=True, exist_ok=True)
        self._lines = folder / LINES
        self._picture = folder / PICTURE
        self.checks: list[Check] = []
        if self._lines.exists():
            lines = self._lines.read_bytes().splitlines()
            self.checks = [msgspec.json.decode(line, type=Check) for line in lines]

    def forget_after(self, steps: int) -> None:
        """Leave out what lies after the checkpoint that a training goes on from."""
        self.checks = [check for check in self.checks if check.steps <= steps]

    def add(self, steps: int, minutes: float, rival: str, result: Duel, **notes: float) -> Check:
        """Keep one more check, and draw the picture anew."""
        won, ahead = result
        others = {name: round(value, 5) for name, value in notes.items()}
        check = Check(
            steps,
            round(minutes, 2),
            rival,
            won.value,
            won.low,
            won.high,
            won.games,
            round(ahead, 2),
            others,
        )
        self.checks.append(check)
        write_text(
            self._lines, "".join(f"{msgspec.json.encode(c).decode()}\n" for c in self.checks)
        )
        write_text(self._picture, picture(self.checks))
        return check


def told(check: Check) -> str:
    """A check as a line for people."""
    notes = "".join(f", {name} {value:.3g}" for name, value in check.notes.items())
    return (
        f"{check.steps:>11,} steps, {check.minutes:5.1f} min: won {check.won:.1%} "
        f"({check.low:.1%} to {check.high:.1%}) of {check.games} against {check.rival}, "
        f"margin {check.margin:+.1f}{notes}"
    )


def picture(checks: Sequence[Check]) -> str:
    """Games won against the bot with their intervals, over the steps: SVG."""
    last = checks[-1]
    unit, name = (1_000_000, "million") if last.steps >= 1_000_000 else (1_000, "thousand")
    title = f"Won against {last.rival}, %, with 95 % intervals"
    points = [
        CurvePoint(
            one.steps / unit, 100 * one.won, told(one).strip(), (100 * one.low, 100 * one.high)
        )
        for one in checks
    ]
    panel = CurvePanel(title, points, 100.0, HEIGHT)
    return plot_curves([panel], Scale(f"{name} steps", 0, last.steps / unit), title)
