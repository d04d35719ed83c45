"""The page of statistics as Markdown: what the figures are in the game's terms, and no more."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from redcathedral.arena.estimate import LEAST, Spread
from redcathedral.arena.figure_chart import Panel, plot
from redcathedral.arena.outliers import CONFIDENCE, LIMITS, Finding, OutlierReport, Review, Rule
from redcathedral.arena.statistics import ALL, SOLO, ModeFigures, Statistics, Use, Worth
from redcathedral.box import Edition
from redcathedral.cli.edition_tables import SENTENCES
from redcathedral.cli.statistics_text import (
    NONE,
    TABLES,
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
from redcathedral.engine.playout import TURNS_PER_SEAT

ALT: Final = "What influence cards and workshop tiles are worth, with intervals"
MODE: Final[tuple[str, Callable[[ModeFigures], str]]] = "mode", lambda entry: mode_name(entry.mode)
SOURCES: Final = {"track": "track", "goods": "goods left over", "towers": "towers"}


def picture(report: OutlierReport, edition: Edition) -> str | None:
    """What cards and tiles are worth at all tables, the best first, as SVG; None if too few."""
    names = Names(edition)
    statistics = report.statistics
    panels = [
        _panel("Influence cards: a player's prestige", statistics.influence, names.card),
        _panel("Workshop tiles: prestige ahead of the table", statistics.tiles, names.tile),
    ]
    return plot(panels) if any(panel.figures for panel in panels) else None


def _panel(title: str, worths: Sequence[Worth], name: Callable[[str], str]) -> Panel:
    totals = [
        (name(worth.id), worth.total)
        for worth in worths
        if worth.tables == ALL and worth.total is not None
    ]
    return Panel(title, dict(sorted(totals, key=lambda total: -total[1].value)))


def page(report: OutlierReport, edition: Edition, command: str, image: str | None) -> str:
    """The whole page, with the picture of that name; the same figures give the same text."""
    statistics = report.statistics
    names = Names(edition)
    parts = [
        _opening(statistics, command),
        *_totals(statistics),
        *_solo(statistics),
        *_lengths(statistics),
        *_seats(statistics),
        *_sources(statistics),
        *([] if image is None else [f"![{ALT}]({image})"]),
        *_influence(statistics, names),
        *_tiles(statistics, names),
        *_plans(statistics),
        *_off(report.review, names),
        *_counted(),
    ]
    return "\n\n".join(parts) + "\n"


def _opening(statistics: Statistics, command: str) -> str:
    settings = statistics.settings
    bot = f"`{settings.bot}`"
    if settings.spec != settings.bot:
        bot += f" (`{settings.spec}`)"
    return f"""# What good play looks like

```console
$ {command} --publish docs/statistics.md
```

made this page with redcathedral {statistics.program}: {statistics.games} games in each of \
{len(statistics.modes)} modes, the bot {bot} in all seats. The numbers on the cardboard are those \
of the edition `{settings.edition}` ({settings.edition_hash[:19]}), most of them \
reconstructed (`redcathedral edition check` counts). So this tells how that bot plays that \
edition, and people and the box may differ. \
Behind a figure stands its 95 % interval."""


def _totals(statistics: Statistics) -> Iterator[str]:
    yield "## Totals and margins"
    yield (
        "The prestige of a player, and how far the first of a table is ahead of the second: "
        "the mean, and the quartiles."
    )
    yield columns(
        [entry for entry in statistics.modes if entry.ivan is None],
        MODE,
        ("games", lambda entry: str(entry.games)),
        ("total", lambda entry: interval(entry.totals.mean)),
        ("quartiles", lambda entry: quartiles(entry.totals)),
        ("margin", lambda entry: interval(entry.margin.mean)),
        ("quartiles", lambda entry: quartiles(entry.margin)),
    )


def _solo(statistics: Statistics) -> Iterator[str]:
    yield "## Against Ivan"
    yield columns(
        [(entry, entry.ivan) for entry in statistics.modes if entry.ivan is not None],
        ("mode", lambda solo: mode_name(solo[0].mode)),
        ("games", lambda solo: str(solo[0].games)),
        ("won", lambda solo: percent(solo[0].won)),
        ("total", lambda solo: interval(solo[0].totals.mean)),
        ("Ivan's", lambda solo: interval(solo[1].mean)),
        ("margin", lambda solo: interval(solo[0].margin.mean)),
        ("quartiles", lambda solo: quartiles(solo[0].margin)),
    )


def _lengths(statistics: Statistics) -> Iterator[str]:
    yield "## Length of a game"
    yield (
        "Turns of all seats, and decisions, those without a choice included; of a hundred games "
        "5, 50, 95 and 99 are as long or shorter. The cap ends a game that has not ended by itself "
        f"after {TURNS_PER_SEAT} turns for each seat (R7.7)."
    )
    head = ("5 %", "50 %", "95 %", "99 %", "longest")
    yield table(
        ("mode", "turns", *head, "ended by the cap"),
        [
            (mode_name(entry.mode), *_length(entry.turns), str(entry.capped))
            for entry in statistics.modes
        ],
    )
    yield table(
        ("mode", "decisions", *head),
        [(mode_name(entry.mode), *_length(entry.decisions)) for entry in statistics.modes],
    )


def _length(found: Spread) -> Row:
    percent = (found.p5, found.median, found.p95, found.p99, found.largest)
    return (interval(found.mean), *(f"{value:.0f}" for value in percent))


def _seats(statistics: Statistics) -> Iterator[str]:
    yield "## Does it matter who begins?"
    yield from _beginning(statistics)
    yield (
        "The share of games that each seat wins; a shared win counts in parts. Seat 1 plays first. "
        "The last column is how far a seat's total is ahead of its table's mean."
    )
    yield columns(
        [(entry, seat) for entry in statistics.modes for seat in entry.seats],
        ("mode", lambda at: mode_name(at[0].mode)),
        ("seat", lambda at: str(at[1].seat + 1)),
        ("wins", lambda at: percent(at[1].won)),
        ("even share", lambda at: f"{100 / len(at[0].seats):.1f} %"),
        ("ahead", lambda at: interval(at[1].ahead, "+")),
    )


def _beginning(statistics: Statistics) -> Iterator[str]:
    """The answer in a sentence, as far as the intervals tell."""
    first = [(entry, entry.seats[0].won) for entry in statistics.modes if entry.seats]
    ahead = [(entry, won) for entry, won in first if won.low > 1 / len(entry.seats)]
    if ahead:
        entry, won = max(ahead, key=lambda one: one[1].value * len(one[0].seats))
        yield (
            f"It does: in {len(ahead)} of {len(first)} modes the first player wins more than an "
            f"even share, most clearly with {mode_name(entry.mode)}, {percent(won)} where "
            f"{100 / len(entry.seats):.1f} % would be even."
        )


def _sources(statistics: Statistics) -> Iterator[str]:
    yield "## Where prestige comes from"
    yield "For each player: prestige by source, cards completed, ornaments set up."
    yield columns(
        statistics.modes,
        MODE,
        *((heading, _source(source)) for source, heading in SOURCES.items()),
        ("cards", lambda entry: interval(entry.cards)),
        ("ornaments", lambda entry: interval(entry.ornaments)),
    )


def _source(name: str) -> Callable[[ModeFigures], str]:
    return lambda entry: interval(entry.sources[name])


def _influence(statistics: Statistics, names: Names) -> Iterator[str]:
    cards = [worth for worth in statistics.influence if worth.tables == ALL]
    yield "## Influence cards"
    yield (
        "One card of each guild is in a game, by lot. The figure is the mean total "
        "of a player in games with the card less that in games without it: whether the card feeds "
        "the table, more than the others of its guild do. Each player may use it, so it favours "
        "nobody by itself. " + SENTENCES
    )
    yield columns(
        cards,
        ("card", lambda card: names.card(card.id)),
        ("what it does", lambda card: names.actions(card.id)),
        ("mark", lambda card: card.mark),
        *_several(statistics.influence),
        left=3,
    )
    yield "Against Ivan:"
    yield _against_ivan("card", statistics.influence, names.card)


def _several(worths: Sequence[Worth]) -> list[tuple[str, Callable[[Worth | Use], str]]]:
    """A column of totals for each number of players, and for all of them together."""
    total = {(worth.id, worth.tables): worth.total for worth in worths}

    def column(tables: str) -> Callable[[Worth | Use], str]:
        return lambda one: interval(total.get((one.id, tables)), "+")

    return [(TABLES[tables], column(tables)) for tables in TABLES if tables != SOLO]


def _tiles(statistics: Statistics, names: Names) -> Iterator[str]:
    yield "## Workshop tiles"
    yield (
        "How far the seats that placed a tile face up are ahead of their table's mean at the end, "
        "and what they win above the even share. This is association and no cause: who is ahead "
        "anyway claims more and can pay for more tiles. So a tile is best compared with the others."
    )
    won = {worth.id: worth.won for worth in statistics.tiles if worth.tables == ALL}
    yield columns(
        statistics.uses,
        ("tile", lambda use: names.tile(use.id)),
        ("mark", lambda use: use.mark),
        ("in 100 games", lambda use: f"{use.placed:.0f}"),
        ("face up", lambda use: percent(use.face_up)),
        *_several(statistics.tiles),
        ("wins, points", lambda use: in_points(won[use.id])),
        left=2,
    )
    yield "Against Ivan, games with the tile face up less games without it:"
    yield _against_ivan("tile", statistics.tiles, names.tile)


def _plans(statistics: Statistics) -> Iterator[str]:
    yield "## Building plans"
    yield (
        "A plan is the heights of its towers. The figures are those of games with it less those "
        "of games with the others: the total of a player, and the turns of all seats."
    )
    yield columns(
        statistics.plans,
        ("players", lambda plan: TABLES[plan.tables]),
        ("plan", lambda plan: plan.id),
        ("mark", lambda plan: plan.mark),
        ("games", lambda plan: str(plan.games)),
        ("total", lambda plan: interval(plan.total, "+")),
        ("turns", lambda plan: interval(plan.turns, "+")),
        left=3,
    )
    yield "Against Ivan:"
    yield _against_ivan("plan", statistics.plans, str)
    yield "What a tower pays all players together, for each of its cards:"
    heights = sorted({entry.height for entry in statistics.heights})
    found = {(entry.height, entry.tables): entry.prestige for entry in statistics.heights}
    counts = ("2", "3", "4")
    yield table(
        ("cards in the tower", *(TABLES[count] for count in counts)),
        [
            (str(height), *(interval(found.get((height, count))) for count in counts))
            for height in heights
        ],
    )


def _against_ivan(what: str, worths: Sequence[Worth], name: Callable[[str], str]) -> str:
    return columns(
        [worth for worth in worths if worth.tables == SOLO and worth.games],
        (what, lambda worth: name(worth.id)),
        ("games", lambda worth: str(worth.games)),
        ("total", lambda worth: interval(worth.total, "+")),
        ("margin", lambda worth: interval(worth.margin, "+")),
        ("wins, points", lambda worth: in_points(worth.won)),
    )


# --- what looks off


def _off(review: Review, names: Names) -> Iterator[str]:
    yield "## What looks off"
    yield (
        f"{review.intervals} figures were looked at. Among so many some lie far out by chance, so "
        f"here their intervals are wider, {review.errors:g} standard errors to both sides: all of "
        f"them together hold with {100 * CONFIDENCE:g} % (Bonferroni). Off is a figure whose whole "
        "interval lies beyond its limit:"
    )
    yield f"""\
- a seat's share of wins: more than {100 * LIMITS[Rule.SEAT]:g} points from the even share;
- an influence card: more than {LIMITS[Rule.CARD]:g} prestige;
- a workshop tile: more than {LIMITS[Rule.TILE]:g} prestige from the mean of all tiles;
- a plan: more than {LIMITS[Rule.PLAN]:g} prestige, or {100 * LIMITS[Rule.LENGTH]:g} % of all \
turns.\
"""
    yield (
        "Cards and tiles are looked at over all tables of two to four players together and against "
        "Ivan, plans for each number of players. Against Ivan it is the margin that counts."
    )
    if review.off:
        yield table(
            ("what", "where", "mark", "figure", "wider interval"),
            [_finding(finding, names) for finding in review.off],
            left=3,
        )
        yield (
            "What is printed is the game's own; what is reconstructed may be our mistake, and so, "
            "less likely, may be what is marked likely. A share of wins depends on all numbers "
            "and on the bot."
        )
    else:
        yield "Nothing is off."
    for mode, games in review.capped.items():
        yield f"{mode_name(mode)}: {games} of the games had to be ended by the cap."


def _finding(finding: Finding, names: Names) -> Row:
    where = TABLES.get(finding.tables) or mode_name(finding.tables)
    if finding.rule in (Rule.SEAT, Rule.LENGTH):
        value, low, high = (
            f"{number(100 * part, '+')} %" for part in (finding.value, finding.low, finding.high)
        )
    else:
        value, low, high = (
            number(part, "+") for part in (finding.value, finding.low, finding.high)
        )
    return names.finding(finding), where, finding.mark or NONE, value, f"{low} to {high}"


def _counted() -> Iterator[str]:
    yield "## How it is counted"
    yield f"""\
- Every game has a seed of its own, from which its cards, tiles and dice come; the command above \
plays the same games again.
- A game counts once: a player's total is first averaged over the table. Intervals of means hold \
1.96 standard errors to both sides, those of differences go by Welch, those of shares by Wilson.
- Figures for two, three or four players take both sides of the workshops, those for all tables \
all six modes, each with the same weight, so that a difference between modes does not pass for one \
between components.
- With fewer than {LEAST} games on either side nothing is told: {NONE}.
- Workshop tiles that show the same count as one, the box's extra tiles for three and four players \
included, whose mark may be another.\
"""
