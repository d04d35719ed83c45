"""R1 Terms: the score track, the general supply, the inventory."""

from __future__ import annotations

from redcathedral.box import vocabulary as v
from redcathedral.engine import resources, track
from tests.engine.table import Table, components

# components.md section 2.
PRESTIGE = [
    5,
    9,
    13,
    17,
    21,
    25,
    29,
    32,
    35,
    38,
    41,
    44,
    47,
    49,
    51,
    53,
    55,
    57,
    59,
    *range(60, 81),
]


def test_r1_1_materials_are_the_six_kinds_and_resources_add_rubles_and_recognition() -> None:
    assert v.MATERIALS == ("wood", "brick", "stone", "gold", "green-gem", "purple-gem")
    assert (*v.MATERIALS, "ruble", "recognition") == v.RESOURCES


def test_r1_1_a_plain_cube_is_one_material_of_any_kind() -> None:
    """C1 sells any one material for a ruble."""
    table = Table("red", "blue").has("red", "WBSGEP").put_dice("white=1@1").turn("red")
    table.play("die white +0", "influence 1")
    assert table.legal("sell") == [f"sell {kind}" for kind in "WBSGEP"]


def test_r1_2_recognition_moves_the_marker_one_space_for_each_point() -> None:
    table = Table("red", "blue").has("red", score=10).put_dice("white=4@5").turn("red")
    table.play("die white +0", "take 1")  # space 1 gives recognition
    assert table.score("red") == 11


SPACES = range(161)  # two laps and the space after them


def test_r1_2_prestige_counts_the_prestige_spaces_up_to_the_marker() -> None:
    spaces = PRESTIGE + [80 + space for space in PRESTIGE]
    counted = {position: sum(space <= position for space in spaces) for position in SPACES}
    assert {position: track.prestige(components(), position) for position in SPACES} == counted


def test_r1_2_gained_prestige_moves_to_the_next_space_strictly_ahead() -> None:
    spaces = [lap * 80 + space for lap in range(3) for space in PRESTIGE]
    ahead = {position: min(n for n in spaces if n > position) for position in SPACES}
    assert {
        position: track.next_prestige_space(components(), position) for position in SPACES
    } == ahead


def test_r1_2_lost_prestige_moves_to_the_space_strictly_behind() -> None:
    spaces = [0] + [lap * 80 + space for lap in range(2) for space in PRESTIGE]
    behind = {
        position: max((space for space in spaces if space < position), default=0)
        for position in SPACES
    }
    assert {
        position: track.previous_prestige_space(components(), position) for position in SPACES
    } == behind


def test_r1_2_gain_is_once_per_point() -> None:
    """From 10, three prestige points lead over 13 and 17 to 21."""
    table = Table("red", "blue").has("red", score=10)
    resources.gain_prestige(table.state, 0, 3)
    assert table.score("red") == 21


def test_r1_2_losing_a_prestige_from_a_plain_space_costs_only_the_steps_back() -> None:
    table = Table("red", "blue").has("red", score=12).turn("red")
    table.play("prestige rubles")
    assert table.score("red") == 9
    table.play("prestige rubles")
    assert table.score("red") == 5


def test_r1_2_the_end_of_the_track_runs_one_to_one() -> None:
    table = Table("red", "blue").has("red", score=78).put_dice("white=4@5").turn("red")
    table.play("die white +0", "take 1")
    assert (table.score("red"), table.prestige("red")) == (79, 39)
    table.play("prestige rubles")
    assert (table.score("red"), table.prestige("red")) == (78, 38)


def test_r1_2_ruling_never_below_space_0() -> None:
    """Blue stands on space 1 and has to lose 2."""
    table = (
        Table("red", "blue", towers={1: "b4 m1 d3"})
        .claimed("blue", "1.1")
        .completed("red", "1.2")
        .claimed("red", "1.3", "WG")
        .has("red", "G")
        .has("blue", score=1)
        .turn("red")
    )
    table.play("deliver G 1.3")
    assert table.score("blue") == 0


def test_r1_2_ruling_past_the_fortieth_prestige_space_the_track_starts_again() -> None:
    """Prestige n of the second lap stands at 80 + the first lap's space of n."""
    table = Table("red", "blue").has("red", score=80)
    assert table.prestige("red") == 40
    resources.gain_prestige(table.state, 0, 1)
    assert (table.score("red"), table.prestige("red")) == (85, 41)
    resources.receive(table.state, 0, v.RECOGNITION, 3)
    assert (table.score("red"), table.prestige("red")) == (88, 41)


def test_r1_2_ruling_a_flipped_marker_that_goes_back_over_the_start_is_flipped_again() -> None:
    table = Table("red", "blue").has("red", score=85).turn("red")
    table.play("prestige rubles")
    assert (table.score("red"), table.prestige("red")) == (80, 40)
    table.play("prestige rubles")
    assert (table.score("red"), table.prestige("red")) == (79, 39)


def test_r1_2_ruling_recognition_lost_flips_back_too() -> None:
    table = Table("red", "blue").has("red", score=82)
    resources.lose_recognition(table.state, 0, 4)
    assert (table.score("red"), table.prestige("red")) == (78, 38)


def test_r1_3_materials_are_limited_to_the_pieces_in_the_box() -> None:
    table = Table("red", "blue")
    assert [table.supply(kind) for kind in "WBSGEP"] == [20, 20, 20, 15, 10, 10]


def test_r1_3_a_player_gets_what_remains() -> None:
    """Two dice on wood would be 4 wood, 3 are left."""
    table = Table("red", "blue").supply_is(W=3).put_dice("white=1@1 red=1@2").turn("red")
    table.play("die white +0")
    assert table.legal("take") == ["take 1", "take 2", "take 3"]
    table.play("take 3")
    assert (table.materials("red"), table.supply("W")) == ("WWW", 0)


def test_r1_3_what_has_run_out_gives_nothing_until_it_is_refilled() -> None:
    table = Table("red", "blue").has("red", "W").supply_is(W=0).put_dice("white=1@1").turn("red")
    table.play("die white +0")
    assert table.legal("take") == []
    table.play("influence 1", "sell W", "stop")
    assert table.legal("take") == ["take 1"]


def test_r1_3_ruling_rubles_are_unlimited_by_default() -> None:
    table = Table("red", "blue", "green", "yellow")
    for colour in table.colours:
        table.has(colour, rubles=1000, score=80)
    table.turn("red").play(*["prestige rubles"] * 39)
    assert table.rubles("red") == 1000 + 39 * 2


def test_r1_3_ruling_limited_rubles_a_gain_is_capped_by_the_bank() -> None:
    """The bank holds 1; an exchange of prestige gives it."""
    table = Table("red", "blue", limited_rubles=True).has("red", score=20).turn("red")
    assert table.supply("R") == 70 - 3 - 4
    table.supply_is(R=1)
    table.play("prestige rubles")
    assert (table.rubles("red"), table.supply("R"), table.score("red")) == (4, 0, 17)
    table.refuses("prestige rubles")


def test_r1_3_ruling_limited_rubles_a_reward_is_capped() -> None:
    """b1 gives 2 recognition and 2 rubles."""
    table = (
        Table("red", "blue", towers={1: "b1"}, limited_rubles=True)
        .claimed("red", "1.1", "WW")
        .has("red", "B", rubles=0)
        .supply_is(R=1)
        .turn("red")
    )
    table.play("deliver B 1.1")
    assert (table.rubles("red"), table.score("red")) == (1, 4)


def test_r1_3_ruling_limited_rubles_the_market_gives_what_the_bank_holds() -> None:
    table = Table("red", "blue", limited_rubles=True).supply_is(R=1).put_dice("white=3@5")
    table.turn("red").play("die white +0")  # space 8: 2 rubles
    assert table.legal("take") == ["take 1"]


def test_r1_3_ruling_limited_rubles_a_sale_needs_a_ruble_in_the_bank() -> None:
    """A sale for 2 rubles gives the one that is left, then no more is sold."""
    table = Table("red", "blue", influence="C3 T1 M1 K1", limited_rubles=True).has("red", "GE")
    table.supply_is(R=1).put_dice("white=1@1").turn("red")
    table.play("die white +0", "influence 1", "sell G")
    assert table.rubles("red") == 4
    assert table.legal() == ["stop"]
    table.play("stop")
    empty = Table("red", "blue", limited_rubles=True).has("red", "GE").supply_is(R=0)
    empty.put_dice("white=1@1").turn("red").play("die white +0")
    empty.refuses("influence 1")


def test_r1_3_ruling_limited_rubles_the_plain_gain_needs_a_ruble_in_the_bank() -> None:
    table = Table("red", "blue", limited_rubles=True).supply_is(R=0).put_dice("white=2@1")
    table.turn("red").play("die white +0")  # space 3, teamsters
    table.refuses("influence 2")
    table.supply_is(R=1).play("influence 2")
    assert (table.rubles("red"), table.supply("R")) == (4, 0)


def test_r1_4_ten_slots_four_of_them_covered() -> None:
    table = Table("red", "blue").has("red", "WWW").put_dice("white=1@1 red=1@2 blue=1@2")
    table.turn("red").play("die white +0")  # three dice on wood, six units, three free slots
    assert table.legal("take") == ["take 1", "take 2", "take 3"]


def test_r1_4_taking_a_banner_from_a_covered_slot_frees_it() -> None:
    table = Table("red", "blue").has("red", "WWWWWW").put_dice("white=1@1").turn("red")
    table.play("claim 1.1 inventory", "tile blue down").finish().turn("red")
    table.play("die white +0")
    assert table.legal("take") == ["take 1"]


def test_r1_4_a_banner_next_to_the_inventory_frees_no_slot() -> None:
    table = Table("red", "blue").has("red", "WWWWWW").put_dice("white=1@1").turn("red")
    table.play("claim 1.1 beside", "tile blue down").finish().turn("red")
    table.play("die white +0")
    assert table.legal("take") == []


def test_r1_4_rubles_take_no_slot() -> None:
    table = Table("red", "blue").has("red", "WWWWWW", rubles=50).put_dice("white=3@5")
    table.turn("red").play("die white +0", "take 2")
    assert table.rubles("red") == 52


def test_r1_5_without_a_free_slot_a_material_is_not_received() -> None:
    """A completed claim lays a wood tile face up; its wood finds no slot."""
    table = Table("red", "blue", tiles={"1.1": "wood"}).has("red", "BBBBBB").turn("red")
    table.play("claim 1.1 beside", "tile blue up")
    assert (table.materials("red"), table.supply("W")) == ("BBBBBB", 20)


def test_r1_5_a_stored_material_is_never_thrown_away() -> None:
    """With a full inventory no decision of the market lets a material go for nothing."""
    table = Table("red", "blue", influence="C2 T1 M1 K1").has("red", "WWWWWW", rubles=9)
    table.put_dice("white=2@1").turn("red").play("die white +0")
    assert table.legal() == ["end", "influence 2"]
