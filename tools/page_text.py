"""Format component names, figures and tables for Markdown pages."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeVar

from redcathedral.box import Edition
from redcathedral.box.vocabulary import GROUPS
from redcathedral.lab.arena.estimate import Estimate
from redcathedral.text import Narrator, terms
from tools.game_statistics.figures import ALL, SOLO, tile_kinds
from tools.game_statistics.outliers import Finding, Measure
from tools.game_statistics.samples import Distribution, divided

NO_FIGURE: Final = "-"  # shown if there are too few games
TABLE_NAMES: Final = {
    "2": "2 players",
    "3": "3 players",
    "4": "4 players",
    ALL: "all",
    SOLO: "solo",
}

Row = Sequence[str]
T = TypeVar("T")


class ComponentNames:
    """The names of components in English."""

    def __init__(self, edition: Edition) -> None:
        self.narrator = Narrator()
        self.cards = {card.id: card for card in edition.influence}
        self.tiles = {name: tiles[0] for name, tiles in tile_kinds(edition).items()}

    def card(self, name: str) -> str:
        return f"{name}, {self.narrator.text(f'guild.{GROUPS[self.cards[name].group]}')}"

    def actions(self, name: str) -> str:
        actions = map(terms.action, self.cards[name].actions)
        return "; ".join(map(self.narrator.say, actions))

    def tile(self, name: str) -> str:
        return self.narrator.say(terms.benefit(self.tiles[name]))

    def finding(self, finding: Finding) -> str:
        quantity = "margin" if finding.tables == SOLO else "total"
        match finding.measure:
            case Measure.SEAT:
                return f"seat {int(finding.id) + 1}, share of wins"
            case Measure.CARD:
                return f"influence card {self.card(finding.id)}, {quantity}"
            case Measure.TILE:
                ahead = "margin" if finding.tables == SOLO else "ahead of the table"
                return f"workshop tile {self.tile(finding.id)}, {ahead}"
            case Measure.PLAN:
                return f"plan {finding.id}, {quantity}"
            case Measure.PLAN_TURNS:
                return f"plan {finding.id}, turns"


# --- figures as text


def number(value: float, sign: str = "") -> str:
    """Format with one decimal; ``sign="+"`` shows the sign of positive numbers too."""
    text = format(value, f"{sign}.1f")
    return text.lstrip("+-") if float(text) == 0 else text


def interval(figure: Estimate | None, sign: str = "") -> str:
    if figure is None:
        return NO_FIGURE
    value, low, high = (number(part, sign) for part in (figure.value, figure.low, figure.high))
    return f"{value} ({low} to {high})"


def percent(figure: Estimate | None) -> str:
    if figure is None:
        return NO_FIGURE
    value, low, high = (number(100 * part) for part in (figure.value, figure.low, figure.high))
    return f"{value} % ({low} to {high})"


def in_points(figure: Estimate | None) -> str:
    return interval(None if figure is None else divided(figure, 0.01), "+")


def quartiles(values: Distribution) -> str:
    return f"{values.q1:g}, {values.median:g}, {values.q3:g}"


def table(head: Row, rows: Iterable[Row], left: int = 1) -> str:
    """Return a Markdown table; the first ``left`` columns are aligned left, the others right."""
    alignment = ["---" if column < left else "---:" for column in range(len(head))]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, alignment, *rows))


def columns(entries: Iterable[T], *specs: tuple[str, Callable[[T], str]], left: int = 1) -> str:
    """Return a table with a row for each entry; a column's spec is its heading and a formatter."""
    rows = [[cell_text(entry) for _, cell_text in specs] for entry in entries]
    return table([heading for heading, _ in specs], rows, left)


def mode_name(name: str) -> str:
    players, side = name.split("-")
    return f"{TABLE_NAMES[players]}, {side}"
