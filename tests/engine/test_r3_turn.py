"""R3 The turn: one basic action, and the two optional actions at any moment of it."""

from __future__ import annotations

from typing import Any

import pytest

from redcathedral.engine.turn import is_final_roll
from tests.engine.table import Table


def test_r3_1_turns_go_clockwise() -> None:
    table = Table("green", "red", "yellow")
    for colour in ("green", "red", "yellow", "green", "red"):
        assert table.to_move == colour
        table.play(
            table.legal("claim")[0], "tile blue down" if table.state.turn < 3 else "tile red down"
        )
        table.play("end")


def test_r3_1_a_turn_is_a_claim_a_build_or_an_acquisition() -> None:
    table = Table("red", "blue", towers={1: "b1"}).claimed("red", "1.1").has("red", "W").turn("red")
    kinds = {decision.split()[0] for decision in table.legal()}
    assert kinds == {"claim", "deliver", "die"}


def test_r3_1_after_a_claim_no_second_action() -> None:
    table = Table("red", "blue", towers={1: "b1"}).claimed("red", "1.1").has("red", "W").turn("red")
    table.play("claim 2.1 inventory", "tile red down")
    assert table.legal() == ["end"]


def test_r3_1_after_a_delivery_only_more_of_the_building() -> None:
    table = Table("red", "blue", towers={1: "b1"}).claimed("red", "1.1").has("red", "WW")
    table.turn("red").play("deliver W 1.1")
    assert table.legal() == ["end", "deliver W 1.1"]


def test_r3_1_after_the_die_has_moved_only_the_market() -> None:
    table = Table("red", "blue", towers={1: "b1"}).claimed("red", "1.1").has("red", "W")
    table.put_dice("white=2@1 blue=1@8").turn("red").play("die white +0")
    assert table.legal() == ["end", "influence 1", "influence 2", "take 1", "take 2"]


def test_r3_2_one_prestige_for_two_rubles_any_number_of_times() -> None:
    table = Table("red", "blue").has("red", rubles=3, score=30).turn("red")
    for score, rubles in ((29, 5), (25, 7), (21, 9), (17, 11), (13, 13), (9, 15), (5, 17)):
        table.play("prestige rubles")
        assert (table.score("red"), table.rubles("red")) == (score, rubles)
    table.refuses("prestige rubles")


def test_r3_3_one_prestige_to_reroll_all_dice_of_a_space() -> None:
    table = Table("red", "blue").has("red", score=9).put_dice("white=1@4 green=6@4 red=2@5")
    table.turn("red").play("prestige reroll 4")
    assert table.score("red") == 5
    table.roll("white=5 green=2")
    assert (table.die("white"), table.die("green"), table.die("red")) == ((5, 4), (2, 4), (2, 5))
    assert table.to_move == "red"
    assert "die white +0" in table.legal()


def test_r3_3_only_once_a_turn() -> None:
    table = Table("red", "blue").has("red", score=30).turn("red")
    table.play("prestige reroll 1").roll("white=3")
    assert table.legal("prestige") == ["prestige rubles"]
    table.play("claim 1.1 beside", "tile red down", "end").turn("red")
    assert len(table.legal("prestige reroll")) == 5


def test_r3_3_both_optional_actions_in_the_same_turn() -> None:
    table = Table("red", "blue").has("red", score=30).turn("red")
    table.play("prestige rubles", "prestige reroll 1").roll("white=3").play("prestige rubles")
    assert (table.score("red"), table.rubles("red")) == (21, 7)


def test_r3_3_any_space_that_holds_a_die() -> None:
    table = Table("red", "blue").has("red", score=30)
    table.put_dice("white=1@2 red=1@2 blue=1@5 green=1@8 yellow=1@8").turn("red")
    assert table.legal("prestige reroll") == [f"prestige reroll {n}" for n in (2, 5, 8)]


@pytest.mark.parametrize(("score", "possible"), [(0, 0), (2, 0), (4, 0), (5, 0), (6, 6), (9, 6)])
def test_r3_4_without_a_prestige_space_below_none_can_be_lost(score: int, possible: int) -> None:
    """Space 0 is none: on 5 there is nothing below, on 6 there is 5."""
    table = Table("red", "blue").has("red", score=score).turn("red")
    assert len(table.legal("prestige")) == possible


def rich() -> Table:
    """Red can do everything: cards, goods, rubles, prestige."""
    table = Table("red", "blue", towers={1: "b5", 2: "b6"}, influence="C1 T2 M2 K1")
    table.claimed("red", "1.1", tile="wood", on="white1", up=True)
    return table.has("red", "WWWW", rubles=9, score=40)


OPTIONAL = ["prestige rubles", "prestige reroll 1", "prestige reroll 2"]


@pytest.mark.parametrize(
    ("dice", "decisions"),
    [
        ("", []),
        ("", ["claim 2.1 beside"]),
        ("", ["claim 2.1 beside", "tile red up"]),
        ("", ["deliver W 1.1"]),
        ("white=1@1", ["die white +0"]),
        ("white=1@1", ["die white +0", "take 1"]),
        ("white=1@1", ["die white +0", "influence 1"]),
        ("white=1@1", ["die white +0", "influence 1", "sell W"]),
        ("white=1@1", ["die white +0", "activate white1"]),
        ("white=2@1", ["die white +0", "influence 1"]),
        ("white=2@1", ["die white +0", "influence 1", "deliver W 1.1"]),
        ("white=4@1", ["die white +0", "influence 2"]),
        ("white=4@1", ["die white +0", "influence 2", "give W"]),
        ("white=4@1", ["die white +0", "influence 2", "give W", "get E"]),
        ("white=6@1", ["die white +0", "influence 2", "pay"]),
    ],
)
def test_r3_5_ruling_optional_actions_between_any_two_decisions(
    dice: str, decisions: list[str]
) -> None:
    """Also between the steps of a basic action and inside an influence action."""
    table = rich().put_dice(dice).turn("red").play(*decisions)
    assert table.legal("prestige rubles")
    assert len(table.legal("prestige reroll")) >= 4
    steps = [move for move in table.legal() if not move.startswith("prestige")]
    occupied = table.legal("prestige reroll")[0]
    table.play("prestige rubles", occupied)
    while not table.legal():
        table.roll(due_dice(table))
    assert table.to_move == "red"
    assert table.legal("prestige") == ["prestige rubles"]
    more = [move for move in table.legal() if not move.startswith("prestige")]
    if decisions:  # at the start of the turn other dice can move now, further
        assert more == steps


def due_dice(table: Table) -> str:
    """All dice due, showing a six."""
    names = ("white", "red", "blue", "green", "yellow")
    due = [name for die, name in enumerate(names) if table.state.pending >> die & 1]
    return " ".join(f"{name}=6" for name in due)


def test_r3_5_ruling_the_final_roll_ends_the_turn() -> None:
    """After `end` of a market turn there is no optional action any more."""
    table = Table("red", "blue").has("red", score=30).put_dice("white=1@1").turn("red")
    table.play("die white +0", "end")
    assert table.legal() == []
    table.roll("white=6 red=6")
    assert table.to_move == "blue"


def test_r3_5_option_one_moment_exchanges_may_follow_each_other_directly() -> None:
    table = Table("red", "blue", prestige_for_rubles="one_moment").has("red", score=30).turn("red")
    table.play("prestige rubles", "prestige rubles", "prestige rubles")
    assert (table.score("red"), table.rubles("red")) == (21, 9)


def test_r3_5_option_one_moment_the_next_other_decision_closes_the_window() -> None:
    table = Table("red", "blue", prestige_for_rubles="one_moment").has("red", score=30).turn("red")
    table.play("prestige rubles", "claim 1.1 beside")
    assert table.legal("prestige rubles") == []
    assert table.legal("prestige reroll") != []
    table.play("tile red down")
    assert table.legal("prestige rubles") == []


def test_r3_5_option_one_moment_a_reroll_closes_the_window_too() -> None:
    table = Table("red", "blue", prestige_for_rubles="one_moment").has("red", score=30).turn("red")
    table.play("prestige rubles", "prestige reroll 1").roll("white=2")
    assert table.legal("prestige rubles") == []


def test_r3_5_option_one_moment_the_window_may_open_late() -> None:
    """Without an exchange other decisions close nothing."""
    table = Table("red", "blue", prestige_for_rubles="one_moment").has("red", score=30).turn("red")
    table.play("prestige reroll 1").roll("white=2").play("claim 1.1 beside", "tile red down")
    table.play("prestige rubles", "prestige rubles", "end")
    assert table.to_move == "blue"


def test_r3_5_option_one_moment_counts_for_one_turn() -> None:
    table = Table("red", "blue", prestige_for_rubles="one_moment").has("red", score=30).turn("red")
    table.play("prestige rubles", "claim 1.1 beside", "tile red down", "end").turn("red")
    table.play("prestige rubles", "prestige rubles")


@pytest.mark.parametrize(
    "dice",
    [
        "white=1@1 red=1@2 blue=1@2 green=1@2 yellow=6@4",
        "white=6@4 red=6@4 blue=1@8 green=1@8 yellow=1@8",
        "white=2@1 red=3@1 blue=2@1 green=1@3 yellow=1@3",
    ],
)
def test_r3_6_a_basic_action_is_always_possible(dice: str) -> None:
    """Without banners, goods and rubles some die can still move."""
    table = Table("red", "blue", "green", "yellow")
    for place in ("1.1", "1.2", "1.3", "1.4", "2.1", "2.2"):
        table.completed("red", place)
    table.has("red", "", rubles=0, score=0).put_dice(dice).turn("red")
    assert table.legal("die") != []
    assert table.legal() == table.legal("die")


def open_table(**options: Any) -> Table:
    """Red may leave the turn open after its roll; the white die is alone on space 3 then."""
    table = Table("red", "blue", final_roll="leaves_open", **options).has("red", score=30)
    return table.put_dice("white=2@1 red=1@6 blue=1@7 green=1@8 yellow=1@4").turn("red")


def test_r6_11_is_final_roll_recognizes_the_dice_that_close_a_turn() -> None:
    """With the option as without it; a re-roll closes nothing."""
    for table in (Table("red", "blue").has("red", score=30).turn("red"), open_table()):
        table.put_dice("white=1@1")
        assert not is_final_roll(table.state)
        table.play("die white +0", "end")
        assert is_final_roll(table.state)
    table = Table("red", "blue").has("red", score=30).turn("red").play("prestige reroll 1")
    assert table.state.is_chance
    assert not is_final_roll(table.state)
    for table in (Table("red", "blue").has("red", score=30).turn("red"), open_table()):
        table.play("claim 1.1 beside", "tile red down", "prestige reroll 1")
        assert table.state.is_chance
        assert not is_final_roll(table.state)


def test_r3_5_option_final_roll_leaves_the_turn_open() -> None:
    """Optional actions and `end`, as after a claim."""
    table = open_table().play("die white +0", "end")
    assert table.legal() == []
    table.roll("white=6")
    assert table.to_move == "red"
    assert table.legal() == table.legal("end") + table.legal("prestige")
    assert "prestige reroll 3" in table.legal()
    table.play("prestige rubles", "prestige reroll 3").roll("white=2")
    assert table.legal() == ["end", "prestige rubles"]  # one re-roll a turn (R3.3)
    table.play("end")
    assert table.to_move == "blue"


def test_r3_5_option_final_roll_the_second_end_stands_alone_too() -> None:
    table = open_table().has("red", score=2).play("die white +0", "end").roll("white=6")
    assert (table.to_move, table.legal()) == ("red", ["end"])
    table.play("end")
    assert table.to_move == "blue"


def test_r3_5_option_final_roll_no_step_of_the_market_comes_after_it() -> None:
    table = open_table().play("die white +0", "end").roll("white=6")
    assert not {move.split()[0] for move in table.legal()} - {"end", "prestige"}


def test_r3_5_option_final_roll_other_turns_end_with_one_end() -> None:
    table = open_table().play("claim 1.1 beside", "tile red down", "end")
    assert table.to_move == "blue"


def test_r3_5_option_final_roll_with_one_moment_the_roll_closes_the_window() -> None:
    table = open_table(prestige_for_rubles="one_moment").play("die white +0", "prestige rubles")
    table.play("end").roll("white=6")
    assert table.legal("prestige rubles") == []
    late = open_table(prestige_for_rubles="one_moment").play("die white +0", "end").roll("white=6")
    late.play("prestige rubles", "prestige rubles", "end")
    assert late.to_move == "blue"


def test_r3_5_option_final_roll_the_last_turn_of_the_game_stays_open_too() -> None:
    table = open_table()
    table.state.closer = 1  # blue has completed the sixth card
    table.play("die white +0", "end").roll("white=6")
    assert not table.over()
    table.play("prestige rubles", "end")
    assert table.over()


def test_r3_5_option_final_roll_against_ivan_his_turn_begins_after_the_second_end() -> None:
    table = Table("red", ivan="blue", final_roll="leaves_open").has("red", score=30).turn("red")
    table.put_dice("white=2@1 red=1@6 blue=1@7 green=1@8 yellow=1@4")
    table.play("die white +0", "end").roll("white=6")
    assert table.to_move == "red"
    table.play("end")
    assert table.to_move == "blue"
