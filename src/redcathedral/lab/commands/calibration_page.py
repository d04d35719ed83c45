"""The page of a calibration as Markdown, and its picture: what was said and what came of it."""

from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import Final

from redcathedral import chart
from redcathedral.ai.value.standings import MAX_SEATS
from redcathedral.chart import ACCENT_COLOR, GRID_COLOR, MARGIN, TEXT_COLOR
from redcathedral.lab.calibration.report import FIGURES, Accuracy, Calibration, Figure, JudgeName
from redcathedral.lab.calibration.trials import CalibrationSettings
from redcathedral.lab.commands.page_text import NONE, columns, in_points, table

TEXT: Final = "calibration_page.md"
HEAD: Final = 40  # above a panel, with its title
SIDE: Final = 140  # of a panel
GAP: Final = 34
TABLE_NAMES: Final = {1: "solo", 2: "2 players", 3: "3 players", 4: "4 players"}
WHO: Final[tuple[tuple[str, Callable[[Calibration], str]], ...]] = (
    ("players", lambda one: TABLE_NAMES[one.players]),
    ("judge", lambda one: one.judge),
)
SHADES: Final = {"network": GRID_COLOR, "quick": TEXT_COLOR, "deep": ACCENT_COLOR}


def picture(found: Sequence[Calibration]) -> str:
    """For each number of people, what was said against what was won; the diagonal is right."""
    tables = list(dict.fromkeys(one.players for one in found))
    parts: list[str] = []
    for place, players in enumerate(tables):
        left = MARGIN + 12 + place * (SIDE + GAP)
        parts += _frame(left, TABLE_NAMES[players])
        for one in found:
            if one.players == players and one.judge != "network":
                parts += _curve(left, one)
    bottom = HEAD + SIDE + 44
    parts.append(chart.text(MARGIN, bottom, "said (across), won (up), %; grey quick, red deep"))
    return chart.svg(bottom + 16, parts, "What the judge said, and what was won")


def _frame(left: int, title: str) -> list[str]:
    box = f"M{left} {HEAD}H{left + SIDE}V{HEAD + SIDE}H{left}Z"
    diagonal = f"M{left} {HEAD + SIDE}L{left + SIDE} {HEAD}"
    parts = [
        chart.text(left, HEAD - 12, title, bold=True),
        chart.path(box, GRID_COLOR, ' fill="none"'),
        chart.path(diagonal, GRID_COLOR),
    ]
    for tick in (0, 50, 100):
        x = left + SIDE * tick / 100
        parts.append(chart.text(x, HEAD + SIDE + 16, tick, "middle"))
    return parts


def _curve(left: int, one: Calibration) -> list[str]:
    colour = SHADES[one.judge]
    spots = [
        (left + SIDE * entry.said, HEAD + SIDE * (1 - entry.won.value), entry)
        for entry in one.reliability
    ]
    way = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in spots)
    line = f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="1.5"/>'
    return [
        line,
        *(
            chart.point(
                f"{x:.1f}",
                f"{y:.1f}",
                2.5,
                colour,
                f"{one.judge}: said {100 * entry.said:.0f} %, won {100 * entry.won.value:.0f} %",
            )
            for x, y, entry in spots
        ),
    ]


def page(
    settings: CalibrationSettings,
    found: Sequence[Calibration],
    openings: dict[JudgeName, Accuracy],
    command: str,
    image: str,
) -> str:
    """The whole page; the same trials give the same text, but for the seconds."""
    shown: dict[str, object] = {
        "command": command,
        "settings": settings,
        "image": image,
        "errors": columns(
            found,
            *WHO,
            ("error", lambda one: _points(one.all)),
            ("first third", lambda one: _points(one.phases[0])),
            ("second", lambda one: _points(one.phases[1])),
            ("last", lambda one: _points(one.phases[2])),
            ("margin", lambda one: NONE if one.all is None else f"{one.all.margin_rms:.1f}"),
            ("correlation", lambda one: NONE if one.all is None else f"{one.all.correlation:.2f}"),
            ("seconds", lambda one: f"{one.seconds:.2f}"),
            left=2,
        ),
        "biases": table(
            (
                *("players", "judge", *(f"seat {seat}" for seat in range(1, MAX_SEATS + 1))),
                *("to move, first third", "second", "last"),
            ),
            [
                (
                    *_who(one),
                    *(_bias(one, seat) for seat in range(MAX_SEATS)),
                    *(NONE if bias is None else in_points(bias) for bias in one.to_move),
                )
                for one in found
            ],
            left=2,
        ),
        "doubts": table(
            ("players", "judge", *(f"{figure}, held" for figure in FIGURES)),
            [
                (*_who(one), *(_doubt(one, figure) for figure in FIGURES))
                for one in found
                if one.mistakes is not None
            ],
            left=2,
        ),
        "mistakes": table(
            ("players", "judge", "turns", "told", "said to lose", "lost", "better"),
            [
                (
                    *_who(one),
                    *(str(told.compared), str(told.told)),
                    *(f"{100 * told.said:.1f}", f"{100 * told.true:.1f}", str(told.contrary)),
                )
                for one in found
                if (told := one.mistakes) is not None
            ],
            left=2,
        ),
        "reliability": columns(
            found,
            *WHO,
            ("resolution", lambda one: f"{100 * one.resolution:.1f} %"),
            ("said: won, %", _said_and_won),
            left=2,
        ),
        "openings": columns(
            openings.items(),
            ("judge", lambda pair: pair[0]),
            ("error", lambda pair: _points(pair[1])),
            ("correlation", lambda pair: f"{pair[1].correlation:.2f}"),
        ),
    }
    text = files("redcathedral.lab.commands").joinpath(TEXT).read_text(encoding="utf-8")
    return text.format_map(shown)


def _said_and_won(one: Calibration) -> str:
    return ", ".join(
        f"{100 * entry.said:.0f}: {100 * entry.won.value:.0f}" for entry in one.reliability
    )


def _points(accuracy: Accuracy | None) -> str:
    return NONE if accuracy is None else f"{100 * accuracy.rms:.1f}"


def _who(one: Calibration) -> tuple[str, ...]:
    return tuple(show(one) for _, show in WHO)


def _doubt(one: Calibration, figure: Figure) -> str:
    trust = one.trust.get(figure)
    return NONE if trust is None else f"{trust.doubt:.2f}, {100 * trust.covered:.0f} %"


def _bias(one: Calibration, seat: int) -> str:
    return in_points(one.biases[seat]) if seat < len(one.biases) else NONE
