"""The decision table of ``record.md``: when each decision is legal."""

from __future__ import annotations

from itertools import combinations

import pytest

from redcathedral.engine import rules
from tests.engine.positions import POSITIONS, inside, pairs, rich, twin_tiles
from tests.engine.table import Table
from tests.engine.words import DECISIONS, LETTERS


@pytest.mark.parametrize("name", POSITIONS)
def test_record_each_kind_is_legal_in_its_phases_only(name: str) -> None:
    """The column "legal": at a position exactly these kinds of decisions."""
    build, kinds = POSITIONS[name]
    table = build()
    found = {decision.split()[0] for decision in table.legal()}
    assert found == set(kinds.split())


@pytest.mark.once
@pytest.mark.parametrize("name", POSITIONS)
def test_record_legal_is_ascending_and_everything_else_refused(name: str) -> None:
    table = POSITIONS[name][0]()
    moves = rules.legal(table.state)
    assert moves == sorted(set(moves))
    table.refuses(*(text for number, text in enumerate(DECISIONS) if number not in moves))
    for number in (-1, len(DECISIONS), 10**6):
        with pytest.raises(rules.IllegalDecision, match="is not legal here; legal are"):
            rules.play(table.state, number)


@pytest.mark.once
@pytest.mark.parametrize("name", POSITIONS)
def test_record_every_legal_decision_is_accepted(name: str) -> None:
    """Each in a copy of the position."""
    table = POSITIONS[name][0]()
    position = table.state
    for decision in table.legal():
        table.state = position.copy()
        table.play(decision)


def test_record_nothing_is_legal_at_a_chance_node() -> None:
    table = rich().play("prestige reroll 8")
    assert table.chance()
    table.refuses("end", "stop", "prestige rubles")


# --- claim and tile ----------------------------------------------------------------------------


def test_record_claim_names_where_the_banner_comes_from() -> None:
    basic = Table("red", "blue").legal("claim 1.1")
    assert basic == ["claim 1.1 inventory", "claim 1.1 beside"]
    advanced = Table("red", "blue", side="advanced").legal("claim 1.1")
    assert advanced == ["claim 1.1 inventory", "claim 1.1 white1", "claim 1.1 white2"]


def test_record_a_tile_face_up_whose_benefit_cannot_be_received_is_legal() -> None:
    """No slot, nothing in the supply, an empty bank: the tile is placed all the same."""
    for tile, supply in (("wood", {}), ("stone", {"S": 0}), ("ruble", {"R": 0})):
        table = Table("red", "blue", tiles={"1.1": tile}, limited_rubles=True)
        table.has("red", "BBBBBB" if tile == "wood" else "", rubles=2).supply_is(**supply)
        table.turn("red").play("claim 1.1 beside", "tile blue up")
        assert table.workshop("red", "blue") == f"{tile} up"
        # the bank got the two rubles of the cost before the tile gave one back
        assert table.rubles("red") == (1 if tile == "ruble" else 0)


# --- deliver and ornament ----------------------------------------------------------------------


def test_record_deliver_opens_the_build_action_with_three_deliveries() -> None:
    table = rich().play("deliver W 2.1", "deliver W 2.1", "deliver B 2.1")
    assert table.legal("deliver") == []


def test_record_an_ornament_opens_the_build_action_too() -> None:
    table = rich().play("ornament 1.1 E", "deliver W 2.1")
    assert table.legal() == ["end", *table.legal("prestige")]


def test_record_an_ornament_needs_enough_deliveries_left() -> None:
    table = rich().play("deliver W 2.1")
    assert [text.split()[2] for text in table.legal("ornament 1.1")] == ["-", "E", "P"]
    table.play("deliver B 2.1")
    assert [text.split()[2] for text in table.legal("ornament 1.1")] == ["-"]


# --- die ---------------------------------------------------------------------------------------


def test_record_die_names_each_reachable_space_once() -> None:
    """0 to 7 extra steps, however many rubles there are."""
    table = Table("red", "blue").has("red", rubles=50).turn("red")
    for die in ("white", "red"):
        assert table.legal(f"die {die}") == [f"die {die} +{extra}" for extra in range(8)]


@pytest.mark.parametrize("rubles", range(9))
def test_record_die_as_far_as_the_rubles_go(rubles: int) -> None:
    table = Table("red", "blue").has("red", rubles=rubles).turn("red")
    assert len(table.legal("die white")) == min(rubles, 7) + 1


@pytest.mark.parametrize("face", range(1, 7))
def test_record_a_die_moved_back_to_its_own_space_is_legal(face: int) -> None:
    """Face and extra steps make 8."""
    table = Table("red", "blue").has("red", rubles=9).put_dice(f"white={face}@1").turn("red")
    table.play(f"die white +{8 - face}")
    assert table.die("white") == (face, 1)


# --- take --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "supply", "held", "most"),
    [(1, 20, "", 2), (3, 20, "", 6), (3, 5, "", 5), (3, 20, "WW", 4), (2, 3, "SSSS", 2)],
)
def test_record_take_1_to_the_most_that_dice_supply_and_slots_allow(
    dice: int, supply: int, held: str, most: int
) -> None:
    table = Table("red", "blue").has("red", held).supply_is(B=supply)
    table.put_dice("white=2@1 red=1@8 blue=1@8 green=1@8")
    table.put_dice(" ".join(f"{name}=1@3" for name in ("red", "blue")[: dice - 1])).turn("red")
    table.play("die white +0")
    assert table.legal("take") == [f"take {units}" for units in range(1, most + 1)]


def test_record_take_nothing_is_no_decision() -> None:
    table = Table("red", "blue").has("red", "SSSSSS").put_dice("white=2@1").turn("red")
    assert table.play("die white +0").legal("take") == []


# --- influence ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "materials", "rubles", "possible"),
    [
        ("C1", "", 0, ""),
        ("C1", "P", 0, "1"),
        ("C1", "", 1, "2"),
        ("C1", "WWWWWWWWW", 1, "1"),
        ("C2", "GEP", 1, ""),
        ("C2", "W", 1, "1"),
        ("C2", "", 2, "2"),
        ("C3", "WBS", 1, ""),
        ("C3", "G", 1, "1"),
        ("C3", "W", 2, "2"),
        ("T1", "W", 0, "2"),
        ("T1", "W", 1, "1 2"),
        ("T1", "P", 9, "2"),
        ("T2", "W", 2, "2"),
        ("T2", "W", 3, "1 2"),
        ("T3", "", 1, "2"),
        ("T3", "", 2, "1 2"),
        ("M1", "WBSGEP", 0, ""),
        ("M1", "WW", 0, "1"),
        ("M1", "W", 1, "2"),
        ("M2", "WWW", 0, "1"),
        ("M2", "WWWW", 0, "1 2"),
        ("M3", "W", 0, "2"),
        ("K1", "", 2, "1"),
        ("K1", "", 3, "1 2"),
        ("K2", "WWWWBB", 0, "1"),
        ("K2", "WEP", 0, "1 2"),
        ("K3", "", 0, "1"),
    ],
)
def test_record_influence_only_if_it_can_be_carried_out_at_least_once(
    card: str, materials: str, rubles: int, possible: str
) -> None:
    table = rich(card).has("red", materials, rubles=rubles, score=0).turn("red")
    table.play("die white +0")
    assert table.legal("influence") == [f"influence {n}" for n in possible.split()]


def test_record_the_three_plain_gains_happen_at_once() -> None:
    """1 ruble, 1 recognition, 2 recognition: the market turn continues."""
    for card, action in (("T1", 2), ("K1", 1)):
        table = inside(card, action)
        assert "end" in table.legal()
        assert table.legal("influence") == []


def test_record_has_a_separate_decision_for_everything_else() -> None:
    table = inside("C1", 1)
    assert table.materials("red") == "WWBSGEP"
    assert table.legal("sell") == [f"sell {kind}" for kind in LETTERS]


@pytest.mark.parametrize(("card", "price"), [("T1", 1), ("T2", 3)])
def test_record_a_delivery_of_the_teamsters_is_paid_at_influence(card: str, price: int) -> None:
    assert inside(card, 1).rubles("red") == 9 - price


@pytest.mark.parametrize(
    ("card", "action", "decision", "price"),
    [
        ("C1", 2, "buy W", 1),
        ("C2", 2, "buy W", 2),
        ("T3", 1, "swap 1 2", 2),
        ("M1", 2, "trade W B", 1),
        ("K1", 2, "pay", 3),
    ],
)
def test_record_other_costs_are_paid_when_the_decision_is_taken(
    card: str, action: int, decision: str, price: int
) -> None:
    table = inside(card, action)
    assert table.rubles("red") == 9
    table.play(decision)
    assert table.rubles("red") == 9 - price


def test_record_extra_steps_and_face_up_tiles_are_paid_at_once() -> None:
    assert rich().play("die white +2").rubles("red") == 7
    assert rich().play("claim 2.2 inventory", "tile blue up").rubles("red") <= 7


# --- trade, give and get -----------------------------------------------------------------------


@pytest.mark.parametrize("action", [1, 2])
def test_record_a_trade_is_legal_only_if_the_wanted_material_is_in_the_supply(action: int) -> None:
    table = rich("M1").supply_is(B=0, E=0, P=0).play("die white +0", f"influence {action}")
    assert {text.split()[2] for text in table.legal("trade W")} == {"S", "G"}


def test_record_without_any_wanted_material_no_trade() -> None:
    table = rich("M1").has("red", "WW", rubles=9).supply_is(B=0, S=0, G=0, E=0, P=0).turn("red")
    assert table.play("die white +0").legal("influence") == []


def test_record_two_identical_materials_are_needed_for_the_pair() -> None:
    assert {text.split()[1] for text in inside("M1", 1).legal("trade")} == {"W"}
    assert {text.split()[1] for text in inside("M1", 2).legal("trade")} == set(LETTERS)


def test_record_get_allows_what_the_supply_holds_the_given_ones_too() -> None:
    """The four are back in the supply before."""
    table = rich("M2").has("red", "WWWWB").supply_is(W=0, B=1, S=0, G=0, E=0, P=0).turn("red")
    table.play("die white +0", "influence 2", "give W")
    assert table.legal("get") == ["get W", "get B"]
    table.play("get B")
    assert table.legal("get") == ["get W"]
    table.play("get W")
    assert table.materials("red") == "WBB"


def test_record_no_stop_between_the_two_gets() -> None:
    table = pairs().play("give W")
    assert table.legal("stop") == []
    assert table.play("get P").legal("stop") == []


def test_record_four_for_two_back_into_the_same_kind_is_legal() -> None:
    assert pairs().play("give W", "get W", "get W").materials("red") == "WWBP"


# --- swap, discard -----------------------------------------------------------------------------


def test_record_swap_lower_number_first() -> None:
    found = [text.split()[1:] for text in inside("T3", 1).legal("swap")]
    assert all(int(one) < int(other) for one, other in found)
    assert len(found) == 28


@pytest.mark.parametrize(("one", "other"), list(combinations(range(1, 9), 2)))
def test_record_a_swap_of_equal_tiles_changes_nothing_and_is_not_legal(
    one: int, other: int
) -> None:
    """In an edition with two tiles that give the same."""
    table = twin_tiles(one, other)
    assert len(table.legal("swap")) == 27
    table.refuses(f"swap {one} {other}")


def test_record_discard_three_different_materials() -> None:
    found = [text.split()[1] for text in inside("K2", 2).legal("discard")]
    assert len(found) == 20
    assert all(list(three) == sorted(set(three), key=LETTERS.index) for three in found)


# --- stop --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "action", "decision"),
    [("C1", 1, "sell W"), ("M1", 2, "trade W B"), ("K1", 2, "pay"), ("K2", 2, "discard WBS")],
)
def test_record_stop_after_at_least_one(card: str, action: int, decision: str) -> None:
    table = inside(card, action)
    table.refuses("stop")
    table.play(decision, "stop")
    assert "end" in table.legal()


@pytest.mark.parametrize(
    ("card", "action", "decision"),
    [
        ("T1", 1, "deliver W 2.1"),
        ("T3", 1, "swap 1 2"),
        ("M1", 1, "trade W B"),
        ("M3", 2, "activate white1"),
    ],
)
def test_record_a_lightning_action_closes_by_itself(card: str, action: int, decision: str) -> None:
    table = inside(card, action).play(decision)
    assert table.legal("stop") == []
    assert "end" in table.legal()


def test_record_an_infinity_action_stays_open_when_stop_is_the_only_decision_left() -> None:
    table = rich("C1").has("red", "W", score=0).turn("red")
    table.play("die white +0", "influence 1", "sell W")
    assert table.legal() == ["stop"]


def test_record_the_teamsters_second_delivery_stays_open_when_stop_is_the_only_one_left() -> None:
    table = rich("T2").has("red", "W", score=0).turn("red")
    table.play("die white +0", "influence 1", "deliver W 2.1")
    assert table.legal() == ["stop"]


def test_record_an_action_that_has_become_impossible_may_be_stopped() -> None:
    """The bank's last rubles went with an exchange after `influence`: nothing can be sold."""
    table = rich("C1", limited_rubles=True).supply_is(R=2).play("die white +0", "influence 1")
    table.refuses("stop")
    table.play("prestige rubles")
    assert table.legal("sell") == []
    assert table.legal("stop") == ["stop"]


def test_record_an_activation_that_has_become_impossible_may_be_stopped() -> None:
    """The merchants' only tile gives a ruble, and the bank has run dry meanwhile."""
    table = Table("red", "blue", influence="C1 T1 M3 K1", limited_rubles=True)
    table.claimed("red", "1.1", tile="ruble", on="blue", up=True).has("red", score=40)
    table.supply_is(R=2).put_dice("white=4@1").turn("red")
    table.play("die white +0", "influence 2", "prestige rubles")
    assert table.legal("activate") == []
    table.play("stop")
    assert table.legal("end") == ["end"]


# --- activate ----------------------------------------------------------------------------------


def test_record_activate_only_if_it_gives_something() -> None:
    """No wood in the supply; no slot for the stone."""
    table = rich().supply_is(W=0).play("die white +0")
    assert table.legal("activate") == ["activate white2"]
    full = rich().has("red", "WWWWWWWWW").turn("red").play("die white +0")
    assert full.legal("activate") == []


def test_record_activate_of_a_ruble_tile_needs_the_bank() -> None:
    table = Table("red", "blue", limited_rubles=True)
    table.claimed("red", "1.1", tile="ruble", on="white1", up=True).supply_is(R=0)
    table.put_dice("white=2@1").turn("red").play("die white +0")
    assert table.legal("activate") == []


def test_record_the_merchants_activate_needs_a_tile_that_gives_something() -> None:
    table = rich("M3").has("red", "WWBBSSGGE").turn("red").play("die white +0")
    table.refuses("influence 2")


# --- prestige ----------------------------------------------------------------------------------


def test_record_reroll_a_space_that_holds_a_die() -> None:
    table = Table("red", "blue").has("red", score=40)
    table.put_dice("white=1@1 red=1@1 blue=1@1 green=1@4 yellow=1@4").turn("red")
    assert table.legal("prestige reroll") == ["prestige reroll 1", "prestige reroll 4"]


def test_record_the_exchange_needs_a_ruble_in_the_bank() -> None:
    table = rich(limited_rubles=True).supply_is(R=0)
    assert table.legal("prestige rubles") == []
    assert table.legal("prestige reroll") != []


# --- end ---------------------------------------------------------------------------------------


def test_record_end_when_the_basic_action_is_done_or_may_stop_here() -> None:
    """After one delivery; after the die has moved; never at the start nor before the tile."""
    rich().refuses("end")
    rich().play("claim 2.2 inventory").refuses("end")
    rich().play("deliver W 2.1", "end")
    rich().play("die white +0", "end")


def test_record_end_never_inside_an_influence_action() -> None:
    for table in (inside("C1", 1), inside("C1", 1).play("sell W"), pairs().play("give W")):
        table.refuses("end")


# --- Ivan --------------------------------------------------------------------------------------


def test_record_ivan_only_where_the_rules_leave_more_than_one_card() -> None:
    table = Table(
        "red",
        ivan="blue",
        towers={1: "b10"},
        ivan_cards="claim build recognition transport inventory",
    ).claimed("red", "2.1")
    table.put_dice("white=1@3 green=1@7").human_done().roll("white=6")
    assert table.card("2.2").owner == "blue"
    assert table.to_move == "red"
    table.completed("red", "3.1").ivan_has(used=5).human_done()
    assert table.card("3.1").ornament == "blue"
