"""R6 Acquire: the die, resources, influence, workshop tiles, the final roll."""

from __future__ import annotations

from itertools import combinations

import pytest

from redcathedral.box import vocabulary as v
from tests.engine.table import Table
from tests.engine.words import LETTERS

CARDS = {"C": 1, "T": 3, "M": 5, "K": 7}  # the first space of each group's quadrant


def visit(card: str) -> Table:
    """Red may move the white die, with +0, to an empty space of this influence card's quadrant.

    Craftsmen: space 1 (recognition), teamsters 3 (brick), merchants 5 (gold), clergy 7 (purple
    gem).
    """
    cards = {"C": "C1", "T": "T1", "M": "M1", "K": "K1"} | {card[0]: card}
    table = Table("red", "blue", influence=" ".join(cards.values()), towers=TOWERS)
    return alone(table, CARDS[card[0]]).turn("red")


TOWERS = {1: "b1 m1 d1", 2: "b5"}


def alone(table: Table, space: int) -> Table:
    """The white die will reach this space, where no other die is."""
    others = [(space + step) % 8 + 1 for step in range(4)]
    names = ("red", "blue", "green", "yellow")
    text = [f"{name}=1@{other}" for name, other in zip(names, others, strict=True)]
    return table.put_dice(f"white=1@{(space - 2) % 8 + 1} " + " ".join(text))


# --- R6.1 to R6.3: the die ---------------------------------------------------------------------


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("start", range(1, 9))
def test_r6_1_the_die_moves_exactly_as_many_spaces_as_it_shows(face: int, start: int) -> None:
    table = Table("red", "blue").has("red", rubles=0).put_dice(f"green={face}@{start}").turn("red")
    table.play("die green +0")
    assert table.die("green") == (face, (start - 1 + face) % 8 + 1)


def test_r6_1_any_of_the_five_dice() -> None:
    table = Table("red", "blue").has("red", rubles=0).turn("red")
    assert table.legal("die") == [
        f"die {name} +0" for name in ("white", "red", "blue", "green", "yellow")
    ]


@pytest.mark.parametrize("colour", ["red", "blue", "green", "yellow"])
def test_r6_2_the_white_die_and_the_player_coloured_die_cost_a_ruble_per_space(colour: str) -> None:
    other = "red" if colour == "blue" else "blue"
    table = Table(colour, other).has(colour, rubles=2).turn(colour)
    paid = {decision.split()[1] for decision in table.legal("die") if "+0" not in decision}
    assert paid == {"white", colour}
    assert table.legal("die white") == [f"die white +{extra}" for extra in range(3)]
    table.play(f"die {colour} +2")
    assert table.rubles(colour) == 0


def test_r6_2_more_than_six_spaces() -> None:
    table = Table("red", "blue").has("red", rubles=9).put_dice("white=6@1").turn("red")
    table.play("die white +7")
    assert (table.die("white"), table.rubles("red")) == ((6, 6), 2)


def test_r6_2_rubles_go_to_the_bank() -> None:
    table = Table("red", "blue", limited_rubles=True).turn("red").play("die red +3")
    assert table.supply("R") == 70 - 4


def test_r6_3_never_onto_a_space_with_three_other_dice() -> None:
    table = Table("red", "blue").has("red", rubles=9)
    table.put_dice("white=1@1 red=1@2 blue=1@2 green=1@2 yellow=1@1").turn("red")
    assert table.legal("die white") == [f"die white +{extra}" for extra in range(1, 8)]
    assert table.legal("die yellow") == []
    assert table.legal("die blue") == ["die blue +0"]


def test_r6_3_two_other_dice_leave_room() -> None:
    table = Table("red", "blue").put_dice("white=1@1 red=1@2 blue=1@2 green=1@3 yellow=6@3")
    table.turn("red").play("die white +0")
    assert table.die("white")[1] == 2


def test_r6_3_it_may_pass_over_three_dice() -> None:
    table = Table("red", "blue").put_dice("white=2@1 red=1@2 blue=1@2 green=1@2").turn("red")
    table.play("die white +0")
    assert table.die("white")[1] == 3


def test_r6_3_its_own_space_does_not_count_itself() -> None:
    """Three dice on a space, one of them goes round the board and comes back."""
    table = Table("red", "blue").has("red", rubles=9)
    table.put_dice("white=1@1 red=6@1 blue=1@1").turn("red").play("die white +7")
    assert table.die("white")[1] == 1


# --- R6.4 to R6.5: three actions, each at most once --------------------------------------------


def test_r6_4_each_at_most_once() -> None:
    table = visit("C1").claimed("red", "1.1", tile="wood", on="white1", up=True).has("red", "W")
    table.turn("red").play("die white +0", "take 1")
    assert table.legal("take") == []
    table.play("influence 1", "sell W", "stop")
    assert table.legal("influence") == []
    table.play("activate white1")
    assert table.legal() == ["end"]


@pytest.mark.parametrize(
    "order",
    [
        ["take 1", "influence 1", "activate white1"],
        ["take 1", "activate white1", "influence 1"],
        ["influence 1", "take 1", "activate white1"],
        ["influence 1", "activate white1", "take 1"],
        ["activate white1", "take 1", "influence 1"],
        ["activate white1", "influence 1", "take 1"],
    ],
)
def test_r6_4_in_any_order_and_all_optional(order: list[str]) -> None:
    """Clergy: 1 recognition; purple gem on the space; a wood tile."""
    table = visit("K1").claimed("red", "1.1", tile="wood", on="white1", up=True).turn("red")
    table.play("die white +0")
    for done in range(4):
        assert "end" in table.legal()
        assert all((action in table.legal()) == (action in order[done:]) for action in order)
        if done < 3:
            table.play(order[done])
    assert (table.materials("red"), table.score("red")) == ("WP", 3)


def test_r6_4_all_three_are_optional() -> None:
    table = visit("K1").play("die white +0").finish()
    assert table.to_move == "blue"


@pytest.mark.parametrize("dice", [1, 2, 3])
@pytest.mark.parametrize(
    ("space", "amount"), [(1, 1), (2, 2), (3, 2), (4, 2), (5, 1), (6, 1), (7, 1), (8, 2)]
)
def test_r6_5_the_tile_once_for_each_die_or_any_smaller_number(
    space: int, amount: int, dice: int
) -> None:
    """The moved die included; R9.4 says 4 bricks for two dice."""
    table = alone(Table("red", "blue"), space)
    for name in ("red", "blue")[: dice - 1]:
        table.put_dice(f"{name}=1@{space}")
    table.turn("red").play("die white +0")
    assert table.legal("take") == [f"take {n}" for n in range(1, amount * dice + 1)]
    table.play(f"take {amount * dice}")
    got = [
        table.score("red") - 2,
        *map(table.materials("red").count, "WBSGEP"),
        table.rubles("red") - 3,
    ]
    assert got == [amount * dice if n == space - 1 else 0 for n in range(8)]


def test_r6_5_3_of_4_bricks() -> None:
    table = alone(Table("red", "blue"), 3).put_dice("red=1@3").turn("red")
    table.play("die white +0", "take 3")
    assert table.materials("red") == "BBB"
    assert table.legal("take") == []


# --- R6.6 and R6.7: influence ------------------------------------------------------------------


@pytest.mark.parametrize("space", range(1, 9))
def test_r6_6_the_card_of_the_quadrant_of_the_moved_die(space: int) -> None:
    """With 3 rubles and no goods: C1 buys, T1 gains, M1 can do nothing, K1 gains or is paid."""
    table = alone(Table("red", "blue"), space).turn("red").play("die white +0")
    possible = [["influence 2"], ["influence 2"], [], ["influence 1", "influence 2"]]
    assert table.legal("influence") == possible[(space - 1) // 2]


def test_r6_6_only_one_of_the_two_actions() -> None:
    table = visit("K1").play("die white +0", "influence 1")
    assert table.legal("influence") == []


def test_r6_6_a_lightning_action_is_done_once() -> None:
    table = visit("M1").has("red", "WWWW").turn("red")
    table.play("die white +0", "influence 1", "trade W B")
    assert table.legal("trade") == []
    assert "end" in table.legal()


def test_r6_6_an_infinity_action_as_often_as_the_player_can_and_likes() -> None:
    table = visit("M1").has("red", "WWWW", rubles=3).turn("red")
    table.play("die white +0", "influence 2", "trade W B", "trade W S", "trade W B")
    assert table.legal() == ["stop"]
    table.play("stop")
    assert (table.materials("red"), table.rubles("red")) == ("WBBS", 0)


SALES = [("C1", 1, "WBSGEP", 1), ("C2", 1, "WBS", 1), ("C3", 1, "GEP", 2)]
PURCHASES = [("C1", 2, "WBS", 1), ("C2", 2, "WBSGEP", 2), ("C3", 2, "GEP", 2)]


@pytest.mark.parametrize(("card", "action", "kinds", "price"), SALES)
def test_r6_7_craftsmen_sell(card: str, action: int, kinds: str, price: int) -> None:
    table = visit(card).has("red", "WBSGEP", rubles=0).turn("red")
    table.play("die white +0", f"influence {action}")
    assert table.legal() == [f"sell {kind}" for kind in kinds]
    for number, kind in enumerate(kinds, 1):
        before = table.supply(kind)
        table.play(f"sell {kind}")
        assert table.rubles("red") == price * number
        assert table.supply(kind) == before + 1
    assert table.legal() == ["stop"]


@pytest.mark.parametrize(("card", "action", "kinds", "price"), PURCHASES)
def test_r6_7_craftsmen_buy(card: str, action: int, kinds: str, price: int) -> None:
    table = visit(card).has("red", "", rubles=price * len(kinds)).turn("red")
    table.play("die white +0", f"influence {action}")
    assert table.legal() == [f"buy {kind}" for kind in kinds]
    for kind in kinds:
        table.play(f"buy {kind}")
    assert (table.materials("red"), table.rubles("red")) == (kinds, 0)
    assert table.legal() == ["stop"]


def test_r6_7_a_purchase_needs_a_free_slot_and_the_supply() -> None:
    table = visit("C1").has("red", "WWWWW", rubles=9).supply_is(B=0).turn("red")
    table.play("die white +0", "influence 2")
    assert table.legal() == ["buy W", "buy S"]
    table.play("buy S")
    assert table.legal() == ["stop"]


@pytest.mark.parametrize(("card", "price", "amount"), [("T1", 1, 1), ("T2", 3, 2)])
def test_r6_7_teamsters_deliver(card: str, price: int, amount: int) -> None:
    """b1 costs WWB, b5 WWBB; the materials come from the inventory."""
    table = visit(card).claimed("red", "1.1").claimed("red", "2.1").has("red", "WB", rubles=price)
    table.turn("red").play("die white +0", "influence 1")
    assert table.rubles("red") == 0
    assert table.legal() == ["deliver W 1.1", "deliver B 1.1", "deliver W 2.1", "deliver B 2.1"]
    table.play("deliver W 1.1")
    if amount == 2:
        assert table.legal() == ["stop", "deliver B 1.1", "deliver B 2.1"]
        table.play("deliver B 2.1")
    assert table.legal("take") == ["take 1", "take 2"]
    assert table.legal("deliver") == []


@pytest.mark.parametrize(("card", "price"), [("T1", 1), ("T2", 3), ("T3", 2)])
def test_r6_7_teamsters_cost(card: str, price: int) -> None:
    table = visit(card).claimed("red", "1.1").has("red", "W", rubles=price - 1).turn("red")
    table.play("die white +0")
    assert table.legal("influence") == ["influence 2"]


@pytest.mark.parametrize("card", ["T1", "T2", "T3"])
def test_r6_7_teamsters_gain_1_ruble(card: str) -> None:
    table = visit(card).play("die white +0", "influence 2")
    assert table.rubles("red") == 4
    assert "end" in table.legal()


def test_r6_7_teamsters_deliver_less_than_allowed() -> None:
    table = visit("T2").claimed("red", "1.1").has("red", "WB", rubles=3).turn("red")
    table.play("die white +0", "influence 1", "deliver W 1.1", "stop")
    assert "end" in table.legal()


def test_r6_7_a_delivery_of_the_teamsters_completes_a_card_as_usual() -> None:
    table = visit("T1").claimed("red", "1.1", "WW").has("red", "B", rubles=1, score=10).turn("red")
    table.play("die white +0", "influence 1", "deliver B 1.1")
    assert (table.score("red"), table.rubles("red"), table.card("1.1").done) == (12, 2, True)


def test_r6_7_teamsters_swap_any_two_resource_tiles() -> None:
    table = visit("T3").has("red", rubles=2).turn("red").play("die white +0", "influence 1")
    assert table.legal() == [f"swap {a} {b}" for a in range(1, 9) for b in range(a + 1, 9)]
    table.play("swap 2 7")
    assert table.rubles("red") == 0
    assert table.market() == [
        "recognition",
        "purple-gem",
        "brick",
        "stone",
        "gold",
        "green-gem",
        "wood",
        "ruble",
    ]
    assert "end" in table.legal()


@pytest.mark.parametrize(("one", "other"), list(combinations(range(1, 9), 2)))
def test_r6_7_each_pair_of_resource_tiles(one: int, other: int) -> None:
    table = visit("T3").play("die white +0", "influence 1")
    tiles = table.market()
    tiles[one - 1], tiles[other - 1] = tiles[other - 1], tiles[one - 1]
    table.play(f"swap {one} {other}")
    assert table.market() == tiles


@pytest.mark.parametrize("card", ["M1", "M2", "M3"])
def test_r6_7_merchants_two_identical_for_one(card: str) -> None:
    table = visit(card).has("red", "WWBGG").turn("red").play("die white +0", "influence 1")
    expected = [f"trade {a} {b}" for a in "WG" for b in LETTERS if a != b]
    assert table.legal() == expected
    table.play("trade W P")
    assert table.materials("red") == "BGGP"
    assert (table.supply("W"), table.supply("P")) == (20, 9)


def test_r6_7_merchants_a_ruble_and_a_material_for_one() -> None:
    table = visit("M1").has("red", "WG", rubles=1).turn("red").play("die white +0", "influence 2")
    assert table.legal() == [f"trade {a} {b}" for a in "WG" for b in LETTERS if a != b]
    table.play("trade G E")
    assert (table.materials("red"), table.rubles("red")) == ("WE", 0)


def test_r6_7_merchants_four_identical_for_two() -> None:
    table = visit("M2").has("red", "WWWWB").turn("red").play("die white +0", "influence 2")
    assert table.legal() == ["give W"]
    table.play("give W")
    assert (table.materials("red"), table.supply("W")) == ("B", 20)
    assert table.legal() == [f"get {kind}" for kind in LETTERS]
    table.play("get E")
    assert table.legal() == [f"get {kind}" for kind in LETTERS]
    table.play("get P")
    assert table.materials("red") == "BEP"
    assert "end" in table.legal()


@pytest.mark.parametrize(("influence", "materials"), [(1, "WW"), (2, "W")])
def test_r6_7_the_last_piece_can_be_traded_for(influence: int, materials: str) -> None:
    table = visit("M1").has("red", materials).supply_is(S=1, G=0).turn("red")
    table.play("die white +0", f"influence {influence}")
    assert table.legal("trade") == [f"trade W {kind}" for kind in "BSEP"]
    table.play("trade W S")
    assert table.supply("S") == 0


@pytest.mark.parametrize(("influence", "materials"), [(1, "WW"), (2, "W")])
def test_r6_7_ruling_trades_for_one_give_another_kind(influence: int, materials: str) -> None:
    table = visit("M1").has("red", materials).turn("red")
    table.play("die white +0", f"influence {influence}")
    assert table.legal("trade") == [f"trade W {kind}" for kind in "BSGEP"]


def test_r6_7_ruling_four_for_two_gives_any_two_the_same_kind_included() -> None:
    table = visit("M2").has("red", "WWWW").turn("red")
    table.play("die white +0", "influence 2", "give W", "get W", "get W")
    assert table.materials("red") == "WW"


def test_r6_7_merchants_activate_one_tile_of_the_player() -> None:
    table = visit("M3").claimed("red", "1.1", tile="wood", on="blue", up=True)
    table.claimed("red", "2.1", tile="stone", on="green").turn("red")
    table.play("die white +0", "influence 2")
    assert table.legal() == ["activate blue"]
    table.play("activate blue")
    assert table.materials("red") == "W"
    assert "end" in table.legal()


@pytest.mark.parametrize("card", ["K1", "K2", "K3"])
def test_r6_7_clergy_gain_1_recognition(card: str) -> None:
    table = visit(card).play("die white +0", "influence 1")
    assert table.score("red") == 3
    assert "end" in table.legal()


def test_r6_7_clergy_3_rubles_for_1_prestige() -> None:
    table = visit("K1").has("red", rubles=7, score=10).turn("red")
    table.play("die white +0", "influence 2")
    assert table.legal("pay") == ["pay"]
    table.play("pay", "pay")
    assert (table.rubles("red"), table.score("red")) == (1, 17)
    assert table.legal("pay") == []
    table.play("stop")


def test_r6_7_clergy_3_different_materials_for_1_prestige() -> None:
    table = visit("K2").has("red", "WWBSGG", score=10).turn("red")
    table.play("die white +0", "influence 2")
    assert table.legal("discard") == ["discard WBS", "discard WBG", "discard WSG", "discard BSG"]
    table.play("discard WBG")
    assert (table.materials("red"), table.score("red")) == ("WSG", 13)
    table.play("discard WSG")
    assert (table.materials("red"), table.score("red")) == ("", 17)
    assert [table.supply(kind) for kind in "WBSG"] == [20, 20, 20, 15]


def test_r6_7_clergy_each_set_of_three_kinds() -> None:
    table = visit("K2").has("red", LETTERS).turn("red").play("die white +0", "influence 2")
    assert len(table.legal("discard")) == 20
    for decision in table.legal("discard"):
        again = visit("K2").has("red", LETTERS).turn("red").play("die white +0", "influence 2")
        again.play(decision)
        given = decision.split()[1]
        assert again.materials("red") == "".join(kind for kind in LETTERS if kind not in given)


@pytest.mark.parametrize(
    ("done", "possible"),
    [
        (["1.1"], False),
        (["1.1", "1.2"], False),
        (["1.1", "1.2", "1.3"], True),
        (["1.1", "2.1", "2.2"], False),
    ],
)
def test_r6_7_clergy_2_recognition_with_each_type_completed(
    done: list[str], possible: bool
) -> None:
    table = visit("K3").completed("red", *done).has("red", score=10).turn("red")
    table.play("die white +0")
    assert ("influence 2" in table.legal()) == possible
    if possible:
        table.play("influence 2")
        assert table.score("red") == 12


def test_r6_7_clergy_cards_of_others_or_claimed_ones_do_not_count() -> None:
    table = visit("K3").completed("red", "1.1", "1.2").completed("blue", "1.3")
    table.completed("blue", "2.1").completed("blue", "2.2").claimed("red", "2.3").turn("red")
    table.play("die white +0")
    table.refuses("influence 2")


def test_r6_7_a_swap_before_taking_changes_what_the_space_gives() -> None:
    """Brick lies on space 3, gold on 5."""
    table = visit("T3").has("red", rubles=2).turn("red")
    table.play("die white +0", "influence 1", "swap 3 5")
    assert table.legal("take") == ["take 1"]
    table.play("take 1")
    assert table.materials("red") == "G"


def test_r6_7_a_swap_after_taking() -> None:
    table = visit("T3").has("red", rubles=2).turn("red")
    table.play("die white +0", "take 2", "influence 1", "swap 3 5")
    assert table.materials("red") == "BB"
    assert table.legal("take") == []


# --- R6.8 to R6.10 -----------------------------------------------------------------------------


def test_r6_8_ruling_an_ornament_within_the_one_delivery_of_the_teamsters() -> None:
    """T1 delivers 1: no gem. T2 delivers 2: one gem, never two."""
    for card, gems in (("T1", ["-"]), ("T2", ["-", "E", "P"])):
        table = visit(card).completed("blue", "1.1").has("red", "WEP", rubles=3).turn("red")
        table.play("die white +0", "influence 1")
        assert table.legal("ornament") == [f"ornament 1.1 {gem}" for gem in gems]


def test_r6_8_ruling_an_ornament_may_use_up_the_delivery_or_leave_one() -> None:
    table = visit("T2").completed("blue", "1.1").claimed("red", "2.1")
    table.has("red", "WEB", rubles=3, score=10).turn("red").play("die white +0", "influence 1")
    copy = visit("T2").completed("blue", "1.1").claimed("red", "2.1")
    copy.has("red", "WEB", rubles=3, score=10).turn("red").play("die white +0", "influence 1")
    table.play("ornament 1.1 E")
    assert (table.score("red"), table.legal("deliver")) == (13, [])
    copy.play("ornament 1.1 -")
    assert copy.legal("stop") == ["stop"]
    assert copy.legal("deliver") == ["deliver B 2.1"]
    assert copy.legal("ornament") == []


def test_r6_9_the_tile_on_the_space_of_the_moved_dies_colour() -> None:
    for die, space in (("red", "red"), ("blue", "blue"), ("green", "green"), ("yellow", "yellow")):
        table = Table("red", "blue").put_dice("white=1@1 red=1@2 blue=1@2 green=1@2 yellow=1@1")
        table.put_dice("white=1@5 red=1@5 blue=1@6 green=1@6 yellow=1@7")
        for number, name in enumerate(("red", "blue", "green", "yellow")):
            place = f"{number + 1}.1"
            table.claimed(
                "red", place, tile=("wood", "brick", "stone", "gold")[number], on=name, up=True
            )
        table.turn("red").play(f"die {die} +0")
        assert table.legal("activate") == [f"activate {space}"]


def test_r6_9_white_of_two_tiles_only_one() -> None:
    table = visit("C1").claimed("red", "1.1", tile="wood", on="white1", up=True)
    table.claimed("red", "2.1", tile="stone", on="white2", up=True).turn("red").play("die white +0")
    assert table.legal("activate") == ["activate white1", "activate white2"]
    table.play("activate white2")
    assert table.materials("red") == "S"
    assert table.legal("activate") == []


def test_r6_9_a_face_down_tile_gives_nothing() -> None:
    table = visit("C1").claimed("red", "1.1", tile="wood", on="white1", up=False).turn("red")
    table.play("die white +0")
    assert table.legal("activate") == []


def test_r6_9_ruling_the_merchants_may_name_a_tile_activated_this_turn() -> None:
    table = visit("M3").claimed("red", "1.1", tile="wood", on="white1", up=True).turn("red")
    table.play("die white +0", "activate white1", "influence 2")
    assert table.legal() == ["activate white1"]
    table.play("activate white1")
    assert table.materials("red") == "WW"


def test_r6_9_ruling_the_merchants_may_name_the_second_white_tile() -> None:
    table = visit("M3").claimed("red", "1.1", tile="wood", on="white1", up=True)
    table.claimed("red", "2.1", tile="stone", on="white2", up=True).turn("red")
    table.play("die white +0", "influence 2", "activate white1")
    assert table.legal("activate") == ["activate white1", "activate white2"]
    table.play("activate white2")
    assert table.materials("red") == "WS"


def test_r6_9_ruling_the_merchants_name_any_face_up_tile() -> None:
    table = visit("M3").claimed("red", "1.1", tile="wood", on="yellow", up=True)
    table.claimed("red", "2.1", tile="stone", on="red", up=True).turn("red").play("die white +0")
    assert table.legal("activate") == []
    table.play("influence 2")
    assert table.legal() == ["activate red", "activate yellow"]


def test_r6_9b_ruling_a_tile_gives_all_it_can() -> None:
    """A white-die tile: 2 bricks of the space, but one free slot: 1 brick."""
    table = visit("T1").claimed("red", "1.1", tile="die-white", on="white1", up=True)
    table.has("red", "WWWWW").turn("red").play("die white +0", "activate white1")
    assert table.materials("red") == "WWWWWB"


def test_r6_9b_ruling_a_tile_may_not_be_taken_in_part() -> None:
    """No number is chosen: with room for both bricks both come."""
    table = visit("T1").claimed("red", "1.1", tile="die-white", on="white1", up=True).turn("red")
    table.play("die white +0", "activate white1")
    assert table.materials("red") == "BB"


def test_r6_9b_ruling_the_supply_limits_a_tile() -> None:
    table = visit("T1").claimed("red", "1.1", tile="die-white", on="white1", up=True)
    table.supply_is(B=1).turn("red").play("die white +0", "activate white1")
    assert table.materials("red") == "B"


def test_r6_9b_ruling_placed_face_up_it_happens() -> None:
    """Without a choice: the stone comes at once, or what there is room for."""
    table = Table("red", "blue", tiles={"1.1": "stone"}).turn("red")
    table.play("claim 1.1 beside", "tile blue up")
    assert table.materials("red") == "S"
    assert table.legal() == ["end"]


@pytest.mark.parametrize("die", ["white", "red", "blue", "green", "yellow"])
def test_r6_10_a_die_tile_gives_the_reward_of_the_dies_space_once(die: str) -> None:
    """Three dice stand on the wood: still 2 wood."""
    other = [name for name in ("white", "red", "blue", "green", "yellow") if name != die]
    table = Table("red", "blue", tiles={"1.1": f"die-{die}"})
    table.put_dice(f"{die}=1@2 {other[0]}=1@2 {other[1]}=1@2").turn("red")
    table.play("claim 1.1 beside", "tile white1 up")
    assert table.materials("red") == "WW"


def test_r6_10_where_the_die_now_stands() -> None:
    """The red die is moved first: the tile gives the resource of its new space."""
    table = Table("red", "blue").claimed("red", "1.1", tile="die-red", on="red", up=True)
    table.put_dice("red=3@1").turn("red").play("die red +0", "activate red")
    assert table.materials("red") == "SS"


def test_r6_10_a_die_tile_follows_a_swap() -> None:
    table = visit("T3").claimed("red", "1.1", tile="die-white", on="white1", up=True)
    table.has("red", rubles=2).turn("red")
    table.play("die white +0", "influence 1", "swap 3 6", "activate white1")
    assert table.materials("red") == "E"


# --- R6.11: the final roll ---------------------------------------------------------------------


def test_r6_11_all_dice_of_the_space_are_rerolled_and_stay() -> None:
    table = Table("red", "blue").put_dice("white=2@1 red=5@3 blue=4@3 green=1@1 yellow=1@1")
    table.turn("red").play("die white +0", "end").roll("white=6 red=1 blue=4")
    assert [table.die(name) for name in ("white", "red", "blue")] == [(6, 3), (1, 3), (4, 3)]
    assert (table.die("green"), table.die("yellow")) == ((1, 1), (1, 1))
    assert table.to_move == "blue"


def test_r6_11_not_before_the_end() -> None:
    table = Table("red", "blue").put_dice("white=2@1").turn("red").play("die white +0", "take 2")
    assert table.die("white") == (2, 3)


def test_r6_11_ruling_after_a_swap_still_the_space_where_the_die_ended() -> None:
    table = visit("T3").has("red", rubles=2).turn("red")
    table.play("die white +0", "influence 1", "swap 3 5", "end").roll("white=4")
    assert table.die("white") == (4, 3)


def test_r6_11_ruling_after_a_paid_reroll_too() -> None:
    """The dice of another space, or of this one, were re-rolled before."""
    for space in (3, 5):
        table = visit("T3").has("red", score=30).put_dice("red=1@5").turn("red")
        table.play("die white +0", f"prestige reroll {space}")
        while not table.legal():
            due = [name for die, name in enumerate(v.DICE) if table.state.pending >> die & 1]
            table.roll(" ".join(f"{name}=3" for name in due))
        table.play("end").roll("white=4")
        assert table.die("white") == (4, 3)
