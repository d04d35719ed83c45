"""Every kind of decision, in every phase where it is legal, under every option.

The matrix has a row for each kind and phase in ``record.md``, and a column for each way to set up a
game.  Seeded games fill it.  They begin in the middle of a game with many possibilities, and each
player prefers a decision that no game of the column has played yet.  For a cell that the rules make
impossible there is a reason, and such a decision must never be legal.  No cell may stay empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from redcathedral.box import effects
from redcathedral.box.options import CHOICES, SOLO_ONLY
from redcathedral.engine import phases, rules
from redcathedral.engine.rng import Rng
from tests.engine.table import MARKET, Table
from tests.engine.words import DECISIONS, DICE, GEMS, SOURCES

COLOURS = ("red", "blue", "green", "yellow")
PHASES = {
    phases.TURN: "start of turn",
    phases.PLACE_TILE: "after claim",
    phases.BUILDING: "building",
    phases.MARKET: "market",
    phases.DONE: "done",
    phases.CHOOSE_CLAIM: "Ivan claims",
    phases.CHOOSE_ORNAMENT: "Ivan decorates",
}
INSIDE = {  # the phase inside an influence action, by its effect
    effects.SELL: "selling",
    effects.BUY: "buying",
    effects.DELIVER: "delivering",
    effects.SWAP: "swapping",
    effects.TRADE_PAIR: "trading two",
    effects.TRADE_RUBLE: "trading for a ruble",
    effects.TRADE_FOUR: "four for two",
    effects.ACTIVATE: "activating",
    effects.PAY_PRESTIGE: "paying",
    effects.DISCARD_PRESTIGE: "discarding",
}
REPEATED = ("selling", "buying", "delivering", "trading for a ruble", "paying", "discarding")
OWN_TURN = [*("start of turn", "after claim", "building", "market", "done"), *INSIDE.values()]

ROWS: list[tuple[str, str]] = [
    *((f"claim {source}", "start of turn") for source in SOURCES),
    ("tile up", "after claim"),
    ("tile down", "after claim"),
    *(("deliver", phase) for phase in ("start of turn", "building", "delivering")),
    *((f"ornament {gems}", "start of turn") for gems in GEMS),
    *((f"ornament {gems}", phase) for phase in ("building", "delivering") for gems in "-EP"),
    ("die +0", "start of turn"),
    ("die paid", "start of turn"),
    ("take", "market"),
    ("influence 1", "market"),
    ("influence 2", "market"),
    ("sell", "selling"),
    ("buy", "buying"),
    ("trade", "trading two"),
    ("trade", "trading for a ruble"),
    ("give", "four for two"),
    ("get", "four for two"),
    ("swap", "swapping"),
    ("discard", "discarding"),
    ("pay", "paying"),
    *(("stop", phase) for phase in REPEATED),
    ("activate", "market"),
    ("activate", "activating"),
    *(("prestige rubles", phase) for phase in OWN_TURN),
    *(("prestige reroll", phase) for phase in OWN_TURN),
    *(("end", phase) for phase in ("building", "market", "done")),
    ("ivan claim", "Ivan claims"),
    ("ivan ornament", "Ivan decorates"),
]

MODES = [(players, side) for players in (2, 3, 4) for side in ("basic", "advanced", "mixed")]
COLUMNS = [
    *(f"{players} players, {side}" for players, side in MODES),
    *(f"solo, {side}" for side in ("basic", "advanced")),
    *(name for name in CHOICES if name != "workshop_side"),
]

# The first game's set is C1, T1, M1, K1.
NOT_FIRST = ("four for two", "swapping", "activating", "discarding")


def impossible(row: tuple[str, str], column: str) -> str | None:
    """Return why the rules leave a cell empty, or None."""
    kind, phase = row
    solo = column.startswith("solo") or column in SOLO_ONLY
    if kind == "claim beside" and column.endswith("advanced"):
        return "on the advanced side no banner lies next to the inventory (R2.3)"
    if kind in ("claim white1", "claim white2") and not column.endswith(("advanced", "mixed")):
        return "on the basic side no banner lies on a white space (R2.2)"
    if kind.startswith("ivan") and not solo:
        return "Ivan plays in the solo game only (R8)"
    if column == "first_game":
        if phase in NOT_FIRST:
            return "no card of the first game's set has this action (R2.6)"
        if phase == "delivering" and kind in ("ornament E", "ornament P", "stop"):
            return "the first game's teamsters deliver one material (R6.8)"
    return None


def deal(column: str, game: int) -> Table:
    """A game in its middle: cards claimed and completed, goods, rubles, prestige for everybody.

    The number of the game turns the influence cards, the market, the goods, and the quadrant to
    which all dice lead.
    """
    players = int(column[0]) if column[0].isdigit() else 2
    solo = column.startswith("solo") or column in SOLO_ONLY
    sides = tuple(
        "advanced"
        if column.endswith("advanced") or (column.endswith("mixed") and seat % 2)
        else "basic"
        for seat in range(1 if solo else players)
    )
    cards = [f"{group}{1 if column == 'first_game' else 1 + game % 3}" for group in "CTMK"]
    tiles = MARKET.split()
    turned = game // 12 % 4
    options: dict[str, Any] = {column: CHOICES[column][1]} if column in CHOICES else {}
    table = Table(
        *COLOURS[: len(sides)],
        ivan="blue" if solo else None,
        side=sides,
        market=" ".join(tiles[game % 8 :] + tiles[: game % 8]),
        influence=" ".join(cards[turned:] + cards[:turned]),
        ivan_cards="claim build recognition transport inventory",
        **options,
    )
    for colour, side in zip(table.colours, sides, strict=False):
        settle(table, colour, f"white{1 + game % 2}" if side == "advanced" else "beside")
        goods = ("WWBSGEP", "WWWWSEP", "WSGEEPP", "WSBGPPE", "WWWWGEP", "SSBWGEP")[game % 6]
        table.has(colour, goods, rubles=9, score=60)
    if solo and game % 2:
        table.ivan_has(used=5)
    space = 2 * (game // 3 % 4) + 1
    starts = [(space - 1 - face) % 8 + 1 for face in range(1, 6)]
    faces = enumerate(zip(DICE, starts, strict=True), 1)
    table.put_dice(" ".join(f"{die}={face}@{start}" for face, (die, start) in faces))
    return table.turn("red")


def settle(table: Table, colour: str, banner: str) -> None:
    """Red has completed two bases and a middle section and claimed one base; others claim one."""
    towers = [tower for tower in range(1, 7) if table.state.setting.heights[tower - 1]]
    free = [tower for tower in towers if table.card(f"{tower}.1").owner is None]
    if colour != "red":
        table.claimed(colour, f"{free[0]}.1", on="red", up=True, banner="inventory")
        return
    table.claimed(colour, f"{free[0]}.1", on="blue", up=True, banner="inventory")
    table.claimed(colour, f"{free[0]}.2", on="green", up=True, banner="inventory")
    space = "white1" if banner == "beside" else banner
    table.claimed(colour, f"{free[1]}.1", tile="wood", on=space, up=True, banner=banner)
    table.completed(colour, f"{free[0]}.1", f"{free[0]}.2", f"{free[1]}.1")
    table.claimed(
        colour, f"{free[2]}.1" if free[2:] else f"{free[1]}.2", banner="inventory", on="yellow"
    )


def kind_of(decision: str) -> str:
    """Return the row of a decision, without its phase."""
    words = decision.split()
    match words[0]:
        case "claim" | "tile" | "ornament":
            return f"{words[0]} {words[2]}"
        case "die":
            return "die +0" if words[2] == "+0" else "die paid"
        case "influence" | "ivan":
            return f"{words[0]} {words[1]}"
        case "prestige":
            return f"prestige {words[1]}"
        case other:
            return other


def phase_of(table: Table) -> str:
    """Return the name of the phase; influence actions are distinguished by effect."""
    if table.state.phase == phases.EFFECT:
        return INSIDE[int(table.components.action_effect[table.state.action])]
    return PHASES[int(table.state.phase)]


def cells_of(table: Table) -> dict[tuple[str, str], list[int]]:
    """Return the legal decisions of a position by row."""
    phase = phase_of(table)
    cells: dict[tuple[str, str], list[int]] = {}
    for move in rules.legal(table.state):
        cells.setdefault((kind_of(DECISIONS[move]), phase), []).append(move)
    return cells


def preferred(cells: dict[tuple[str, str], list[int]]) -> list[tuple[str, str]]:
    """Choose a decision if none is new: influence, but no optional action."""
    influence = [row for row in cells if row[0].startswith("influence")]
    return influence or [row for row in cells if not row[0].startswith("prestige")]


GAMES = 480  # at most; after FEWEST a column ends as soon as it is full
FEWEST = 48
LENGTH = 40  # decisions a game


def play(column: str) -> Iterator[dict[tuple[str, str], list[int]]]:
    """Play the games of a column; yield the legal decisions before each decision."""
    rng = Rng(COLUMNS.index(column), 1)
    dice = Rng(COLUMNS.index(column), 0)
    played: set[tuple[str, str]] = set()
    wanted = sum(impossible(row, column) is None for row in ROWS)
    for game in range(GAMES):
        if game >= FEWEST and len(played) == wanted:
            break
        table = deal(column, game)
        for _ in range(LENGTH):
            while table.chance():
                outcomes = rules.outcomes(table.state)
                rules.settle(table.state, outcomes[dice.below(len(outcomes))][0])
            if table.over():
                break
            cells = cells_of(table)
            yield cells
            fresh = [row for row in cells if row not in played]
            rows = fresh or preferred(cells)
            row = rows[rng.below(len(rows))]
            rules.play(table.state, cells[row][rng.below(len(cells[row]))])
            if fresh:
                table.check()
                played.add(row)
    yield {row: [] for row in played}  # the rows that were played


@pytest.mark.once
@pytest.mark.parametrize("column", COLUMNS)
def test_the_matrix_has_no_empty_cell(column: str) -> None:
    offered: set[tuple[str, str]] = set()
    played: set[tuple[str, str]] = set()
    for cells in play(column):
        offered |= set(cells)
        played = set(cells)
    wanted = {row for row in ROWS if impossible(row, column) is None}
    assert offered == wanted, "rows that were not offered, or that should never be"
    assert played == wanted, "rows that were offered and never played"


def test_the_matrix_names_every_row_once() -> None:
    assert len(ROWS) == len(set(ROWS))
    assert {kind for kind, _ in ROWS} == {kind_of(decision) for decision in DECISIONS}


def test_a_cell_is_impossible_in_some_column_only() -> None:
    """Every row can be played in some column, and most rows in every column."""
    for row in ROWS:
        assert any(impossible(row, column) is None for column in COLUMNS)
    empty = sum(impossible(row, column) is not None for row in ROWS for column in COLUMNS)
    assert empty < len(ROWS) * len(COLUMNS) / 10
