"""The learning curve of a training: what each round came to, as lines of JSON and as a picture."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from redcathedral import chart
from redcathedral.chart import FAINT, MARK, WIDTH
from redcathedral.ratings.rating import wilson

LEFT: Final = 60
RIGHT: Final = 24
HEAD: Final = 40  # above a panel, with its title
PANEL: Final = 150
FOOT: Final = 44  # below the last one, with the scale of rounds
LINES: Final = 5  # of the scale of a panel


@dataclass(frozen=True)
class Round:
    """What a round came to: losses, examples, seconds, and the exam where there was one.

    ``won`` is the share of games won against ``greedy``, of ``exam_games``.
    """

    number: int
    games: int
    examples: int
    share_loss: float
    margin_loss: float
    seconds_playing: float
    seconds_learning: float
    won: float
    exam_games: int

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of Wilson for the share won in the exam."""
        return wilson(self.won * self.exam_games, self.exam_games)


def read_curve(path: Path) -> list[Round]:
    """The rounds in a file; none where there is no file.  Raises msgspec.DecodeError."""
    if not path.exists():
        return []
    return [msgspec.json.decode(line, type=Round) for line in path.read_bytes().splitlines()]


def lines_of(rounds: Sequence[Round]) -> str:
    """What such a file holds."""
    return "".join(f"{msgspec.json.encode(entry).decode()}\n" for entry in rounds)


def picture(rounds: Sequence[Round]) -> str:
    """Games won against ``greedy`` with their intervals, and the losses, over the rounds: SVG."""
    exams = [entry for entry in rounds if entry.exam_games]
    panels = [
        _Panel(
            "Won against greedy, %, with 95 % intervals",
            [(entry.number, 100 * entry.won) for entry in exams],
            [(entry.number, 100 * entry.interval[0], 100 * entry.interval[1]) for entry in exams],
            100.0,
        ),
        _losses("Loss of the share of the win", [(e.number, e.share_loss) for e in rounds]),
        _losses("Loss of the margin", [(e.number, e.margin_loss) for e in rounds]),
    ]
    last = max((entry.number for entry in rounds), default=1)
    parts = [
        part
        for number, panel in enumerate(panels)
        for part in panel.parts(HEAD + number * (PANEL + HEAD), last)
    ]
    bottom = len(panels) * (PANEL + HEAD)
    parts += [
        chart.text(f"{_across(number, last):.1f}", bottom + 18, number, "middle")
        for number in _numbers(last)
    ]
    parts.append(chart.text(WIDTH / 2, bottom + 36, "round", "middle"))
    return chart.svg(bottom + FOOT, parts)


@dataclass(frozen=True)
class _Panel:
    """One quantity over the rounds, from 0 to ``top``, and intervals of it."""

    title: str
    points: Sequence[tuple[int, float]]
    bars: Sequence[tuple[int, float, float]]
    top: float

    def parts(self, head: int, last: int) -> list[str]:
        parts = [chart.text(LEFT, head - 14, self.title, bold=True)]
        for line in range(LINES):
            value = self.top * line / (LINES - 1)
            y = self._down(head, value)
            parts.append(
                chart.line(f"M{LEFT} {y:.1f}H{WIDTH - RIGHT}", FAINT)
                + chart.text(LEFT - 8, f"{y + 4:.1f}", f"{value:.3g}", "end")
            )
        for number, low, high in self.bars:
            x = _across(number, last)
            ends = f"{self._down(head, low):.1f}V{self._down(head, high):.1f}"
            parts.append(chart.line(f"M{x:.1f} {ends}", MARK, ' stroke-opacity="0.5"'))
        if self.points:
            way = " ".join(
                f"{_across(number, last):.1f},{self._down(head, value):.1f}"
                for number, value in self.points
            )
            parts.append(f'<polyline points="{way}" fill="none" stroke="{MARK}" stroke-width="2"/>')
        parts += [
            chart.point(
                f"{_across(number, last):.1f}",
                f"{self._down(head, value):.1f}",
                2.5,
                MARK,
                f"round {number}: {value:.4g}",
            )
            for number, value in self.points
        ]
        return parts

    def _down(self, head: int, value: float) -> float:
        return head + PANEL * (1 - value / self.top)


def _losses(title: str, points: Sequence[tuple[int, float]]) -> _Panel:
    top = max((value for _, value in points), default=1.0)
    step = next((step / 1000 for step in chart.STEPS[:10] if step / 1000 * (LINES - 1) >= top), top)
    return _Panel(title, points, [], step * (LINES - 1))


def _across(number: int, last: int) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * (number - 1) / max(last - 1, 1)


def _numbers(last: int) -> list[int]:
    """Round numbers for the scale: 1 and at most twelve steps."""
    step = chart.step(last, 12)
    return [1, *(number for number in range(step, last + 1, step) if number > 1)]
