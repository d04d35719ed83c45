"""The learning curve of a training: the result of each round, as lines of JSON and as a picture."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from redcathedral import chart
from redcathedral.ai.ratings.rating import wilson_interval
from redcathedral.lab.arena.curve_chart import LINES, CurvePanel, CurvePoint, Scale, plot_curves


@dataclass(frozen=True)
class RoundResult:
    """The result of a round: losses, examples, seconds, and the exam where there was one.

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
        return wilson_interval(self.won * self.exam_games, self.exam_games)


def read_curve(path: Path) -> list[RoundResult]:
    """The rounds in a file; none where there is no file.  Raises msgspec.DecodeError."""
    if not path.exists():
        return []
    return [msgspec.json.decode(line, type=RoundResult) for line in path.read_bytes().splitlines()]


def curve_lines(rounds: Sequence[RoundResult]) -> str:
    return "".join(f"{msgspec.json.encode(entry).decode()}\n" for entry in rounds)


def picture(rounds: Sequence[RoundResult]) -> str:
    """Games won against ``greedy`` with their intervals, and the losses, over the rounds: SVG."""
    exams = [
        CurvePoint(
            entry.number,
            100 * entry.won,
            f"round {entry.number}: {100 * entry.won:.4g}",
            (100 * entry.interval[0], 100 * entry.interval[1]),
        )
        for entry in rounds
        if entry.exam_games
    ]
    panels = [
        CurvePanel("Won against greedy, %, with 95 % intervals", exams, 100.0),
        _losses("Loss of the share of the win", [(e.number, e.share_loss) for e in rounds]),
        _losses("Loss of the margin", [(e.number, e.margin_loss) for e in rounds]),
    ]
    last = max((entry.number for entry in rounds), default=1)
    return plot_curves(panels, Scale("round", 1, last))


def _losses(title: str, losses: Sequence[tuple[int, float]]) -> CurvePanel:
    top = max((value for _, value in losses), default=1.0)
    step = next(
        (step / 1000 for step in chart.AXIS_STEPS[:10] if step / 1000 * (LINES - 1) >= top), top
    )
    points = [CurvePoint(number, loss, f"round {number}: {loss:.4g}") for number, loss in losses]
    return CurvePanel(title, points, step * (LINES - 1))
