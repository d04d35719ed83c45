"""Store and draw the learning curve of a recipe: its checks against a bot."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from common.curve_chart import CurvePanel, CurvePoint, Scale, plot_curves
from redcathedral.files import write_text

if TYPE_CHECKING:
    from redcathedral.envs.policy import Duel

CURVE_FILE: Final = "curve.jsonl"
PICTURE_FILE: Final = "curve.svg"
PANEL_HEIGHT: Final = 260


class Check(msgspec.Struct, frozen=True):
    """The result of a policy against a bot, after ``steps`` steps and ``minutes`` of learning."""

    steps: int
    minutes: float
    rival: str
    won: float
    low: float
    high: float
    games: int
    margin: float  # mean prestige ahead
    notes: dict[str, float] = {}  # other values, such as losses and entropy


class LearningCurve:
    """The checks of a training run, stored in its folder."""

    def __init__(self, folder: Path) -> None:
        """Read the stored checks; raise OSError, or msgspec.DecodeError for an invalid file."""
        folder.mkdir(parents=True, exist_ok=True)
        self._curve_path = folder / CURVE_FILE
        self._picture_path = folder / PICTURE_FILE
        self.checks: list[Check] = []
        if self._curve_path.exists():
            lines = self._curve_path.read_bytes().splitlines()
            self.checks = [msgspec.json.decode(line, type=Check) for line in lines]

    def drop_after(self, steps: int) -> None:
        """Remove the checks after the checkpoint from which a training run resumes."""
        self.checks = [check for check in self.checks if check.steps <= steps]

    def add(self, steps: int, minutes: float, opponent: str, result: Duel, **notes: float) -> Check:
        """Add a check, and write the curve and its picture."""
        won, margin = result
        rounded_notes = {name: round(value, 5) for name, value in notes.items()}
        won_fields = (won.value, won.low, won.high, won.games)
        check = Check(
            steps, round(minutes, 2), opponent, *won_fields, round(margin, 2), rounded_notes
        )
        self.checks.append(check)
        write_text(
            self._curve_path, "".join(f"{msgspec.json.encode(c).decode()}\n" for c in self.checks)
        )
        write_text(self._picture_path, curve_svg(self.checks))
        return check


def check_text(check: Check) -> str:
    """Return a check as a line of text."""
    notes = "".join(f", {name} {value:.3g}" for name, value in check.notes.items())
    return (
        f"{check.steps:>11,} steps, {check.minutes:5.1f} min: won {check.won:.1%} "
        f"({check.low:.1%} to {check.high:.1%}) of {check.games} against {check.rival}, "
        f"margin {check.margin:+.1f}{notes}"
    )


def curve_svg(checks: Sequence[Check]) -> str:
    """Draw the games won against the bot, with intervals, over the steps."""
    last = checks[-1]
    unit, name = (1_000_000, "million") if last.steps >= 1_000_000 else (1_000, "thousand")
    title = f"Won against {last.rival}, %, with 95 % intervals"
    points = [
        CurvePoint(
            check.steps / unit,
            100 * check.won,
            check_text(check).strip(),
            (100 * check.low, 100 * check.high),
        )
        for check in checks
    ]
    panel = CurvePanel(title, points, 100.0, PANEL_HEIGHT)
    return plot_curves([panel], Scale(f"{name} steps", 0, last.steps / unit), title)
