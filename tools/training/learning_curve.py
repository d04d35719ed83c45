"""Store and draw the learning curve of a training run: the result of each round."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from common.curve_chart import GRID_LINES, CurvePanel, CurvePoint, Scale, plot_curves
from redcathedral import chart
from redcathedral.ai.ratings.rating import wilson_interval


@dataclass(frozen=True)
class RoundResult:
    """The result of a round: losses, examples, seconds, and the evaluation if there was one.

    ``seconds`` includes the games that are played during the learning.  In an evaluation, the
    network won the share ``won`` of ``exam_games`` games against ``greedy``.
    """

    number: int
    games: int
    examples: int
    share_loss: float
    margin_loss: float
    seconds: float
    seconds_learning: float
    won: float
    exam_games: int

    @property
    def interval(self) -> tuple[float, float]:
        return wilson_interval(self.won * self.exam_games, self.exam_games)


def read_curve(path: Path) -> list[RoundResult]:
    """Return the rounds in a file; none if it does not exist.  Raises msgspec.DecodeError."""
    if not path.exists():
        return []
    return [msgspec.json.decode(line, type=RoundResult) for line in path.read_bytes().splitlines()]


def curve_lines(rounds: Sequence[RoundResult]) -> str:
    return "".join(f"{msgspec.json.encode(entry).decode()}\n" for entry in rounds)


def curve_svg(rounds: Sequence[RoundResult]) -> str:
    """Draw the games won against ``greedy`` with intervals, and the losses, over the rounds."""
    points = [
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
        CurvePanel("Won against greedy, %, with 95 % intervals", points, 100.0),
        _loss_panel("Loss of the share of the win", [(x.number, x.share_loss) for x in rounds]),
        _loss_panel("Loss of the margin", [(x.number, x.margin_loss) for x in rounds]),
    ]
    last = max((entry.number for entry in rounds), default=1)
    return plot_curves(panels, Scale("round", 1, last))


def _loss_panel(title: str, losses: Sequence[tuple[int, float]]) -> CurvePanel:
    top = max((value for _, value in losses), default=1.0)
    step = next(
        (step / 1000 for step in chart.AXIS_STEPS[:10] if step / 1000 * (GRID_LINES - 1) >= top),
        top,
    )
    points = [CurvePoint(number, loss, f"round {number}: {loss:.4g}") for number, loss in losses]
    return CurvePanel(title, points, step * (GRID_LINES - 1))
