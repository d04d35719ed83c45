"""The page of statistics as Markdown: what the figures are in the game's terms, and no more.

Its words are those of ``statistics_page.md``; here are the figures that come between them.
"""

from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import Final

from redcathedral.box import Edition
from redcathedral.cli.edition_tables import SENTENCES
from redcathedral.engine.playout import TURNS_PER_SEAT
from redcathedral.lab.arena.estimate import MIN_GAMES, Distribution
from redcathedral.lab.arena.figure_chart import Panel, plot
from redcathedral.lab.arena.outliers import CONFIDENCE, LIMITS, Finding, Measure, OutlierReport
from redcathedral.lab.arena.statistics import ALL, SOLO, ComponentWorth, Statistics, TileUse
from redcathedral.lab.commands.page_text import (
    NONE,
    TABLE_NAMES,
    Names,
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

TEXT: Final = "statistics_page.md"
ALT: Final = "What influence cards and workshop tiles are worth, with intervals"
LENGTHS: Final = ("5 %", "50 %", "95 %", "99 %", "longest")
SHARES: Final = (Measure.SEAT, Measure.LENGTH)  # whose figures are told in percent
REMARK: Final = (
    "What is printed is the game's own; what is reconstructed may be our mistake, and so, "
    "less likely, may be what is marked likely. A share of wins depends on all numbers "
    "and on the bot."
)


def picture(report: OutlierReport, edition: Edition) -> str | None:
    """What cards and tiles are worth at all tables, the best first, as SVG; None if too few."""
    names = Names(edition)
    statistics = report.statistics
    panels = [
        _panel("Influence cards: a player's prestige", statistics.influence, names.card),
        _panel("Workshop tiles: prestige ahead of the table", statistics.tiles, names.tile),
    ]
    return plot(panels) if any(panel.figures for panel in panels) else None


def _panel(title: str, worths: Sequence[ComponentWorth], name: Callable[[str], str]) -> Panel:
    totals = [
        (name(worth.id), worth.total)
        for worth in worths
        if worth.tables == ALL and worth.total is not None
    ]
    return Panel(title, dict(sorted(totals, key=lambda total: -total[1].value)))


def page(report: OutlierReport, edition: Edition, command: str, image: str | None) -> str:
    """The page; a paragraph for which there is nothing to tell is left out."""
    statistics, review, names = report.statistics, report.review, Names(edition)
    bot, spec = statistics.settings.bot, statistics.settings.spec
    shown: dict[str, object] = {
        "command": command,
        "statistics": statistics,
        "modes": len(statistics.modes),
        "bot": f"`{bot}`" if spec == bot else f"`{bot}` (`{spec}`)",
        "totals": _totals(statistics),
        "against_ivan": _against_ivan(statistics),
        "turns_per_seat": TURNS_PER_SEAT,
        "turns": table(
            ("mode", "turns", *LENGTHS, "ended by the cap"),
            [
                (mode_name(entry.mode), *_length(entry.turns), str(entry.capped))
                for entry in statistics.modes
            ],
        ),
        "decisions": table(
            ("mode", "decisions", *LENGTHS),
            [(mode_name(entry.mode), *_length(entry.decisions)) for entry in statistics.modes],
        ),
        "beginning": _beginning(statistics),
        "seats": _seats(statistics),
        "sources": _sources(statistics),
        "picture": "" if image is None else f"![{ALT}]({image})",
        "sentences": SENTENCES,
        "cards": _cards(statistics, names),
        "cards_solo": _solo("card", statistics.influence, names.card),
        "tiles": _tiles(statistics, names),
        "tiles_solo": _solo("tile", statistics.tiles, names.tile),
        "plans": _plans(statistics),
        "plans_solo": _solo("plan", statistics.plans, str),
        "heights": _heights(statistics),
        "review": review,
        "confidence": 100 * CONFIDENCE,
        "limits": {
            rule.value: 100 * limit if rule in SHARES else limit for rule, limit in LIMITS.items()
        },
        "off": _off(review.off, names),
        "capped": "\n\n".join(
            f"{mode_name(mode)}: {games} of the games had to be ended by the cap."
            for mode, games in review.capped.items()
        ),
        "least": MIN_GAMES,
        "none": NONE,
    }
    text = files("redcathedral.lab.commands").joinpath(TEXT).read_text(encoding="utf-8")
    paragraphs = (paragraph.format_map(shown) for paragraph in text.rstrip().split("\n\n"))
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


def _length(found: Distribution) -> Row:
    percent = (found.p5, found.median, found.p95, found.p99, found.largest)
    return (interval(found.mean), *(f"{value:.0f}" for value in percent))


def _seats(statistics: Statistics) -> str:
    return columns(
        [(entry, seat) for entry in statistics.modes for seat in entry.seats],
        ("mode", lambda at: mode_name(at[0].mode)),
        ("seat", lambda at: str(at[1].seat + 1)),
        ("wins", lambda at: percent(at[1].won)),
        ("even share", lambda at: f"{100 / len(at[0].seats):.1f} %"),
        ("ahead", lambda at: interval(at[1].ahead, "+")),
    )


def _beginning(statistics: Statistics) -> str:
    first = [(entry, entry.seats[0].won) for entry in statistics.modes if entry.seats]
    ahead = [(entry, won) for entry, won in first if won.low > 1 / len(entry.seats)]
    if not ahead:
        return ""
    entry, won = max(ahead, key=lambda one: one[1].value * len(one[0].seats))
    return (
        f"It does: in {len(ahead)} of {len(first)} modes the first player wins more than an "
        f"even share, most clearly with {mode_name(entry.mode)}, {percent(won)} where "
        f"{100 / len(entry.seats):.1f} % would be even."
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


def _cards(statistics: Statistics, names: Names) -> str:
    return columns(
        [worth for worth in statistics.influence if worth.tables == ALL],
        ("card", lambda card: names.card(card.id)),
        ("what it does", lambda card: names.actions(card.id)),
        ("mark", lambda card: card.mark),
        *_several(statistics.influence),
        left=3,
    )


def _several(
    worths: Sequence[ComponentWorth],
) -> list[tuple[str, Callable[[ComponentWorth | TileUse], str]]]:
    total = {(worth.id, worth.tables): worth.total for worth in worths}

    def column(tables: str) -> Callable[[ComponentWorth | TileUse], str]:
        return lambda one: interval(total.get((one.id, tables)), "+")

    return [(TABLE_NAMES[tables], column(tables)) for tables in TABLE_NAMES if tables != SOLO]


def _tiles(statistics: Statistics, names: Names) -> str:
    won = {worth.id: worth.won for worth in statistics.tiles if worth.tables == ALL}
    return columns(
        statistics.uses,
        ("tile", lambda use: names.tile(use.id)),
        ("mark", lambda use: use.mark),
        ("in 100 games", lambda use: f"{use.placed:.0f}"),
        ("face up", lambda use: percent(use.face_up)),
        *_several(statistics.tiles),
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
    found = {(entry.height, entry.tables): entry.prestige for entry in statistics.heights}
    counts = ("2", "3", "4")
    return table(
        ("cards in the tower", *(TABLE_NAMES[count] for count in counts)),
        [
            (str(height), *(interval(found.get((height, count))) for count in counts))
            for height in sorted({height for height, _ in found})
        ],
    )


def _solo(what: str, worths: Sequence[ComponentWorth], name: Callable[[str], str]) -> str:
    return columns(
        [worth for worth in worths if worth.tables == SOLO and worth.games],
        (what, lambda worth: name(worth.id)),
        ("games", lambda worth: str(worth.games)),
        ("total", lambda worth: interval(worth.total, "+")),
        ("margin", lambda worth: interval(worth.margin, "+")),
        ("wins, points", lambda worth: in_points(worth.won)),
    )


def _off(findings: Sequence[Finding], names: Names) -> str:
    if not findings:
        return "Nothing is off."
    head = ("what", "where", "mark", "figure", "wider interval")
    return f"{table(head, [_finding(found, names) for found in findings], left=3)}\n\n{REMARK}"


def _finding(finding: Finding, names: Names) -> Row:
    where = TABLE_NAMES.get(finding.tables) or mode_name(finding.tables)
    value, low, high = (
        f"{number(100 * part, '+')} %" if finding.rule in SHARES else number(part, "+")
        for part in (finding.value, finding.low, finding.high)
    )
    return names.finding(finding), where, finding.mark or NONE, value, f"{low} to {high}"
