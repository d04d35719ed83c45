"""R4 Claim a cathedral card."""

from __future__ import annotations

import pytest

from tests.engine.table import Table
from tests.engine.words import SPACES

COLOURS = ("red", "blue", "green", "yellow")
MARKET_GREEN = "recognition wood brick gold stone green-gem purple-gem ruble"


def test_r4_1_a_banner_from_an_inventory_slot() -> None:
    table = Table("red", "blue").turn("red").play("claim 1.1 inventory")
    assert table.banners("red") == {"inventory": 3, "beside": 2}
    assert table.card("1.1").owner == "red"


def test_r4_1_a_banner_that_frees_nothing() -> None:
    table = Table("red", "blue").turn("red").play("claim 1.1 beside")
    assert table.banners("red") == {"inventory": 4, "beside": 1}


def test_r4_1_any_one_banner() -> None:
    """Both places are offered as long as banners lie there."""
    table = Table("red", "blue").turn("red")
    assert table.legal("claim 1.1") == ["claim 1.1 inventory", "claim 1.1 beside"]
    table.claimed("red", "1.1").claimed("red", "1.2").turn("red")  # both from next to the inventory
    assert table.legal("claim 1.3") == ["claim 1.3 inventory"]


def test_r4_1_advanced_side_a_banner_from_a_white_space() -> None:
    table = Table("red", "blue", side="advanced").turn("red")
    assert table.legal("claim 1.1") == [
        "claim 1.1 inventory",
        "claim 1.1 white1",
        "claim 1.1 white2",
    ]
    table.play("claim 1.1 white2")
    assert table.banners("red") == {"inventory": 4, "white1": 1}


def test_r4_2_a_base_or_the_card_above_a_banner() -> None:
    """Green has claimed 1.1, blue has completed 2.1 and claimed 2.2."""
    table = Table("red", "blue", "green", plan="3-4-4-4-3").claimed("green", "1.1")
    table.completed("blue", "2.1").claimed("blue", "2.2").turn("red")
    places = {decision.split()[1] for decision in table.legal("claim")}
    assert places == {"1.2", "2.3", "3.1", "4.1", "5.1"}


def test_r4_2_not_a_card_with_a_banner_nor_one_further_up() -> None:
    table = Table("red", "blue").claimed("blue", "1.1").turn("red")
    table.refuses("claim 1.1 inventory", "claim 1.3 inventory", "claim 2.2 inventory")


def test_r4_2_a_full_tower_has_no_card_left() -> None:
    table = Table("red", "blue", plan="2-4-4-2").claimed("blue", "1.1").claimed("red", "1.2")
    table.turn("red")
    assert table.legal("claim 1.2") == table.legal("claim 1.3") == []


def test_r4_3_the_tile_goes_on_an_empty_workshop_space() -> None:
    """Four coloured and two white ones; the card is without its tile then."""
    table = Table("red", "blue", tiles={"1.1": "wood", "2.1": "stone"}).has("red", rubles=9)
    table.turn("red").play("claim 1.1 beside")
    assert table.legal("tile") == [f"tile {n} {side}" for n in SPACES for side in ("up", "down")]
    assert table.legal() == table.legal("tile")
    table.play("tile green up", "end").turn("red").play("claim 2.1 beside")
    assert table.card("1.1").tile is None
    assert table.workshop("red", "green") == "wood up"
    assert table.legal("tile green") == []
    assert len(table.legal("tile")) == 10


def test_r4_3_six_tiles_fill_the_board() -> None:
    table = Table("red", "blue").turn("red")
    for place, space in zip(("1.1", "1.2", "1.3", "2.1", "2.2", "2.3"), SPACES, strict=True):
        source = table.legal(f"claim {place}")[0]
        table.play(source)
        assert f"tile {space} down" in table.legal()
        table.play(f"tile {space} down", "end").turn("red")
    assert all(table.workshop("red", space).endswith("down") for space in SPACES)


def test_r4_4_face_down_is_free_and_never_activated() -> None:
    table = Table("red", "blue", tiles={"1.1": "wood"}).has("red", rubles=0)
    table.put_dice("blue=1@1").turn("red").play("claim 1.1 beside")
    assert table.legal("tile") == [f"tile {space} down" for space in SPACES]
    table.play("tile blue down")
    assert (table.rubles("red"), table.materials("red")) == (0, "")
    assert table.workshop("red", "blue") == "wood down"
    table.play("end").turn("red").play("die blue +0")
    assert table.legal("activate") == []


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("space", SPACES)
def test_r4_4_face_up_costs_the_rubles_of_the_space(colour: str, space: str) -> None:
    """Basic side: another player's colour 2, the player's own colour 3, white 1 and 2."""
    cost = {"white1": 1, "white2": 2, colour: 3}.get(space, 2)
    other = "red" if colour == "blue" else "blue"
    table = Table(colour, other, tiles={"1.1": "brick"}).has(colour, rubles=cost)
    table.turn(colour).play("claim 1.1 beside", f"tile {space} up")
    assert table.rubles(colour) == 0
    poor = Table(colour, other).has(colour, rubles=cost - 1).turn(colour)
    poor.play("claim 1.1 beside")
    poor.refuses(f"tile {space} up")


@pytest.mark.parametrize(
    ("tile", "gained"),
    [
        ("wood", "W"),
        ("brick", "B"),
        ("stone", "S"),
        ("gold", "G"),
        ("green-gem*", "E"),
        ("purple-gem*", "P"),
        ("ruble", "R"),
        ("recognition", "+"),
        ("die-green", "G"),
    ],
)
def test_r4_4_face_up_gives_its_benefit_at_once(tile: str, gained: str) -> None:
    """The green die stands on space 4: one gold."""
    table = Table("red", "blue", "green", tiles={"1.1": tile}, market=MARKET_GREEN)
    table.has("red", rubles=3, score=10).turn("red").play("claim 1.1 beside", "tile blue up")
    assert table.materials("red") == (gained if gained in "WBSGEP" else "")
    assert table.rubles("red") == 3 - 2 + (gained == "R")
    assert table.score("red") == 10 + (gained == "+")


def test_r4_4_the_ruble_of_a_tile_comes_after_its_cost() -> None:
    table = Table("red", "blue", tiles={"1.1": "ruble"}).has("red", rubles=1).turn("red")
    table.play("claim 1.1 beside")
    table.refuses("tile blue up")
    table.play("tile white1 up")
    assert table.rubles("red") == 1


def test_r4_4_later_each_time_the_die_of_the_colour_is_moved() -> None:
    table = Table("red", "blue", tiles={"1.1": "wood"}).turn("red")
    table.play("claim 1.1 beside", "tile blue up", "end")
    assert table.materials("red") == "W"
    table.put_dice("blue=1@4").turn("red").play("die blue +0", "activate blue").finish()
    assert table.materials("red") == "WW"
    table.put_dice("blue=1@4").turn("red").play("die blue +0", "activate blue")
    assert table.materials("red") == "WWW"


@pytest.mark.parametrize("space", SPACES)
def test_r4_5_advanced_side_every_space_costs_3(space: str) -> None:
    table = Table("red", "blue", side="advanced", tiles={"1.1": "brick"}).has("red", rubles=3)
    source = space if space.startswith("white") else "inventory"
    table.turn("red").play(f"claim 1.1 {source}", f"tile {space} up")
    assert table.rubles("red") == 0
    poor = Table("red", "blue", side="advanced").has("red", rubles=2).turn("red")
    poor.play(f"claim 1.1 {source}")
    assert all(move.endswith("down") for move in poor.legal("tile"))


ADVANCED = [  # components.md section 7: own colour the cross, then door, arch, arch
    ("red", {"red": "cross", "blue": "door", "green": "arch", "yellow": "arch"}),
    ("blue", {"blue": "cross", "green": "door", "yellow": "arch", "red": "arch"}),
    ("green", {"green": "cross", "yellow": "door", "red": "arch", "blue": "arch"}),
    ("yellow", {"yellow": "cross", "red": "door", "blue": "arch", "green": "arch"}),
]


@pytest.mark.parametrize(("colour", "lying"), ADVANCED)
def test_r4_5_face_up_makes_the_ornament_available(colour: str, lying: dict[str, str]) -> None:
    for space, ornament in lying.items():
        table = Table(colour, "red" if colour != "red" else "blue", side="advanced")
        table.has(colour, rubles=9).turn(colour)
        table.play("claim 1.1 inventory", f"tile {space} up")
        assert table.ornaments(colour) == {ornament: 1}


def test_r4_5_face_down_loses_the_ornament_for_the_rest_of_the_game() -> None:
    table = Table("red", "blue", side="advanced").has("red", rubles=99).turn("red")
    table.play("claim 1.1 inventory", "tile blue down", "end")
    assert table.ornaments("red") == {}
    for place, space in (("1.2", "red"), ("1.3", "green"), ("2.1", "yellow")):
        table.turn("red").play(f"claim {place} inventory", f"tile {space} up", "end")
    assert table.ornaments("red") == {"arch": 2, "cross": 1}


def test_r4_5_a_white_space_is_blocked_while_its_banner_lies_there() -> None:
    table = Table("red", "blue", side="advanced").has("red", rubles=9).turn("red")
    table.play("claim 1.1 inventory")
    assert {move.split()[1] for move in table.legal("tile")} == {"red", "blue", "green", "yellow"}


def test_r4_5_a_banner_from_a_white_space_frees_it_for_the_same_tile() -> None:
    """The tile may go there or elsewhere; the other white space stays blocked."""
    table = Table("red", "blue", side="advanced").has("red", rubles=9).turn("red")
    table.play("claim 1.1 white2")
    spaces = {move.split()[1] for move in table.legal("tile")}
    assert spaces == {"red", "blue", "green", "yellow", "white2"}
    assert table.legal("tile white2") == ["tile white2 up", "tile white2 down"]


def test_r4_5_a_freed_white_space_may_be_used_by_a_later_claim() -> None:
    table = Table("red", "blue", side="advanced").has("red", rubles=9).turn("red")
    table.play("claim 1.1 white1", "tile blue down", "end").turn("red")
    table.play("claim 1.2 inventory")
    assert table.legal("tile white1") == ["tile white1 up", "tile white1 down"]


def test_r4_5_a_white_space_holds_no_ornament() -> None:
    table = Table("red", "blue", side="advanced").has("red", rubles=9).turn("red")
    table.play("claim 1.1 white1", "tile white1 up")
    assert table.ornaments("red") == {}


def test_r4_5_on_the_basic_side_a_tile_frees_no_ornament() -> None:
    table = Table("red", "blue").has("red", rubles=9).turn("red")
    table.play("claim 1.1 inventory", "tile green up")
    assert table.ornaments("red") == {"door": 1, "arch": 2, "cross": 1}


def test_r4_5_the_side_of_the_board_can_differ_by_player() -> None:
    table = Table("red", "blue", side=("basic", "advanced")).has("blue", rubles=3)
    table.turn("red").play("claim 1.1 beside", "tile white1 up", "end")
    assert table.rubles("red") == 2
    table.play("claim 1.2 inventory", "tile red up")
    assert (table.rubles("blue"), table.ornaments("blue")) == (0, {"arch": 1})


def test_r4_6_without_a_banner_no_claim() -> None:
    table = Table("red", "blue")
    for place in ("1.1", "1.2", "1.3", "2.1", "2.2", "2.3"):
        table.claimed("red", place)
    table.turn("red")
    assert table.banners("red") == {}
    assert table.legal("claim") == []
