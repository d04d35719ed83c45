"""Print an edition as tables, every row with its mark."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from redcathedral.box import Edition
from redcathedral.box import vocabulary as v
from redcathedral.box.notation import benefit_text, cost_text, gains_text
from redcathedral.text import Narrator, terms

MEANING: Final = (
    "Marks: printed = stated by a rulebook or by two independent published descriptions. "
    "likely = stated by one source, or a tight deduction. "
    "reconstructed = worked out to agree with everything printed; the number on the real "
    "component may differ."
)
LEGEND: Final = (
    "Letters: W wood, B brick, S stone, G gold, E green gem, P purple gem, R ruble, "
    "+ recognition, * prestige."
)

SENTENCES: Final = (
    "The sentences of an influence card are the wording, the price and the amount of its actions; "
    "the other mark is of the materials shown, of lightning or infinity, of how often an action "
    "occurs and of which two share a card."
)

Row = Sequence[str]


def print_edition(edition: Edition, console: Console | None = None) -> None:
    """Print all tables, without lines and colors if the output is not a terminal."""
    console = console or Console(highlight=False, markup=False, emoji=False)
    plain = not console.is_terminal
    console.print(Text(f"{edition.name} ({edition.id})", style="bold"), soft_wrap=True)
    console.print(Text(edition.hash), soft_wrap=True)
    for paragraph in (MEANING, SENTENCES, LEGEND):
        console.print(Text("\n" + paragraph), soft_wrap=plain)
    for title, head, rows in tables(edition):
        console.print(Text(f"\n{title}", style="bold"), soft_wrap=True)
        if plain:
            console.print(Text(_aligned([head, *rows])), soft_wrap=True)
        else:
            table = Table(*head, box=SIMPLE_HEAD, pad_edge=False)
            for row in rows:
                table.add_row(*(Text(cell) for cell in row))
            console.print(table)


def tables(edition: Edition) -> Iterator[tuple[str, Row, list[Row]]]:
    yield "Pieces and numbers", ("thing", "number", "mark"), list(_numbers(edition))
    yield "Score track (R1.2)", ("prestige", "at recognition", "mark"), list(_track(edition))
    yield (
        "Resource tiles (R2.5): for each die on the space",
        ("tile", "gives", "mark"),
        [
            (
                tile.id,
                benefit_text(tile.resource, tile.amount, None),
                edition.mark_summary(f"resource_tiles.{tile.id}"),
            )
            for tile in edition.resource_tiles
        ],
    )
    yield (
        "Workshop tiles (R2.9); * for three or more players",
        ("tile", "gives", "count", "mark"),
        [
            (
                tile.id,
                benefit_text(tile.resource, tile.amount, tile.die),
                str(tile.count),
                edition.mark_summary(f"workshop_tiles.{tile.id}"),
            )
            for tile in edition.workshop_tiles
        ],
    )
    for section, name in enumerate(v.SECTIONS):
        rows: list[Row] = [
            (
                card.id,
                cost_text(card.cost),
                gains_text(card.recognition, card.rubles),
                edition.mark_summary(f"{name}s.{card.id}"),
            )
            for card in edition.cards
            if card.section == section
        ]
        yield f"Cathedral cards: {name}s (R2.8)", ("card", "cost", "gains", "mark"), rows
    yield "Influence cards (R2.6, R6.7)", _INFLUENCE_HEAD, list(_influence(edition))
    yield (
        "Influence cards of the option first_game (R2.6): a reconstructed one is our choice",
        ("group", "card", "mark"),
        [
            (group, card, edition.marks[f"first_game.{group}"])
            for group, card in zip(v.GROUPS, edition.first_game, strict=True)
        ],
    )
    yield "Building plans (R2.8)", ("players", "towers", "cards", "mark"), list(_plans(edition))
    head = ("board", *v.WORKSHOP_SPACES, "mark")
    title = "Workshop, basic side: rubles for a tile face up (R4.4)"
    yield title, head, _board(edition, "basic_costs", edition.basic_costs)
    title = "Workshop, advanced side: rubles for a tile face up (R4.5)"
    yield title, head, _board(edition, "advanced_costs", edition.advanced_costs)
    ornaments = [
        [v.ORNAMENTS[kind] if kind >= 0 else "-" for kind in row]
        for row in edition.advanced_ornaments
    ]
    title = "Workshop, advanced side: ornaments (R2.3)"
    yield title, head, _board(edition, "advanced_ornaments", ornaments)
    yield (
        "Solo cards (R8.2)",
        ("card", "mark"),
        [(card, edition.marks[f"ivan_cards.{card}"]) for card in edition.ivan_cards],
    )


_INFLUENCE_HEAD: Final = ("card", "group", "action", "in words", "mark")


def _numbers(edition: Edition) -> Iterator[Row]:
    materials = zip(v.MATERIALS, v.MATERIAL_LETTERS, edition.materials, strict=True)
    for name, letter, pieces in materials:
        mark = edition.marks[f"materials.{letter}"]
        yield f"{name.replace('-', ' ')}, pieces", str(pieces), mark
    bank = edition.marks["rubles.bank"]
    yield "rubles in the bank (only with limited_rubles)", str(edition.rubles), bank
    for ornament, pieces in zip(v.ORNAMENTS, edition.ornaments, strict=True):
        yield f"{ornament}, of a colour", str(pieces), edition.marks[f"ornaments.{ornament}"]
    yield "slots of an inventory", str(edition.slots), edition.marks["inventory.slots"]
    yield "slots under banners", str(edition.covered), edition.marks["inventory.covered"]
    yield "banners next to it", str(edition.beside), edition.marks["inventory.beside"]
    yield "length of the score track", str(edition.lap), edition.marks["track.lap"]


def _track(edition: Edition) -> Iterator[Row]:
    paths = (path.split(".") for path in edition.marks)
    starts = sorted({int(path[1]) for path in paths if path[0] == "prestige"})
    for start, following in pairwise([*starts, len(edition.prestige_spaces) + 1]):
        spaces = " ".join(map(str, edition.prestige_spaces[start - 1 : following - 1]))
        yield f"{start} to {following - 1}", spaces, edition.mark_summary(f"prestige.{start}")


def _influence(edition: Edition) -> Iterator[Row]:
    narrator = Narrator()
    for card in edition.influence:
        for number, action in enumerate(card.actions, 1):
            group = v.GROUPS[card.group]
            mark = edition.mark_summary(f"{group}.{card.id}")
            yield card.id, group, str(number), narrator.say(terms.action(action)), mark


def _plans(edition: Edition) -> Iterator[Row]:
    for players, plans in edition.plans.items():
        for heights in plans:
            towers = "-".join(str(height) for height in heights)
            mark = edition.mark_summary(f"plans_{players}.{towers}")
            yield str(players), towers, str(sum(heights)), mark


def _board(edition: Edition, section: str, cells: Sequence[Sequence[object]]) -> list[Row]:
    return [
        (colour, *map(str, row), edition.mark_summary(f"{section}.{colour}"))
        for colour, row in zip(v.COLOURS, cells, strict=True)
    ]


def _aligned(rows: Iterable[Row]) -> str:
    lines = list(rows)
    widths = [max(len(cell) for cell in column) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )
