"""Write the page of a calibration in Markdown, and draw predicted and actual wins."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from redcathedral import chart
from redcathedral.ai.value.standings import MAX_SEATS
from redcathedral.chart import ACCENT_COLOR, GRID_COLOR, MARGIN, TEXT_COLOR
from tools.calibration.report import FIGURES, Accuracy, Calibration, Figure
from tools.calibration.trials import CalibrationSettings, JudgeName
from tools.page_text import NO_FIGURE, columns, in_points, table

# Sections that other commands write: ``tools.calibration.boxes``, ``tools.calibration.hints``.
BOXES_TITLE: Final = "## Other boxes"
HINTS_TITLE: Final = "## Words of hints"
TEMPLATE: Final = Path(__file__).with_name("page.md")
HEADER_HEIGHT: Final = 40  # pixels above a panel, for its title
PANEL_SIZE: Final = 140  # pixels
PANEL_GAP: Final = 34  # pixels between panels
TABLE_NAMES: Final = {1: "solo", 2: "2 players", 3: "3 players", 4: "4 players"}
IDENTITY_COLUMNS: Final[tuple[tuple[str, Callable[[Calibration], str]], ...]] = (
    ("players", lambda calibration: TABLE_NAMES[calibration.players]),
    ("judge", lambda calibration: calibration.judge),
)
LINE_COLORS: Final[dict[JudgeName, str]] = {"quick": TEXT_COLOR, "deep": ACCENT_COLOR}


def reliability_svg(calibrations: Sequence[Calibration]) -> str:
    """Draw the actual share of wins over the predicted share, for each number of players."""
    tables = list(dict.fromkeys(calibration.players for calibration in calibrations))
    parts: list[str] = []
    for column, players in enumerate(tables):
        left = MARGIN + 12 + column * (PANEL_SIZE + PANEL_GAP)
        parts += _frame(left, TABLE_NAMES[players])
        for calibration in calibrations:
            if calibration.players == players and calibration.judge in LINE_COLORS:
                parts += _curve(left, calibration)
    bottom = HEADER_HEIGHT + PANEL_SIZE + 44
    parts.append(
        chart.text(MARGIN, bottom, "estimated (across), won (up), %; gray quick, red deep")
    )
    return chart.svg(bottom + 16, parts, "The estimated chance, and the share of games won")


def _frame(left: int, title: str) -> list[str]:
    box = f"M{left} {HEADER_HEIGHT}H{left + PANEL_SIZE}V{HEADER_HEIGHT + PANEL_SIZE}H{left}Z"
    diagonal = f"M{left} {HEADER_HEIGHT + PANEL_SIZE}L{left + PANEL_SIZE} {HEADER_HEIGHT}"
    parts = [
        chart.text(left, HEADER_HEIGHT - 12, title, bold=True),
        chart.path(box, GRID_COLOR, ' fill="none"'),
        chart.path(diagonal, GRID_COLOR),
    ]
    for tick in (0, 50, 100):
        x = left + PANEL_SIZE * tick / 100
        parts.append(chart.text(x, HEADER_HEIGHT + PANEL_SIZE + 16, tick, "middle"))
    return parts


def _curve(left: int, calibration: Calibration) -> list[str]:
    color = LINE_COLORS[calibration.judge]
    points = [
        (
            left + PANEL_SIZE * group.predicted,
            HEADER_HEIGHT + PANEL_SIZE * (1 - group.won.value),
            group,
        )
        for group in calibration.reliability
    ]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in points)
    line = f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="1.5"/>'
    return [
        line,
        *(
            chart.point(
                f"{x:.1f}",
                f"{y:.1f}",
                2.5,
                color,
                f"{calibration.judge}: estimated {100 * group.predicted:.0f} %, "
                f"won {100 * group.won.value:.0f} %",
            )
            for x, y, group in points
        ),
    ]


def page(
    settings: CalibrationSettings,
    calibrations: Sequence[Calibration],
    openings: dict[JudgeName, Accuracy],
    command: str,
    image: str,
) -> str:
    """Return the text of the page."""
    values: dict[str, object] = {
        "command": command,
        "settings": settings,
        "image": image,
        "errors": columns(
            calibrations,
            *IDENTITY_COLUMNS,
            ("error", lambda calibration: _points(calibration.all)),
            ("first third", lambda calibration: _points(calibration.phases[0])),
            ("second", lambda calibration: _points(calibration.phases[1])),
            ("last", lambda calibration: _points(calibration.phases[2])),
            ("margin", lambda calibration: _margin_text(calibration.all)),
            ("correlation", lambda calibration: _correlation_text(calibration.all)),
            ("seconds", lambda calibration: f"{calibration.seconds:.2f}"),
            left=2,
        ),
        "biases": table(
            (
                *("players", "judge", *(f"seat {seat}" for seat in range(1, MAX_SEATS + 1))),
                *("to move, first third", "second", "last"),
            ),
            [
                (
                    *_identity(calibration),
                    *(_bias(calibration, seat) for seat in range(MAX_SEATS)),
                    *(
                        NO_FIGURE if bias is None else in_points(bias)
                        for bias in calibration.to_move
                    ),
                )
                for calibration in calibrations
            ],
            left=2,
        ),
        "doubts": table(
            ("players", "judge", *(f"{figure}, held" for figure in FIGURES)),
            [
                (
                    *_identity(calibration),
                    *(_error_and_coverage(calibration, figure) for figure in FIGURES),
                )
                for calibration in calibrations
                if calibration.mistakes is not None
            ],
            left=2,
        ),
        "mistakes": table(
            ("players", "judge", "turns", "mistakes", "estimated loss", "loss", "better"),
            [
                (
                    *_identity(calibration),
                    *(str(check.compared), str(check.mistakes)),
                    *(f"{100 * check.predicted_loss:.1f}", f"{100 * check.true_loss:.1f}"),
                    str(check.better),
                )
                for calibration in calibrations
                if (check := calibration.mistakes) is not None
            ],
            left=2,
        ),
        "reliability": columns(
            calibrations,
            *IDENTITY_COLUMNS,
            ("resolution", lambda calibration: f"{100 * calibration.resolution:.1f} %"),
            ("estimated: won, %", _estimated_and_won),
            left=2,
        ),
        "openings": columns(
            openings.items(),
            ("judge", lambda pair: pair[0]),
            ("error", lambda pair: _points(pair[1])),
            ("correlation", lambda pair: _correlation_text(pair[1])),
        ),
    }
    return TEMPLATE.read_text(encoding="utf-8").format_map(values)


def replace_section(page_text: str, section: str) -> str:
    """Return the page with this section instead of the one with the same title, or at its end."""
    title = section.partition("\n")[0]
    others = [part for part in _sections(page_text) if part.partition("\n")[0] != title]
    return "\n\n".join([*(part.rstrip() for part in others), section])


def kept_sections(path: Path) -> list[str]:
    """Return the sections of a published page that other commands wrote."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return [part for part in _sections(text) if part.startswith((BOXES_TITLE, HINTS_TITLE))]


def _sections(page_text: str) -> list[str]:
    return re.split(r"(?m)^(?=## )", page_text)


def _estimated_and_won(calibration: Calibration) -> str:
    return ", ".join(
        f"{100 * group.predicted:.0f}: {100 * group.won.value:.0f}"
        for group in calibration.reliability
    )


def _points(accuracy: Accuracy | None) -> str:
    return NO_FIGURE if accuracy is None else f"{100 * accuracy.rms:.1f}"


def _margin_text(accuracy: Accuracy | None) -> str:
    return NO_FIGURE if accuracy is None else f"{accuracy.margin_rms:.1f}"


def _correlation_text(accuracy: Accuracy | None) -> str:
    return NO_FIGURE if accuracy is None else f"{accuracy.correlation:.2f}"


def _identity(calibration: Calibration) -> tuple[str, ...]:
    return tuple(cell_text(calibration) for _, cell_text in IDENTITY_COLUMNS)


def _error_and_coverage(calibration: Calibration, figure: Figure) -> str:
    fit = calibration.error_fits.get(figure)
    return NO_FIGURE if fit is None else f"{fit.relative_error:.2f}, {100 * fit.covered:.0f} %"


def _bias(calibration: Calibration, seat: int) -> str:
    return in_points(calibration.biases[seat]) if seat < len(calibration.biases) else NO_FIGURE
