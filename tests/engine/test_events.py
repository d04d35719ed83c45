"""The journal: the events of a decision, in order, with their numbers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from redcathedral.box import vocabulary as v
from redcathedral.engine import events as e
from redcathedral.engine import phases, rules
from tests.engine.positions import inside, ivan_claims, ivan_decorates, pairs, rich
from tests.engine.table import Table, place_number

Expected = tuple[int, int, int, int, int]  # kind, seat, and its three numbers
RED, BLUE = 0, 1


def events_after(table: Table, *decisions: str) -> list[Expected]:
    """Return the events of these decisions."""
    table.state.journal = []
    table.play(*decisions)
    return journal(table)


def journal(table: Table) -> list[Expected]:
    """Return the events so far."""
    return [(n.kind, n.seat, n.a, n.b, n.c) for n in table.state.journal or []]


def at(place: str) -> int:
    """Return the number of a place."""
    return place_number(place)


def claiming(tile: str) -> Table:
    """Red can claim 1.1, which has this tile; red plays the advanced side."""
    table = Table("red", "blue", side="advanced", tiles={"1.1": tile})
    return table.has("red", rubles=9, score=10).turn("red")


def kind(table: Table, tile: str) -> int:
    """Return the number of a kind of workshop tile."""
    return [row.id for row in table.edition.workshop_tiles].index(tile)


def test_a_claim_and_its_tile_face_up() -> None:
    table = claiming("wood")
    number = kind(table, "wood")
    assert events_after(table, "claim 1.1 white1", "tile green up", "end") == [
        (e.CLAIMED, RED, at("1.1"), v.BANNER_WHITE_1, 0),
        (e.TILE_PLACED, RED, v.GREEN, number, 1),
        (e.PAID, RED, v.RUBLE, 3, 0),
        (e.ORNAMENT_FREED, RED, v.GREEN, v.ARCH, 0),
        (e.GAINED, RED, v.WOOD, 1, 0),
        (e.TURN_BEGAN, BLUE, 0, 0, 0),
    ]


def test_a_tile_face_down_loses_the_ornament() -> None:
    table = claiming("wood")
    number = kind(table, "wood")
    assert events_after(table, "claim 1.1 inventory", "tile red down") == [
        (e.CLAIMED, RED, at("1.1"), v.INVENTORY, 0),
        (e.TILE_PLACED, RED, v.RED, number, 0),
        (e.ORNAMENT_LOST, RED, v.RED, v.CROSS, 0),
    ]


def test_no_ornament_on_a_white_space() -> None:
    table = claiming("recognition")
    number = kind(table, "recognition")
    assert events_after(table, "claim 1.1 white2", "tile white2 up") == [
        (e.CLAIMED, RED, at("1.1"), v.BANNER_WHITE_2, 0),
        (e.TILE_PLACED, RED, v.WHITE_2, number, 1),
        (e.PAID, RED, v.RUBLE, 3, 0),
        (e.GAINED, RED, v.RECOGNITION, 1, 0),
    ]


def test_a_completed_card_and_a_reprimand() -> None:
    """Red completes 1.2 (m1: 3 recognition and 2 rubles) above blue's base."""
    table = Table("red", "blue", towers={1: "b4 m1"}).claimed("blue", "1.1")
    table.claimed("red", "1.2", "WWB").has("red", "S").turn("red")
    assert events_after(table, "deliver S 1.2") == [
        (e.DELIVERED, RED, at("1.2"), v.STONE, 0),
        (e.COMPLETED, RED, at("1.2"), 0, 0),
        (e.GAINED, RED, v.RECOGNITION, 3, 0),
        (e.GAINED, RED, v.RUBLE, 2, 0),
        (e.REPRIMANDED, BLUE, at("1.1"), 1, at("1.2")),
    ]


def test_a_reprimand_reports_the_actual_loss() -> None:
    """On space 1 it loses 1 of 2; on space 0 nothing."""
    for score in (1, 0):
        table = Table("red", "blue", towers={1: "b4 m1 d1"}).claimed("blue", "1.1")
        table.completed("red", "1.2").claimed("red", "1.3", "SG").has("red", "E")
        table.has("blue", score=score).turn("red")
        assert events_after(table, "deliver E 1.3")[-1] == (
            *(e.REPRIMANDED, BLUE, at("1.1"), score, at("1.3")),
        )


def test_the_end_of_the_game() -> None:
    table = Table("red", "blue", towers={3: "b4"})
    table.completed("red", "1.1", "1.2", "1.3", "2.1", "2.2").claimed("red", "3.1", "WB")
    table.has("red", "S", score=20).turn("red")
    assert events_after(table, "deliver S 3.1")[-2:] == [
        (e.CLOSED, RED, 0, 0, 0),
        (e.PRESTIGE_GAINED, RED, 3, 32 - 23, 0),
    ]
    found = events_after(table, "end", "claim 4.1 beside", "tile red down", "end")
    assert found[0] == (e.TURN_BEGAN, BLUE, 0, 0, 0)
    assert found[-1] == (e.GAME_ENDED, RED, 0, 0, 0)


def test_an_ornament_with_gems() -> None:
    table = rich()
    assert events_after(table, "ornament 1.2 EP") == [
        (e.PAID, RED, v.STONE, 1, 0),
        (e.PAID, RED, v.GREEN_GEM, 1, 0),
        (e.PAID, RED, v.PURPLE_GEM, 1, 0),
        (e.ORNAMENT_SET, RED, at("1.2"), v.ARCH, v.GEM_SETS.index("EP")),
        (e.PRESTIGE_GAINED, RED, 3, 47 - 40, 0),
    ]


def test_an_ornament_without_gems() -> None:
    assert events_after(rich(), "ornament 1.1 -") == [
        (e.PAID, RED, v.WOOD, 1, 0),
        (e.ORNAMENT_SET, RED, at("1.1"), v.DOOR, 0),
    ]


def test_a_market_turn() -> None:
    """The white die goes from space 8 to space 1, and is rolled alone."""
    table = rich()
    number = kind(table, "wood")
    table.state.journal = []
    table.play("die white +0", "take 1", "activate white1", "end").roll("white=4")
    assert journal(table) == [
        (e.DIE_MOVED, RED, v.WHITE_DIE, 7, 0),
        (e.GAINED, RED, v.RECOGNITION, 1, 0),
        (e.TILE_ACTIVATED, RED, v.WHITE_1, number, 0),
        (e.GAINED, RED, v.WOOD, 1, 0),
        (e.DIE_ROLLED, RED, v.WHITE_DIE, 4, 0),
        (e.TURN_BEGAN, BLUE, 0, 0, 0),
    ]


def test_paid_steps() -> None:
    assert events_after(rich(), "die red +2")[:2] == [
        (e.PAID, RED, v.RUBLE, 2, 0),
        (e.DIE_MOVED, RED, v.RED + 1, 1, 4),
    ]


def test_optional_actions() -> None:
    table = rich()
    table.state.journal = []
    table.play("prestige rubles", "prestige reroll 8").roll("white=2")
    assert journal(table) == [
        (e.PRESTIGE_LOST, RED, 1, 2, 0),  # from 40 to 38
        (e.GAINED, RED, v.RUBLE, 2, 0),
        (e.PRESTIGE_LOST, RED, 1, 3, 0),
        (e.DIE_ROLLED, RED, v.WHITE_DIE, 2, 0),
    ]


@pytest.mark.parametrize(
    ("build", "decision", "expected"),
    [
        (
            lambda: inside("C3", 1),
            "sell G",
            [(e.PAID, RED, v.GOLD, 1, 0), (e.GAINED, RED, v.RUBLE, 2, 0)],
        ),
        (
            lambda: inside("C2", 2),
            "buy P",
            [(e.PAID, RED, v.RUBLE, 2, 0), (e.GAINED, RED, v.PURPLE_GEM, 1, 0)],
        ),
        (
            lambda: inside("M1", 1),
            "trade W E",
            [(e.PAID, RED, v.WOOD, 2, 0), (e.GAINED, RED, v.GREEN_GEM, 1, 0)],
        ),
        (
            lambda: inside("M1", 2),
            "trade S B",
            [
                (e.PAID, RED, v.STONE, 1, 0),
                (e.PAID, RED, v.RUBLE, 1, 0),
                (e.GAINED, RED, v.BRICK, 1, 0),
            ],
        ),
        (pairs, "give W", [(e.PAID, RED, v.WOOD, 4, 0)]),
        (lambda: pairs().play("give W"), "get G", [(e.GAINED, RED, v.GOLD, 1, 0)]),
        (
            lambda: inside("T3", 1),
            "swap 2 7",
            [(e.PAID, RED, v.RUBLE, 2, 0), (e.TILES_SWAPPED, RED, 1, 6, 0)],
        ),
        (
            lambda: inside("K1", 2),
            "pay",
            [(e.PAID, RED, v.RUBLE, 3, 0), (e.PRESTIGE_GAINED, RED, 1, 1, 0)],
        ),
        (
            lambda: inside("K2", 2),
            "discard BGP",
            [
                (e.PAID, RED, v.BRICK, 1, 0),
                (e.PAID, RED, v.GOLD, 1, 0),
                (e.PAID, RED, v.PURPLE_GEM, 1, 0),
                (e.PRESTIGE_GAINED, RED, 1, 1, 0),
            ],
        ),
        (lambda: rich("T2").play("die white +0"), "influence 1", [(e.PAID, RED, v.RUBLE, 3, 0)]),
        (lambda: rich("T2").play("die white +0"), "influence 2", [(e.GAINED, RED, v.RUBLE, 1, 0)]),
        (
            lambda: rich("K1").play("die white +0"),
            "influence 1",
            [(e.GAINED, RED, v.RECOGNITION, 1, 0)],
        ),
        (lambda: rich("C1").play("die white +0"), "influence 1", []),
        (lambda: inside("C1", 1).play("sell W"), "stop", []),
    ],
)
def test_influence(build: Callable[[], Table], decision: str, expected: list[Expected]) -> None:
    assert events_after(build(), decision) == expected


def ivan(card: str) -> Table:
    """Ivan, blue, uses this card next, with the white die from space 3 to 4."""
    rest = [name for name in v.IVAN_CARDS if name != card]
    table = Table("red", ivan="blue", towers={1: "b10"}, ivan_cards=" ".join([card, *rest]))
    return table.put_dice("white=1@3 red=1@6 blue=1@7 green=1@8 yellow=1@1")


def ivan_events(table: Table) -> list[Expected]:
    """Return the events of Ivan's turn after its beginning."""
    table.turn("red")
    table.state.phase = phases.DONE
    table.state.journal = []
    table.play("end").roll("white=6")
    found = journal(table)
    assert found[0] == (e.TURN_BEGAN, BLUE, 0, 0, 0)
    return found[1:]


MOVED = [(e.DIE_MOVED, BLUE, v.WHITE_DIE, 2, 3), (e.DIE_ROLLED, BLUE, v.WHITE_DIE, 6, 0)]
NEXT = (e.TURN_BEGAN, RED, 0, 0, 0)


def test_ivan_recognition() -> None:
    assert ivan_events(ivan("recognition")) == [
        (e.IVAN_ACTED, BLUE, v.IVAN_RECOGNITION_CARD, 0, v.WHITE_DIE),
        *MOVED,
        (e.GAINED, BLUE, v.RECOGNITION, 4, 0),
        NEXT,
    ]


def test_ivan_inventory() -> None:
    assert ivan_events(ivan("inventory")) == [
        (e.IVAN_ACTED, BLUE, v.IVAN_INVENTORY_CARD, 0, v.WHITE_DIE),
        *MOVED,
        (e.IVAN_STORED, BLUE, v.WOOD, 4, 0),
        NEXT,
    ]


def test_ivan_transport() -> None:
    assert ivan_events(ivan("transport").ivan_has(inventory="WWB")) == [
        (e.IVAN_ACTED, BLUE, v.IVAN_TRANSPORT_CARD, 0, v.WHITE_DIE),
        *MOVED,
        (e.IVAN_TRANSPORTED, BLUE, 3, 0, 0),
        NEXT,
    ]


def test_ivan_build() -> None:
    assert ivan_events(ivan("build").ivan_has(build="WE")) == [
        (e.IVAN_ACTED, BLUE, v.IVAN_BUILD_CARD, 0, v.WHITE_DIE),
        *MOVED,
        (e.DELIVERED, BLUE, at("1.1"), v.WOOD, 0),
        (e.DELIVERED, BLUE, at("1.1"), v.GREEN_GEM, 0),
        NEXT,
    ]


def test_ivan_claims() -> None:
    table = ivan("claim").claimed("red", "2.1")
    number = kind(table, table.card("2.2").tile or "")
    assert ivan_events(table)[:5] == [
        (e.IVAN_ACTED, BLUE, v.IVAN_CLAIM_CARD, 0, v.WHITE_DIE),
        *MOVED,
        (e.CLAIMED, BLUE, at("2.2"), 0, 0),
        (e.TILE_DISCARDED, BLUE, number, at("2.2"), 0),
    ]


def test_ivan_claims_what_the_human_chose() -> None:
    table = ivan_claims()
    number = kind(table, table.card("3.1").tile or "")
    assert events_after(table, "ivan claim 3.1")[:2] == [
        (e.CLAIMED, BLUE, at("3.1"), 0, 0),
        (e.TILE_DISCARDED, BLUE, number, at("3.1"), 0),
    ]


def test_ivan_sets_up_an_ornament_and_his_tiles_are_dealt() -> None:
    table = ivan_decorates()
    assert events_after(table, "ivan ornament 3.1") == [
        (e.ORNAMENT_SET, BLUE, at("3.1"), v.DOOR, 0),
        (e.PRESTIGE_GAINED, BLUE, 1, 3, 0),
    ]
    table.state.journal = []
    while table.state.phase == phases.DRAW_IVAN_TILE:
        rules.settle(table.state, rules.outcomes(table.state)[0][0])
    assert journal(table)[:2] == [
        (e.IVAN_DEALT, BLUE, 0, 0, 0),
        (e.IVAN_ACTED, BLUE, v.IVAN_RECOGNITION_CARD, 0, v.WHITE_DIE),
    ]


def test_ivan_is_blocked() -> None:
    table = ivan("recognition").put_dice("white=1@7 red=1@8 blue=1@8 green=1@8").turn("red")
    table.state.phase = phases.DONE
    assert events_after(table, "end") == [
        (e.TURN_BEGAN, BLUE, 0, 0, 0),
        (e.IVAN_ACTED, BLUE, v.IVAN_RECOGNITION_CARD, 0, v.WHITE_DIE),
        (e.DIE_BLOCKED, BLUE, v.WHITE_DIE, 6, 0),
        (e.GAINED, BLUE, v.RECOGNITION, 4, 0),
        NEXT,
    ]


def test_kinds_are_numbered_without_gap() -> None:
    kinds = [n for name, n in vars(e).items() if name.isupper() and name != "EVENT_COUNT"]
    assert sorted(kinds) == list(range(e.EVENT_COUNT))
