"""The learning curve of a recipe: its checks against a bot, as lines of JSON and as a picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from redcathedral import chart
from redcathedral.chart import FAINT, INK, MARK, WIDTH
from redcathedral.files import write_text

if TYPE_CHECKING:
    from redcathedral.envs.player import Duel

LINES: Final = "curve.jsonl"
PICTURE: Final = "curve.svg"
LEFT: Final = 60
RIGHT: Final = 24
HEAD: Final = 44
PANEL: Final = 260
FOOT: Final = 48


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
    bottom = HEAD + PANEL
    unit, name = (1_000_000, "million ") if checks[-1].steps >= 1_000_000 else (1_000, "thousand ")
    most = max(checks[-1].steps / unit, 1e-9)

    def across(steps: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * steps / unit / most

    def down(share: float) -> float:
        return bottom - PANEL * share

    title = f"Won against {checks[-1].rival}, %, with 95 % intervals"
    parts = [chart.text(LEFT, HEAD - 16, title, bold=True)]
    for percent in range(0, 101, 25):
        y = down(percent / 100)
        parts.append(
            chart.line(f"M{LEFT} {y:.1f}H{WIDTH - RIGHT}", INK if percent == 50 else FAINT)
        )
        parts.append(chart.text(LEFT - 8, f"{y + 4:.1f}", percent, "end"))
    parts += _scale(most, lambda mark: across(mark * unit), bottom)
    parts.append(chart.text(WIDTH / 2, bottom + 38, f"{name}steps", "middle"))
    way = " ".join(f"{across(c.steps):.1f},{down(c.won):.1f}" for c in checks)
    parts.append(f'<polyline points="{way}" fill="none" stroke="{MARK}" stroke-width="2"/>')
    for check in checks:
        x = f"{across(check.steps):.1f}"
        interval = f"M{x} {down(check.low):.1f}V{down(check.high):.1f}"
        parts.append(chart.line(interval, MARK, ' stroke-opacity="0.5"'))
        parts.append(chart.point(x, f"{down(check.won):.1f}", 2.5, MARK, told(check).strip()))
    return chart.svg(bottom + FOOT, parts, title)


def _scale(most: float, across: Callable[[float], float], bottom: float) -> list[str]:
    """Round numbers of steps below the panel, twelve at most."""
    step = chart.step(most, 12)
    return [
        chart.text(f"{across(mark):.1f}", bottom + 18, mark, "middle")
        for mark in range(0, int(most) + 1, step)
    ]
