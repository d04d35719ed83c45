"""R5 Build: deliveries, completed cards, the tsar's reprimand, ornaments."""

from __future__ import annotations

import pytest

from redcathedral.box import Card, load_edition
from redcathedral.engine import events
from tests.engine.table import Table


def test_r5_1_up_to_three_materials_in_any_order() -> None:
    """b5 costs WWBB."""
    table = Table("red", "blue", towers={1: "b5"}).claimed("red", "1.1").has("red", "WWBB")
    table.turn("red").play("deliver B 1.1", "deliver W 1.1", "deliver B 1.1")
    assert table.card("1.1").delivered == "WBB"
    assert table.materials("red") == "W"
    assert table.legal() == ["end"]


def test_r5_1_delivers_to_a_card_with_the_players_banner_that_needs_it() -> None:
    """b1 WWB with one W on it, b2 BBS is blue's, b3 WSS complete but for S."""
    table = Table("red", "blue", towers={1: "b1", 2: "b2", 3: "b3", 4: "b4"})
    table.claimed("red", "1.1", "WW").claimed("blue", "2.1").claimed("red", "3.1", "WS")
    table.has("red", "WWBBSSG").turn("red")
    assert table.legal("deliver") == ["deliver B 1.1", "deliver S 3.1"]


def test_r5_1_a_material_that_the_player_does_not_hold_is_not_delivered() -> None:
    table = Table("red", "blue", towers={1: "b4"}).claimed("red", "1.1").has("red", "S")
    assert table.turn("red").legal("deliver") == ["deliver S 1.1"]


def test_r5_1_deliveries_may_go_to_several_cards() -> None:
    table = Table("red", "blue", towers={1: "b5", 2: "b6"}).claimed("red", "1.1")
    table.claimed("red", "2.1").has("red", "WSB").turn("red")
    table.play("deliver W 1.1", "deliver S 2.1", "deliver B 1.1")
    assert (table.card("1.1").delivered, table.card("2.1").delivered) == ("WB", "S")


def test_r5_1_a_player_may_stop_earlier() -> None:
    table = Table("red", "blue", towers={1: "b5"}).claimed("red", "1.1").has("red", "WWBB")
    table.turn("red").play("deliver W 1.1", "end")
    assert table.to_move == "blue"


def test_r5_2_delivered_materials_stay_on_the_card() -> None:
    table = Table("red", "blue", towers={1: "b5"}).claimed("red", "1.1").has("red", "WWBB")
    table.turn("red").play("deliver W 1.1", "deliver W 1.1", "end").turn("red")
    assert table.card("1.1").delivered == "WW"
    assert table.legal("deliver") == ["deliver B 1.1"]
    table.play("deliver B 1.1", "deliver B 1.1")
    assert table.card("1.1").done


def test_r5_3_a_completed_card() -> None:
    """b9 WWBG gives 4 recognition and 2 rubles."""
    table = Table("red", "blue", towers={1: "b9"}).claimed("red", "1.1", "WWB")
    table.has("red", "G", rubles=1, score=10).turn("red")
    assert [table.supply(kind) for kind in "WBG"] == [18, 19, 14]
    table.play("deliver G 1.1")
    assert [table.supply(kind) for kind in "WBG"] == [20, 20, 15]
    assert (table.score("red"), table.rubles("red")) == (14, 3)
    card = table.card("1.1")
    assert (card.owner, card.done, card.delivered) == ("red", True, "")


def test_r5_3_a_completed_card_needs_nothing_more() -> None:
    table = Table("red", "blue", towers={1: "b1"}).claimed("red", "1.1", "WW")
    table.has("red", "BBWW").turn("red").play("deliver B 1.1")
    assert table.legal("deliver") == []


@pytest.mark.parametrize("card", load_edition().cards, ids=lambda card: card.id)
def test_r5_3_each_card_pays_what_it_shows(card: Card) -> None:
    """Red has completed the cards below, and delivered all materials but the last."""
    place = {"b": "1.1", "m": "1.2", "d": "1.3"}[card.id[0]]
    others = {"b": "{} m1 d1", "m": "b1 {} d1", "d": "b1 m1 {}"}[card.id[0]]
    cost = "".join(kind * count for kind, count in zip("WBSGEP", card.cost, strict=True))
    table = Table("red", "blue", towers={1: others.format(card.id)})
    table.completed("red", *("1.1", "1.2")[: int(place[-1]) - 1]).claimed("red", place, cost[:-1])
    table.has("red", cost[-1], rubles=0, score=10).turn("red").play(f"deliver {cost[-1]} {place}")
    assert (table.score("red"), table.rubles("red")) == (10 + card.recognition, card.rubles)


def tower(*owners: str) -> Table:
    """Four players, tower 1 b4 m1 m2 d1; owners from the base up, ``red*`` has completed it."""
    table = Table("red", "blue", "green", "yellow", towers={1: "b4 m1 m2 d1"})
    for level, owner in enumerate(owners, 1):
        if owner.endswith("*"):
            table.completed(owner[:-1], f"1.{level}")
        else:
            table.claimed(owner, f"1.{level}")
    for colour in table.colours:
        table.has(colour, score=20)
    return table


def complete(table: Table, place: str) -> list[int]:
    """The owner completes a card in one turn; return the recognition that each player lost."""
    cost = {"1.1": "WBS", "1.2": "WWBS", "1.3": "WBBS", "1.4": "SGE"}[place]
    reward = {"1.1": 3, "1.2": 3, "1.3": 3, "1.4": 4}[place]
    owner = table.card(place).owner or ""
    while len(cost) > 3:
        table.has(owner, cost[0]).turn(owner).play(f"deliver {cost[0]} {place}")
        cost = cost[1:]
    before = [table.score(colour) for colour in table.colours]
    table.has(owner, cost).turn(owner).play(*(f"deliver {kind} {place}" for kind in cost))
    after = [table.score(colour) for colour in table.colours]
    gained = [reward * (colour == owner) for colour in table.colours]
    return [old + more - new for old, more, new in zip(before, gained, after, strict=True)]


def test_r5_4_one_recognition_for_an_unfinished_card_below() -> None:
    assert complete(tower("blue", "red"), "1.2") == [0, 1, 0, 0]


def test_r5_4_each_unfinished_card_below() -> None:
    """Blue has two, green one; red completes above all of them."""
    assert complete(tower("blue", "green", "blue", "red"), "1.4") == [0, 2, 1, 0]


def test_r5_4_reprimand_counts_every_completed_card_above() -> None:
    """Red's 1.2 was completed before; now yellow completes 1.3 above blue's base."""
    assert complete(tower("blue", "red*", "yellow"), "1.3") == [0, 2, 0, 0]


def test_r5_4_reprimand_counts_only_cards_of_others() -> None:
    """Above blue's base stand blue's own 1.2 and now red's 1.3."""
    assert complete(tower("blue", "blue*", "red"), "1.3") == [0, 1, 0, 0]


def test_r5_4_own_cards_above_alone_cost_nothing() -> None:
    assert complete(tower("blue", "blue"), "1.2") == [0, 0, 0, 0]


def test_r5_4_the_completing_player_can_be_reprimanded_too() -> None:
    """Blue completes 1.3; its base lies below red's completed 1.2."""
    assert complete(tower("blue", "red*", "blue"), "1.3") == [0, 1, 0, 0]


def test_r5_4_cards_above_the_one_just_completed_count() -> None:
    """Yellow's 1.4 has been completed long ago."""
    assert complete(tower("blue", "red", "green", "yellow*"), "1.2") == [0, 2, 0, 0]


def test_r5_4_completed_cards_below_cost_nothing() -> None:
    assert complete(tower("blue*", "green", "red"), "1.3") == [0, 0, 1, 0]


def test_r5_4_unfinished_cards_above_cost_nothing() -> None:
    assert complete(tower("red", "blue", "green*"), "1.1") == [0, 0, 0, 0]


def test_r5_4_only_the_same_tower() -> None:
    table = tower("red").claimed("blue", "2.1").completed("green", "2.2")
    assert complete(table, "1.1") == [0, 0, 0, 0]


def test_r5_4_a_card_without_banner_costs_nobody() -> None:
    """Nothing lies below a base."""
    assert complete(tower("red"), "1.1") == [0, 0, 0, 0]


def decorator() -> Table:
    """Red may decorate one of its bases, a middle section of blue and a dome of green."""
    table = Table("red", "blue", "green", towers={1: "b4 m1 d1", 2: "b5"})
    return table.completed("red", "1.1").completed("blue", "1.2").completed("green", "1.3")


@pytest.mark.parametrize(
    ("place", "material", "ornament"),
    [("1.1", "W", "door"), ("1.2", "S", "arch"), ("1.3", "G", "cross")],
)
def test_r5_5_an_ornament_on_any_completed_card_of_its_type(
    place: str, material: str, ornament: str
) -> None:
    """For any owner: a door on a base, an arch on a middle section, a cross on a dome."""
    table = decorator().has("red", material, score=20)
    before = table.ornaments("red")
    table.turn("red")
    assert table.legal("ornament") == [f"ornament {place} -"]
    table.play(f"ornament {place} -")
    assert table.card(place).ornament == "red"
    assert (table.materials("red"), table.score("red")) == ("", 20)
    assert table.ornaments("red").get(ornament, 0) == before[ornament] - 1


def test_r5_5_at_most_one_ornament_on_a_card() -> None:
    table = decorator().decorated("blue", "1.2").has("red", "WSG").turn("red")
    assert table.legal("ornament") == ["ornament 1.1 -", "ornament 1.3 -"]


def test_r5_5_only_on_a_completed_card() -> None:
    table = Table("red", "blue", towers={1: "b4 m1"}).claimed("red", "1.1").claimed("blue", "1.2")
    assert table.has("red", "WSG").turn("red").legal("ornament") == []


def test_r5_5_only_an_available_ornament() -> None:
    """Red's door is set up; on the advanced side nothing was available at all."""
    table = decorator().completed("blue", "2.1").decorated("red", "2.1").has("red", "WSG")
    assert table.turn("red").legal("ornament") == ["ornament 1.2 -", "ornament 1.3 -"]
    advanced = Table("red", "blue", side="advanced").completed("blue", "1.1", "1.2", "1.3")
    assert advanced.has("red", "WSG").turn("red").legal("ornament") == []


def test_r5_5_advanced_side_an_ornament_freed_by_a_tile() -> None:
    table = Table("red", "blue", side="advanced").has("red", rubles=9)
    table.completed("blue", "1.1", "1.2").turn("red")
    table.play("claim 2.1 inventory", "tile green up", "end")
    table.has("red", "WSG").turn("red")
    assert table.legal("ornament") == ["ornament 1.2 -"]


@pytest.mark.parametrize("place", ["1.1", "1.2", "1.3"])
@pytest.mark.parametrize(
    ("gems", "prestige"), [("-", 0), ("E", 1), ("P", 1), ("EE", 2), ("PP", 2), ("EP", 3)]
)
def test_r5_5_gems_pay_at_once(place: str, gems: str, prestige: int) -> None:
    """1 prestige each, 3 in all for two of different kinds; from 20 to 21, 25, 29."""
    table = decorator().has("red", "WSG" + gems.strip("-"), score=20).turn("red")
    table.play(f"ornament {place} {gems}")
    assert table.score("red") == [20, 21, 25, 29][prestige]


def test_r5_5_gems_must_be_in_the_inventory() -> None:
    table = decorator().has("red", "WE").turn("red")
    assert table.legal("ornament") == ["ornament 1.1 -", "ornament 1.1 E"]
    table.has("red", "WEE").turn("red")
    assert table.legal("ornament") == ["ornament 1.1 -", "ornament 1.1 E", "ornament 1.1 EE"]
    table.has("red", "WEP").turn("red")
    assert table.legal("ornament") == [f"ornament 1.1 {gems}" for gems in ("-", "E", "P", "EP")]
    table.has("red", "WPP").turn("red")
    assert table.legal("ornament") == ["ornament 1.1 -", "ornament 1.1 P", "ornament 1.1 PP"]


def test_r5_5_the_material_of_the_ornament_must_be_in_the_inventory() -> None:
    assert decorator().has("red", "BEP").turn("red").legal("ornament") == []


def test_r5_5_set_up_whole_within_one_delivery_action() -> None:
    """No gem can be added later, in the same action or another."""
    table = decorator().has("red", "WEPS").turn("red").play("ornament 1.1 -")
    assert table.legal("ornament 1.1") == []
    table.play("end").turn("red")
    assert table.legal("ornament 1.1") == []


@pytest.mark.parametrize(
    ("delivered", "gem_sets"),
    [("", ["-", "E", "P", "EP"]), ("B", ["-", "E", "P"]), ("BB", ["-"]), ("BBW", [])],
)
def test_r5_6_every_material_counts_against_the_three_deliveries(
    delivered: str, gem_sets: list[str]
) -> None:
    """b5 WWBB takes some deliveries first."""
    table = decorator().claimed("red", "2.1").has("red", "WWBBEP").turn("red")
    table.play(*(f"deliver {kind} 2.1" for kind in delivered))
    assert table.legal("ornament 1.1") == [f"ornament 1.1 {gems}" for gems in gem_sets]


def test_r5_6_an_ornament_leaves_the_rest_of_the_deliveries() -> None:
    table = decorator().claimed("red", "2.1").has("red", "WWBBE").turn("red")
    table.play("ornament 1.1 E")
    table.play("deliver W 2.1")
    assert table.legal() == ["end"]


def test_r5_6_ruling_materials_of_an_ornament_go_back_to_the_supply() -> None:
    table = decorator().has("red", "GEP").turn("red").play("ornament 1.3 EP")
    assert [table.supply(kind) for kind in "GEP"] == [15, 10, 10]


def test_r5_6_building_and_decorating_may_be_mixed() -> None:
    table = decorator().claimed("red", "2.1").has("red", "WBS").turn("red")
    table.play("deliver W 2.1", "ornament 1.2 -", "deliver B 2.1")
    assert (table.card("1.2").ornament, table.card("2.1").delivered) == ("red", "WB")


def test_r5_6_a_card_completed_by_this_action_can_be_decorated_by_it() -> None:
    table = decorator().claimed("red", "2.1", "WWB").has("red", "BWE").turn("red")
    assert table.legal("ornament 2.1") == []
    table.play("deliver B 2.1", "ornament 2.1 E")
    assert table.card("2.1").ornament == "red"


def five_cards(colours: tuple[str, ...] = ("red", "blue", "green", "yellow")) -> Table:
    """Red has completed five cards; 3.1 (b4 WBS) is its sixth, 3.2 (m1 WWBS) is claimed too."""
    table = Table(*colours, towers={3: "b4 m1"})
    table.completed(colours[0], "1.1", "1.2", "1.3", "2.1", "2.2")
    return table


def test_r5_7_ruling_order_reward_then_reprimand() -> None:
    """Blue on space 0 completes above its own and red's cards: 3 are gained, then 1 is lost."""
    table = Table("red", "blue", towers={1: "b4 m1 d1"})
    table.claimed("blue", "1.1").completed("red", "1.2").claimed("blue", "1.3", "SG")
    table.has("blue", "E", score=0).turn("blue").play("deliver E 1.3")
    assert table.score("blue") == 4 - 1


def test_r5_7_ruling_materials_go_back_before_the_reward() -> None:
    table = Table("red", "blue", towers={1: "b1"}).claimed("red", "1.1", "WW").has("red", "B")
    table.turn("red")
    table.state.journal = []
    table.play("deliver B 1.1")
    kinds = [event.kind for event in table.state.journal]
    assert kinds == [events.DELIVERED, events.COMPLETED, events.GAINED, events.GAINED]


def test_r5_7_ruling_the_closing_bonus_comes_last() -> None:
    """Red's sixth card (m1 WWBS, 3 recognition) lies above blue's unfinished base.

    Who closes has six completed cards and so no unfinished one: the reprimand hits others.
    """
    table = five_cards().claimed("blue", "3.1").claimed("red", "3.2", "WWB")
    table.has("red", "S", score=20).has("blue", score=20).turn("red")
    table.state.journal = []
    table.play("deliver S 3.2")
    kinds = [event.kind for event in table.state.journal]
    assert kinds == [
        events.DELIVERED,
        events.COMPLETED,
        events.GAINED,
        events.GAINED,
        events.REPRIMANDED,
        events.CLOSED,
        events.PRESTIGE_GAINED,
    ]
    assert (table.score("red"), table.score("blue")) == (32, 19)  # 20, 23; then 25, 29, 32


def test_r5_7_ruling_the_turn_continues_after_the_sixth_card() -> None:
    """Red completes its sixth card with the first delivery, then decorates."""
    table = five_cards().claimed("red", "3.1", "WB").has("red", "SWE", score=20).turn("red")
    table.play("deliver S 3.1")
    assert table.to_move == "red"
    table.play("ornament 3.1 E")
    assert table.card("3.1").ornament == "red"
    table.play("end")
    assert table.to_move == "blue"


def test_r5_7_ruling_market_actions_continue_after_the_sixth_card() -> None:
    """The sixth card is completed by the teamsters; then resources are taken."""
    table = five_cards().claimed("red", "3.1", "WB").has("red", "S", rubles=5)
    table.put_dice("white=2@1 blue=1@8").turn("red")
    table.play("die white +0", "influence 1", "deliver S 3.1", "take 2")
    assert table.materials("red") == "BB"


def test_r5_8_ruling_no_turn_without_a_delivery() -> None:
    """`end` is not offered at the start of a turn."""
    table = Table("red", "blue", towers={1: "b4"}).claimed("red", "1.1").has("red", "W").turn("red")
    table.refuses("end")
    assert Table("red", "blue").turn("red").legal("deliver") == []
