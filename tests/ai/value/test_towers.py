"""What the value function sees of each tower."""

from __future__ import annotations

from redcathedral.ai.value.box_fields import BENEFIT_VALUES, MAX_BARGAIN
from redcathedral.ai.value.field_table import TOWER
from redcathedral.ai.value.fields import FIRST_TOWER
from redcathedral.ai.value.towers import (
    ABOVE,
    BARGAIN,
    CONTEST,
    COST,
    FIELDS_PER_TOWER,
    GAINS,
    HEIGHT,
    NEED,
    PAYOFF,
    PIECES,
    PROGRESS,
    TILE,
    WORTH,
)
from redcathedral.engine import arrange
from tests.ai.value.test_fields import values_of
from tests.engine.table import Table


def seen(table: Table, colour: str, tower: int) -> list[int]:
    """The values of a tower's fields as a colour sees them; the first tower is 1."""
    first = int(FIRST_TOWER) + (tower - 1) * int(FIELDS_PER_TOWER)
    return values_of(table.state, table.seat(colour))[first : first + len(TOWER)]


def fight(lead: int, mine: int, theirs: int, left: int, bare: int, is_next: int) -> int:
    return 1 + ((((lead + 3) * 3 + mine) * 3 + theirs) * 4 + left) * 4 + bare * 2 + is_next


def test_a_tower_that_is_not_there() -> None:
    table = Table("red", "blue").turn("red")
    heights = table.state.setting.heights
    assert heights[4] == heights[5] == 0
    assert seen(table, "red", 5) == seen(table, "red", 6) == [0] * len(TOWER)


def test_who_leads_and_who_may_catch_up() -> None:
    """R7.4: banners and ornaments; a tower that is led by one is level after another card."""
    table = Table("red", "blue").completed("red", "1.1").claimed("blue", "1.2").turn("blue")
    height = int(table.state.setting.heights[0])
    left = min(height - 2, 3)
    red, blue = seen(table, "red", 1), seen(table, "blue", 1)
    assert red[CONTEST] == fight(1, 0, 1, left, 1, 0)
    assert blue[CONTEST] == fight(-1, 1, 0, left, 1, 1)
    assert red[WORTH] == 1 + (2 * 3 + 2) * 3 + 2
    assert blue[WORTH] == 1 + (2 * 3 + 0) * 3 + 2
    assert red[PIECES] == 1 + (1 * 5 + 0) * 4
    assert blue[PIECES] == 1 + (0 * 5 + 1) * 4
    assert red[HEIGHT] == blue[HEIGHT] == 1 + height * 7 + 2
    other = seen(table, "red", 2)
    assert other[CONTEST] == fight(0, 0, 0, min(int(table.state.setting.heights[1]), 3), 0, 0)


def test_the_second_of_several_others_counts() -> None:
    """R7.5: at a table of three the second place is worth something."""
    table = Table("red", "blue", "green", side="advanced")
    table.completed("red", "2.1").completed("blue", "2.2").completed("blue", "2.3")
    assert seen(table, "green", 2)[PIECES] == 1 + (0 * 5 + 2) * 4 + 1
    assert seen(table, "red", 2)[PIECES] == 1 + (1 * 5 + 2) * 4
    assert seen(table, "blue", 2)[PIECES] == 1 + (2 * 5 + 1) * 4


def test_how_near_the_nearest_card_is() -> None:
    """b5 costs WWBB: four materials are missing, then two."""
    table = Table("red", "blue", towers={1: "b5"}).has("red", "WWBB").claimed("red", "1.1")
    table.turn("red")
    assert seen(table, "red", 1)[PROGRESS] == 1 + ((6 - 4) * 7 + 0) * 3 + 1
    assert seen(table, "blue", 1)[PROGRESS] == 1 + (0 * 7 + 6 - 4) * 3 + 1
    table.play("deliver W 1.1", "deliver W 1.1")
    assert seen(table, "red", 1)[PROGRESS] == 1 + ((6 - 2) * 7 + 0) * 3 + 1


def test_open_cards_and_the_cards_above_them() -> None:
    """b5 costs WWBB and gives 3 recognition and 2 rubles; above it is one for WBSE, 3+ 4R."""
    table = Table("red", "blue", towers={1: "b5 m8"}).has("red", "WWB", score=4).turn("red")
    found = seen(table, "red", 1)
    assert found[GAINS] == 1 + 3 * 7 + 2
    assert found[COST] == 1 + 4 * 5
    assert found[BARGAIN] == 1 + MAX_BARGAIN
    assert found[ABOVE] == 1 + MAX_BARGAIN * 4 + 1
    assert found[PAYOFF] == 1 + 1  # space 5 has a prestige
    assert found[NEED] == 1 + (0 * 7 + 1) * 7 + 4
    assert seen(table, "blue", 1)[NEED] == 1 + (0 * 7 + 4) * 7 + 1
    arrange.set_materials(table.state, table.seat("red"), 1, 2)
    assert seen(table, "red", 1)[NEED] == 1 + (0 * 7 + 0) * 7 + 4
    table.has("red", score=2)
    assert seen(table, "red", 1)[PAYOFF] == 1 + 1
    table.has("red", score=0)
    assert seen(table, "red", 1)[PAYOFF] == 1


def test_the_tile_of_a_card() -> None:
    """A die is white, of the color of the seat, or another in the order of colors."""
    table = Table("red", "blue")
    kinds = [tile.id for tile in table.state.setting.components.edition.workshop_tiles]
    for name, red, blue in (
        ("wood", 0, 0),
        ("ruble*", 18, 18),
        ("die-white", BENEFIT_VALUES, BENEFIT_VALUES),
        ("die-red*", BENEFIT_VALUES + 1, BENEFIT_VALUES + 4),
        ("die-blue", BENEFIT_VALUES + 2, BENEFIT_VALUES + 1),
    ):
        arrange.set_card_tile(table.state, 0, kinds.index(name))
        assert [seen(table, colour, 1)[TILE] for colour in ("red", "blue")] == [1 + red, 1 + blue]
    arrange.set_card_tile(table.state, 0, -1)
    assert seen(table, "red", 1)[TILE] == 0


def test_a_tower_without_a_card_to_claim() -> None:
    table = Table("red", "blue")
    for level in range(int(table.state.setting.heights[0])):
        table.completed("red" if level % 2 else "blue", f"1.{level + 1}")
    found = seen(table, "red", 1)
    assert found[GAINS:] == [0] * 7
