"""Fill the Markdown template ``page.md`` with the statistics."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from redcathedral.box import Edition
from redcathedral.engine.playout import TURNS_PER_SEAT
from redcathedral.lab.arena.estimate import MIN_GAMES, Estimate
from redcathedral.lab.arena.figure_chart import Panel, plot_figures
from tools.game_statistics.figures import ALL, SOLO, ComponentWorth, Statistics, TileUse
from tools.game_statistics.outliers import CONFIDENCE, LIMITS, Finding, Measure, OutlierReport
from tools.game_statistics.samples import Distribution
from tools.page_text import (
    NO_FIGURE,
    TABLE_NAMES,
    ComponentNames,
    Row,
    columns,
    in_points,
    interval,
    mode_name,
    number,
    percent,
    quartiles,
    table,
)
from tools.random_boxes.measure import BoxFigures, BoxSettings, tally
from tools.random_boxes.statements import STATEMENTS

TEMPLATE: Final = Path(__file__).with_name("page.md")
IMAGE_TITLE: Final = "What influence cards and workshop tiles are worth, with intervals"
SENTENCES: Final = (
    "The sentences of an influence card are the wording, the price and the amount of its actions; "
    "the other mark is of the materials shown, of lightning or infinity, of how often an action "
    "occurs and of which two share a card."
)
LENGTH_COLUMNS: Final = ("5 %", "50 %", "95 %", "99 %", "longest")
PERCENT_MEASURES: Final = (Measure.SEAT, Measure.PLAN_TURNS)  # shown in percent
BOXES: Final = """\
## What depends on our reconstruction

Most numbers of the edition are reconstructed. So we measured the findings of this page in {count} \
[random boxes](reference/editions.md#random-boxes) as well, which have other numbers. The bot \
`{settings.bot}` played {settings.games} games of each mode in each box. A finding that holds in \
nearly all boxes does not depend on our numbers. A box is undecided if the interval of its figure \
contains 0. Some boxes do not have such cards or tiles.

```console
$ python -m tools.random_boxes --bot {settings.bot} --boxes {count} --games {settings.games}
```

{table}"""
OUTLIER_REMARK: Final = (
    "Numbers marked as printed are those of the game. Reconstructed numbers may be our mistake; "
    "numbers marked likely may be too, with a smaller probability. A share of wins depends on "
    "all numbers and on the bot."
)


def worth_svg(report: OutlierReport, edition: Edition) -> str | None:
    """Draw the worth of cards and tiles, best first; return None if there are no estimates."""
    names = ComponentNames(edition)
    statistics = report.statistics
    panels = [
        _panel("Influence cards: a player's prestige", statistics.influence, names.card),
        _panel("Workshop tiles: prestige ahead of the table", statistics.tiles, names.tile),
    ]
    return plot_figures(panels) if any(panel.figures for panel in panels) else None


def _panel(title: str, worths: Sequence[ComponentWorth], name: Callable[[str], str]) -> Panel:
    totals = [
        (name(worth.id), worth.total)
        for worth in worths
        if worth.tables == ALL and worth.total is not None
    ]
    return Panel(title, dict(sorted(totals, key=lambda total: -total[1].value)))


def boxes_section(
    settings: BoxSettings, boxes: Sequence[BoxFigures], here: Sequence[Estimate | None]
) -> str:
    """Return the section on random boxes; ``here`` has the figures of the packaged edition."""
    tallies = [tally(boxes, number) for number in range(len(STATEMENTS))]
    rows = [
        (
            statement.text,
            in_points(figure) if statement.unit == "points" else interval(figure, "+"),
            statement.unit,
            f"{found.holds} of {found.measured}",
            str(found.undecided),
        )
        for statement, figure, found in zip(STATEMENTS, here, tallies, strict=True)
    ]
    head = ("finding", "in this edition", "unit", "holds in", "undecided in")
    return BOXES.format(count=len(boxes), settings=settings, table=table(head, rows))


def page(
    report: OutlierReport, edition: Edition, command: str, image: str | None, boxes: str = ""
) -> str:
    """Return the page without its empty paragraphs; ``boxes`` is the section on random boxes."""
    statistics, outliers, names = report.statistics, report.review, ComponentNames(edition)
    bot, spec = statistics.settings.bot, statistics.settings.spec
    values: dict[str, object] = {
        "command": command,
        "boxes": boxes,
        "statistics": statistics,
        "modes": len(statistics.modes),
        "bot": f"`{bot}`" if spec == bot else f"`{bot}` (`{spec}`)",
        "totals": _totals(statistics),
        "against_ivan": _against_ivan(statistics),
        "turns_per_seat": TURNS_PER_SEAT,
        "turns": table(
            ("mode", "turns", *LENGTH_COLUMNS, "ended by the cap"),
            [
                (mode_name(entry.mode), *_length(entry.turns), str(entry.capped))
                for entry in statistics.modes
            ],
        ),
        "decisions": table(
            ("mode", "decisions", *LENGTH_COLUMNS),
            [(mode_name(entry.mode), *_length(entry.decisions)) for entry in statistics.modes],
        ),
        "beginning": _first_player_sentence(statistics),
        "seats": _seats(statistics),
        "sources": _sources(statistics),
        "picture": "" if image is None else f"![{IMAGE_TITLE}]({image})",
        "sentences": SENTENCES,
        "cards": _cards(statistics, names),
        "cards_solo": _solo_table("card", statistics.influence, names.card),
        "tiles": _tiles(statistics, names),
        "tiles_solo": _solo_table("tile", statistics.tiles, names.tile),
        "plans": _plans(statistics),
        "plans_solo": _solo_table("plan", statistics.plans, str),
        "heights": _heights(statistics),
        "review": outliers,
        "confidence": 100 * CONFIDENCE,
        "limits": {
            measure.value: 100 * limit if measure in PERCENT_MEASURES else limit
            for measure, limit in LIMITS.items()
        },
        "off": _outliers(outliers.outliers, names),
        "capped": "\n\n".join(
            f"{mode_name(mode)}: {games} of the games had to be ended by the cap."
            for mode, games in outliers.capped.items()
        ),
        "least": MIN_GAMES,
        "none": NO_FIGURE,
    }
    text = TEMPLATE.read_text(encoding="utf-8")
    paragraphs = (paragraph.format_map(values) for paragraph in text.rstrip().split("\n\n"))
    return "\n\n".join(filter(None, paragraphs)) + "\n"


def _totals(statistics: Statistics) -> str:
    return columns(
        [entry for entry in statistics.modes if entry.ivan is None],
        ("mode", lambda entry: mode_name(entry.mode)),
        ("games", lambda entry: str(entry.games)),
        ("total", lambda entry: interval(entry.totals.mean)),
        ("quartiles", lambda entry: quartiles(entry.totals)),
        ("margin", lambda entry: interval(entry.margin.mean)),
        ("quartiles", lambda entry: quartiles(entry.margin)),
    )


def _against_ivan(statistics: Statistics) -> str:
    return columns(
        [(entry, entry.ivan) for entry in statistics.modes if entry.ivan is not None],
        ("mode", lambda solo: mode_name(solo[0].mode)),
        ("games", lambda solo: str(solo[0].games)),
        ("won", lambda solo: percent(solo[0].won)),
        ("total", lambda solo: interval(solo[0].totals.mean)),
        ("Ivan's", lambda solo: interval(solo[1].mean)),
        ("margin", lambda solo: interval(solo[0].margin.mean)),
        ("quartiles", lambda solo: quartiles(solo[0].margin)),
    )


def _length(lengths: Distribution) -> Row:
    quantiles = (lengths.p5, lengths.median, lengths.p95, lengths.p99, lengths.largest)
    return (interval(lengths.mean), *(f"{value:.0f}" for value in quantiles))


def _seats(statistics: Statistics) -> str:
    return columns(
        [(mode, seat) for mode in statistics.modes for seat in mode.seats],
        ("mode", lambda pair: mode_name(pair[0].mode)),
        ("seat", lambda pair: str(pair[1].seat + 1)),
        ("wins", lambda pair: percent(pair[1].won)),
        ("even share", lambda pair: f"{100 / len(pair[0].seats):.1f} %"),
        ("ahead", lambda pair: interval(pair[1].ahead, "+")),
    )


def _first_player_sentence(statistics: Statistics) -> str:
    first_seats = [(mode, mode.seats[0].won) for mode in statistics.modes if mode.seats]
    winning = [(mode, won) for mode, won in first_seats if won.low > 1 / len(mode.seats)]
    if not winning:
        return ""
    mode, won = max(winning, key=lambda pair: pair[1].value * len(pair[0].seats))
    return (
        f"It does: in {len(winning)} of {len(first_seats)} modes the first player wins more than "
        f"an even share, most clearly with {mode_name(mode.mode)}, {percent(won)} where "
        f"{100 / len(mode.seats):.1f} % would be even."
    )


def _sources(statistics: Statistics) -> str:
    return columns(
        statistics.modes,
        ("mode", lambda entry: mode_name(entry.mode)),
        ("track", lambda entry: interval(entry.sources["track"])),
        ("materials and rubles", lambda entry: interval(entry.sources["goods"])),
        ("towers", lambda entry: interval(entry.sources["towers"])),
        ("cards", lambda entry: interval(entry.cards)),
        ("ornaments", lambda entry: interval(entry.ornaments)),
    )


def _cards(statistics: Statistics, names: ComponentNames) -> str:
    return columns(
        [worth for worth in statistics.influence if worth.tables == ALL],
        ("card", lambda card: names.card(card.id)),
        ("what it does", lambda card: names.actions(card.id)),
        ("mark", lambda card: card.mark),
        *_table_columns(statistics.influence),
        left=3,
    )


def _table_columns(
    worths: Sequence[ComponentWorth],
) -> list[tuple[str, Callable[[ComponentWorth | TileUse], str]]]:
    totals = {(worth.id, worth.tables): worth.total for worth in worths}

    def column(tables: str) -> Callable[[ComponentWorth | TileUse], str]:
        return lambda component: interval(totals.get((component.id, tables)), "+")

    return [(TABLE_NAMES[tables], column(tables)) for tables in TABLE_NAMES if tables != SOLO]


def _tiles(statistics: Statistics, names: ComponentNames) -> str:
    won = {worth.id: worth.won for worth in statistics.tiles if worth.tables == ALL}
    return columns(
        statistics.uses,
        ("tile", lambda use: names.tile(use.id)),
        ("mark", lambda use: use.mark),
        ("in 100 games", lambda use: f"{use.placed:.0f}"),
        ("face up", lambda use: percent(use.face_up)),
        *_table_columns(statistics.tiles),
        ("wins, points", lambda use: in_points(won[use.id])),
        left=2,
    )


def _plans(statistics: Statistics) -> str:
    return columns(
        statistics.plans,
        ("players", lambda plan: TABLE_NAMES[plan.tables]),
        ("plan", lambda plan: plan.id),
        ("mark", lambda plan: plan.mark),
        ("games", lambda plan: str(plan.games)),
        ("total", lambda plan: interval(plan.total, "+")),
        ("turns", lambda plan: interval(plan.turns, "+")),
        left=3,
    )


def _heights(statistics: Statistics) -> str:
    prestige_by_height = {
        (entry.height, entry.tables): entry.prestige for entry in statistics.heights
    }
    counts = ("2", "3", "4")
    return table(
        ("cards in the tower", *(TABLE_NAMES[count] for count in counts)),
        [
            (str(height), *(interval(prestige_by_height.get((height, count))) for count in counts))
            for height in sorted({height for height, _ in prestige_by_height})
        ],
    )


def _solo_table(kind: str, worths: Sequence[ComponentWorth], name: Callable[[str], str]) -> str:
    return columns(
        [worth for worth in worths if worth.tables == SOLO and worth.games],
        (kind, lambda worth: name(worth.id)),
        ("games", lambda worth: str(worth.games)),
        ("total", lambda worth: interval(worth.total, "+")),
        ("margin", lambda worth: interval(worth.margin, "+")),
        ("wins, points", lambda worth: in_points(worth.won)),
    )


def _outliers(findings: Sequence[Finding], names: ComponentNames) -> str:
    if not findings:
        return "Nothing is off."
    head = ("what", "where", "mark", "figure", "wider interval")
    rows = [_finding_row(finding, names) for finding in findings]
    return f"{table(head, rows, left=3)}\n\n{OUTLIER_REMARK}"


def _finding_row(finding: Finding, names: ComponentNames) -> Row:
    tables = TABLE_NAMES.get(finding.tables) or mode_name(finding.tables)
    value, low, high = (
        f"{number(100 * part, '+')} %" if finding.measure in PERCENT_MEASURES else number(part, "+")
        for part in (finding.value, finding.low, finding.high)
    )
    return names.finding(finding), tables, finding.mark or NO_FIGURE, value, f"{low} to {high}"
