"""R9 Worked examples of the rulebooks, with their numbers."""

from __future__ import annotations

import pytest

from redcathedral.engine import scoring
from tests.engine.table import Table

FOUR = ("red", "blue", "green", "yellow")


def tower(*owners: str) -> Table:
    """Four players with 20 recognition; tower 1 is b4 WBS, m1 WWBS, m2 WBBS, d1 SGE."""
    table = Table(*FOUR, towers={1: "b4 m1 m2 d1"})
    for level, owner in enumerate(owners, 1):
        table.claimed(owner, f"1.{level}", LACKING_ONE[level])
    for colour in FOUR:
        table.has(colour, score=20)
    return table


LACKING_ONE = {1: "WB", 2: "WWB", 3: "WBB", 4: "SG"}
LAST = {1: "S", 2: "S", 3: "S", 4: "E"}


def complete(table: Table, level: int) -> None:
    """The owner of this card delivers the missing materials."""
    owner = table.card(f"1.{level}").owner or ""
    table.has(owner, LAST[level]).turn(owner).play(f"deliver {LAST[level]} 1.{level}")


def test_r9_1_the_reprimand_grows() -> None:
    """From below: blue, red, blue, yellow."""
    table = tower("blue", "red", "blue", "yellow")
    complete(table, 2)
    assert table.score("blue") == 20 - 1
    complete(table, 4)
    assert table.score("blue") == 20 - 1 - 3


def test_r9_2_own_cards_do_not_count() -> None:
    """From below: blue, red (completed), blue, yellow."""
    table = tower("blue", "red", "blue", "yellow").completed("red", "1.2")
    complete(table, 3)
    assert table.score("blue") == 20 + 3 - 1
    complete(table, 4)
    assert table.score("blue") == 20 + 3 - 1 - 2


def test_r9_3_a_white_die_tile_on_yellows_blue_space() -> None:
    table = Table(*FOUR[::-1], tiles={"1.1": "die-white"}).put_dice("white=4@8")
    table.has("yellow", rubles=2).turn("yellow").play("claim 1.1 beside")
    table.play("tile blue up")
    assert table.rubles("yellow") == 2 - 2 + 2
    assert table.workshop("yellow", "blue") == "die-white up"


YELLOW_MARKET = "stone gold brick wood recognition green-gem purple-gem ruble"


def yellow_moves() -> Table:
    """The yellow die shows 3 on space 8; blue stands on 3 (brick), red on 4 (wood)."""
    table = Table("yellow", "red", "blue", market=YELLOW_MARKET, influence="C1 M1 T1 K1")
    return table.put_dice("yellow=3@8 blue=1@3 red=1@4 white=1@6 green=1@7").turn("yellow")


def test_r9_4_two_dice_on_two_bricks() -> None:
    table = yellow_moves().play("die yellow +0")
    assert table.die("yellow")[1] == table.die("blue")[1] == 3
    assert table.legal("take")[-1] == "take 4"
    table.play("take 4")
    assert table.materials("yellow") == "BBBB"


def test_r9_4_for_a_ruble_one_space_further() -> None:
    table = yellow_moves().has("yellow", rubles=1).play("die yellow +1", "take 4")
    assert (table.materials("yellow"), table.rubles("yellow")) == ("WWWW", 0)


def test_r9_5_two_of_the_bricks_for_a_green_gem() -> None:
    table = yellow_moves().play("die yellow +0", "take 4", "influence 1", "trade B E")
    assert table.materials("yellow") == "BBE"


def yellow_tiles() -> Table:
    """Yellow has a red-die tile on the blue space and recognition on the yellow one."""
    table = Table("yellow", "red", "blue", market=YELLOW_MARKET)
    table.claimed("yellow", "1.1", tile="die-red", on="blue", up=True)
    table.claimed("yellow", "2.1", tile="recognition", on="yellow", up=True)
    return table.put_dice("red=1@4 white=1@4 blue=1@6 yellow=1@7 green=1@1").turn("yellow")


def test_r9_6_a_red_die_tile_gives_once_the_reward_of_the_red_dies_space() -> None:
    table = yellow_tiles().play("die blue +0")
    assert table.legal("activate") == ["activate blue"]
    table.play("activate blue")
    assert table.materials("yellow") == "WW"


def test_r9_6_moving_the_yellow_die_gives_1_recognition() -> None:
    table = yellow_tiles().play("die yellow +0")
    assert table.legal("activate") == ["activate yellow"]
    table.play("activate yellow")
    assert table.score("yellow") == 3


def decorated_tower() -> Table:
    """Yellow stands on prestige 5 (21); a base and a dome of others are completed."""
    table = Table("yellow", "green", towers={1: "b4 m1 d1"}).completed("green", "1.1", "1.2", "1.3")
    return table.has("yellow", score=21)


def test_r9_7_a_cross_with_two_different_gems() -> None:
    table = decorated_tower().has("yellow", "GEP").turn("yellow").play("ornament 1.3 EP")
    assert table.prestige("yellow") == 5 + 3
    assert table.legal() == ["end"] + table.legal("prestige")


def test_r9_8_a_door_with_a_gem_and_a_cross_without() -> None:
    table = decorated_tower().has("yellow", "WPG").turn("yellow")
    table.play("ornament 1.1 P")
    assert table.prestige("yellow") == 5 + 1
    table.play("ornament 1.3 -")
    assert table.prestige("yellow") == 5 + 1
    assert table.legal("ornament") == []


def test_r9_9_one_gold_completes_then_an_arch_with_a_gem() -> None:
    """m9 costs WBSG and gives 4 recognition and 2 rubles; green is unfinished below."""
    table = Table("yellow", "green", towers={1: "b4 m9 d1"}).claimed("green", "1.1")
    table.claimed("yellow", "1.2", "WBS").has("yellow", "GSE", rubles=0, score=21)
    table.has("green", score=10).turn("yellow").play("deliver G 1.2")
    assert (table.score("yellow"), table.rubles("yellow")) == (25, 2)
    assert table.score("green") == 9
    before = table.prestige("yellow")
    table.play("ornament 1.2 E")
    assert table.prestige("yellow") == before + 1
    assert table.card("1.2").ornament == "yellow"
    assert table.legal("deliver") == table.legal("ornament") == []


def test_r9_10_final_step_back() -> None:
    """Prestige 14 stands at recognition 49, a plain space follows; 18 stands at 57."""
    table = Table("yellow", "green").has("yellow", score=50).has("green", score=57)
    assert [score.track for score in scoring.scores(table.state)] == [14, 18]


def towers_of_four() -> Table:
    """R9.11: six towers of the plan 3-4-5-5-4-3; colours, not numbers, are from the example.

    Where the text says only the result, banners and ornaments are put so that it is met with the
    value of the tower.
    """
    return Table(*FOUR, plan="3-4-5-5-4-3")


def test_r9_11_tower_1() -> None:
    """Value 7: green a banner and a door, yellow and red a banner each: 7, and 2 each."""
    table = towers_of_four().completed("green", "1.1").completed("yellow", "1.2")
    table.completed("red", "1.3").decorated("green", "1.1")
    assert tower_points(table, 1) == {"green": 7, "yellow": 2, "red": 2, "blue": 0}


def tower_points(table: Table, number: int) -> dict[str, int]:
    """Return the prestige of each color for a tower."""
    return {colour: table.towers(colour)[number - 1] for colour in FOUR}


def test_r9_11_tower_2() -> None:
    """Value 5, two cards and an ornament: blue 5, yellow 2."""
    table = towers_of_four().completed("blue", "2.1").completed("yellow", "2.2")
    table.decorated("blue", "2.2")
    assert tower_points(table, 2) == {"blue": 5, "yellow": 2, "green": 0, "red": 0}


def test_r9_11_tower_3() -> None:
    """Value 12: blue 12, yellow 6, green and red 2 each (3 + 1 = 4)."""
    table = towers_of_four().completed("blue", "3.1", "3.2").completed("yellow", "3.3")
    table.completed("green", "3.4").completed("red", "3.5")
    table.decorated("blue", "3.1").decorated("yellow", "3.2")
    assert tower_points(table, 3) == {"blue": 12, "yellow": 6, "green": 2, "red": 2}


def test_r9_11_tower_4() -> None:
    """Value 10: green 10, red 5, yellow 2."""
    table = towers_of_four().completed("green", "4.1", "4.2").completed("red", "4.3")
    table.completed("yellow", "4.4").decorated("green", "4.1").decorated("red", "4.2")
    assert tower_points(table, 4) == {"green": 10, "red": 5, "yellow": 2, "blue": 0}


def test_r9_11_tower_5() -> None:
    """Value 9: blue 9; yellow, red and green share 4 + 2 + 1 = 7: 2 each."""
    table = towers_of_four().completed("blue", "5.1").completed("yellow", "5.2")
    table.completed("red", "5.3").completed("green", "5.4").decorated("blue", "5.1")
    assert tower_points(table, 5) == {"blue": 9, "yellow": 2, "red": 2, "green": 2}


def test_r9_11_tower_6() -> None:
    """Value 9: red 9, green 4 (one banner and a cross), blue 2."""
    table = towers_of_four().completed("red", "6.1", "6.2").completed("green", "6.3")
    table.decorated("red", "6.1").decorated("blue", "6.2").decorated("green", "6.3")
    assert tower_points(table, 6) == {"red": 9, "green": 4, "blue": 2, "yellow": 0}


@pytest.mark.parametrize(
    ("green", "yellow", "ornaments", "points"),
    [
        (["1", "2", "3", "4"], [], "", (8, 0)),  # T1: green 8
        (["3"], ["1", "2"], "", (2, 6)),  # T2: yellow 6, green 2
        (["4"], ["1", "2", "3"], "", (2, 8)),  # T3: yellow 8, green 2
        (["1"], ["2"], "green@1", (5, 1)),  # T4: green 5, yellow 1
    ],
)
def test_r9_12_two_players(
    green: list[str], yellow: list[str], ornaments: str, points: tuple[int, int]
) -> None:
    """Each tower with its value: 8, 6, 8 and 5."""
    table = Table("green", "yellow", plan="2-4-4-2")
    for level in "1234":
        if level in green:
            table.completed("green", f"2.{level}")
        elif level in yellow:
            table.completed("yellow", f"2.{level}")
    for text in ornaments.split():
        colour, level = text.split("@")
        table.decorated(colour, f"2.{level}")
    assert (table.towers("green")[1], table.towers("yellow")[1]) == points


def solo(build: str) -> Table:
    """Ivan's Build card is next; red's turn is over."""
    table = Table(
        "red",
        ivan="blue",
        ivan_cards="build recognition inventory transport claim",
        towers={1: "b9 m1", 2: "b1", 3: "b2"},
    )
    return table.ivan_has(build=build)


def test_r9_13_ivan_needs_four_of_any_kind() -> None:
    """Base b9 costs 2 wood, 1 brick, 1 gold; he claimed it at the start, for its 4 recognition."""
    table = solo("PPPP")
    assert table.card("1.1").owner == "blue"
    table.put_dice("white=1@5").human_done()
    table.roll("white=3")
    assert table.card("1.1").done
    assert table.ivan_build == ""


def test_r9_13_one_goes_on_to_the_next_card() -> None:
    """Four materials; his card 2.1 needs three: the fourth goes to 3.1."""
    table = solo("WWWW").completed("blue", "1.1").claimed("blue", "2.1").claimed("blue", "3.1")
    table.put_dice("white=1@5").human_done().roll("white=3")
    assert table.card("2.1").done
    assert table.card("3.1").delivered == "W"


def test_r9_14_advanced_side_the_tile_frees_the_arch() -> None:
    table = Table("yellow", "red", side="advanced").has("yellow", rubles=3).turn("yellow")
    table.play("claim 1.1 inventory", "tile green up")
    assert (table.rubles("yellow"), table.ornaments("yellow")) == (0, {"arch": 1})


def test_r9_14_with_a_banner_from_a_white_space_the_tile_could_have_gone_there() -> None:
    table = Table("yellow", "red", side="advanced").has("yellow", rubles=3).turn("yellow")
    table.play("claim 1.1 white1", "tile white1 up")
    assert (table.rubles("yellow"), table.ornaments("yellow")) == (0, {})
