"""What the value function sees: every row in its field, and the fields say what they should."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.ai.value.box_fields import BENEFIT_VALUES, MAX_AMOUNT
from redcathedral.ai.value.field_reader import read_all_seats
from redcathedral.ai.value.field_table import BOX, COMMON, SEAT, TOWER
from redcathedral.ai.value.fields import (
    FACE_DOWN,
    FIELDS_OF_SEAT,
    FIRST_SEAT,
    FIRST_TOWER,
    GIFT_COUNT,
    LANDING_VALUES,
    MAX_LEAD,
    MODE,
    ROW_COUNT,
    RUBLES,
    field_count,
    no_values,
    row_of,
    value_of,
)
from redcathedral.ai.value.standings import MAX_SEATS
from redcathedral.ai.value.towers import FIELDS_PER_TOWER
from redcathedral.box.vocabulary import (
    ARCH,
    BANNER_SOURCE_COUNT,
    COLOUR_COUNT,
    CROSS,
    DOOR,
    GOLD,
    MATERIAL_COUNT,
    PLACE_COUNT,
    SECTION_COUNT,
    TOWER_COUNT,
    WORKSHOP_COUNT,
)
from redcathedral.engine import arrange
from redcathedral.engine.components import Components
from redcathedral.engine.phases import ROLL
from redcathedral.engine.state import NOBODY, State
from redcathedral.envs.random_edition import random_edition
from tests.ai.bots.positions import chosen, sample
from tests.ai.value.renumbered import renumbered
from tests.engine.table import Table
from tests.properties.modes import ALL, COMPONENTS, EIGHT, Mode

modes = pytest.mark.parametrize("mode", ALL, ids=lambda mode: mode.name)
SIZES = [size for _, size in (*BOX, *COMMON, *TOWER * TOWER_COUNT, *SEAT * MAX_SEATS)]
MATERIALS = ("wood", "brick", "stone", "gold", "green", "purple")


def rows_of(state: State, seat: int) -> list[int]:
    fields = int(field_count(state.setting.seat_count))
    return list(map(int, read_all_seats(state)))[seat * fields : (seat + 1) * fields]


def values_of(state: State, seat: int) -> list[int]:
    return [int(value_of(field, row)) for field, row in enumerate(rows_of(state, seat))]


def seen(table: Table, colour: str, of: str | None = None) -> dict[str, int]:
    """The values of the box's and the common fields and of a seat's, as a colour sees them."""
    state = table.state
    values = values_of(state, table.seat(colour))
    result = {name: value for (name, _), value in zip(BOX + COMMON, values, strict=False)}
    slot = (table.seat(of or colour) - table.seat(colour)) % int(state.setting.seat_count)
    for number, (name, _) in enumerate(SEAT):
        result[f"seat: {name}"] = values[int(FIRST_SEAT) + slot * len(SEAT) + number]
    return result


def changes(before: dict[str, int], after: dict[str, int]) -> dict[str, tuple[int, int]]:
    return {name: (before[name], after[name]) for name in before if before[name] != after[name]}


def test_the_names_are_unique_and_the_rows_are_counted() -> None:
    for fields in (BOX, COMMON, TOWER, SEAT):
        assert len({name for name, _ in fields}) == len(fields)
    assert len(BOX) == MODE
    assert MODE + len(COMMON) == FIRST_TOWER
    assert (len(TOWER), len(SEAT)) == (FIELDS_PER_TOWER, FIELDS_OF_SEAT)
    assert [int(field_count(seats)) for seats in (2, 3, 4)] == [
        FIRST_SEAT + seats * len(SEAT) for seats in (2, 3, 4)
    ]
    assert list(no_values(3)) == [0] * int(field_count(3))


def test_every_row_belongs_to_fields_of_one_kind() -> None:
    """Larger values are the last one.  Towers share rows, and both actions of a card do."""
    spans = {
        (int(row_of(field, -1)), int(row_of(field, 10**6))): [
            int(row_of(field, value)) for value in range(size)
        ]
        for field, size in enumerate(SIZES)
    }
    assert len(SIZES) - len(spans) == (TOWER_COUNT - 1) * len(TOWER) + 5
    assert all(rows == [*range(first, last + 1)] for (first, last), rows in spans.items())
    assert sorted(row for rows in spans.values() for row in rows) == [*range(ROW_COUNT)]


@modes
def test_every_value_lies_in_the_range_of_its_field(mode: Mode) -> None:
    for seed in range(chosen(3, 1)):
        components = Components(random_edition(seed)) if seed else COMPONENTS
        for state in sample(mode, seed, chosen(5, 40), components=components):
            for seat in range(len(mode.advanced)):
                values = values_of(state, seat)
                assert len(values) == field_count(len(mode.advanced))
                assert all(0 <= value < size for value, size in zip(values, SIZES, strict=False))


@modes
def test_no_number_of_a_component_is_special(mode: Mode) -> None:
    """Fields say what cards and tiles cost, pay and do, not which row of an edition they are."""
    for seed in range(chosen(3, 1)):
        components = Components(random_edition(seed)) if seed else COMPONENTS
        for state in sample(mode, seed, chosen(9, 90), components=components):
            other = renumbered(state, seed)
            assert list(other.setting.card) != list(state.setting.card)
            assert list(read_all_seats(other)) == list(read_all_seats(state))


def rotated(state: State, by: int) -> State:
    """Return the same position with all colours rotated by ``by`` places."""

    def colour(number: i64) -> i64:
        return (number + by) % COLOUR_COUNT

    def tile(kind: i64) -> int:
        """Return the tile of the rotated die."""
        old = tiles[kind]
        die = 1 + colour(old.die - 1) if old.die else old.die
        return tiles.index(by_die[die, old.three_or_more] if old.die else old)

    copy = state.copy()
    old = state.setting
    tiles = old.components.edition.workshop_tiles
    by_die = {(tile.die, tile.three_or_more): tile for tile in tiles}
    copy.setting = old.copy()
    copy.setting.colours = vec[i64]([colour(number) for number in old.colours])
    for seat in range(int(old.seat_count)):
        for space in range(WORKSHOP_COUNT):
            kind = state.workshop(seat, space)
            other = int(colour(space)) if space < COLOUR_COUNT else space
            arrange.set_workshop(copy, seat, other, 1 + tile(kind - 1) if kind > 0 else kind)
    for place in range(PLACE_COUNT):
        if (kind := state.tile(place)) >= 0:
            arrange.set_card_tile(copy, place, tile(kind))
    for number in range(COLOUR_COUNT):
        die = 1 + number
        arrange.set_die(copy, 1 + colour(number), state.die_face(die), state.die_space(die))
    copy.pending = state.pending & 1
    for number in range(COLOUR_COUNT):
        copy.pending |= (state.pending >> (1 + number) & 1) << (1 + colour(number))
    return copy


def give_board(copy: State, seat: int, state: State, other: int) -> None:
    """Lay out in front of a seat what another has in a position."""
    arrange.set_score(copy, seat, state.score(other))
    arrange.set_rubles(copy, seat, state.rubles(other))
    for kind in range(MATERIAL_COUNT):
        arrange.set_materials(copy, seat, kind, state.materials(other, kind))
    for source in range(BANNER_SOURCE_COUNT):
        arrange.set_banners(copy, seat, source, state.banners(other, source))
    for kind in range(SECTION_COUNT):
        arrange.set_ornaments(copy, seat, kind, state.ornaments(other, kind))
    for space in range(WORKSHOP_COUNT):
        arrange.set_workshop(copy, seat, space, state.workshop(other, space))


def moved_round(state: State) -> State:
    """The same position with every seat one place further round the table."""
    seats = int(state.setting.seat_count)

    def seat(number: i64) -> i64:
        return number if number == NOBODY else (number + 1) % seats

    copy = state.copy()
    old = state.setting
    copy.setting = old.copy()
    copy.setting.colours = vec[i64]([old.colours[(number - 1) % seats] for number in range(seats)])
    copy.setting.advanced = vec[i64](
        [old.advanced[(number - 1) % seats] for number in range(seats)]
    )
    for number in range(seats):
        give_board(copy, number, state, (number - 1) % seats)
    for place in range(PLACE_COUNT):
        arrange.set_owner(copy, place, seat(state.owner(place)))
        arrange.set_decorator(copy, place, seat(state.decorator(place)))
    arrange.update_derived_cells(copy)
    copy.seat = seat(state.seat)
    copy.closer = seat(state.closer)
    return copy


@modes
def test_no_colour_and_no_seat_is_special(mode: Mode) -> None:
    """Other colours for the players, with their dice and workshop spaces, are the same position."""
    seats = len(mode.advanced)
    for state in sample(mode, 8, chosen(9, 60)):
        other = rotated(state, 1 + int(state.turn) % 3)
        for seat in range(seats):
            assert rows_of(other, seat) == rows_of(state, seat)
        if not mode.solo:
            other = moved_round(state)
            for seat in range(seats):
                assert rows_of(other, (seat + 1) % seats) == rows_of(state, seat)


def test_the_mode() -> None:
    found = {}
    for mode in EIGHT:
        state = next(sample(mode, 1, 1))
        found[mode.name] = values_of(state, 0)[MODE]
    assert len(set(found.values())) == 8
    mixed = next(sample(Mode("mixed", (True, False)), 1, 1))
    assert values_of(mixed, 0)[MODE] == found["two-advanced"]
    assert values_of(mixed, 1)[MODE] == found["two-basic"]


def test_rubles() -> None:
    table = Table("red", "blue").has("red", rubles=3)
    before = seen(table, "red"), seen(table, "blue", of="red"), seen(table, "blue")
    table.has("red", rubles=9)
    assert changes(before[0], seen(table, "red")) == {
        "seat: rubles": (3, 9),
        "seat: prestige for goods left over": (0, 1),
        "lead over the best other by the score as it stands, and whether the game is closing": (
            MAX_LEAD,
            MAX_LEAD + 1,
        ),
    }
    after = changes(before[1], seen(table, "blue", of="red"))
    assert after["seat: rubles"] == (3, 9)
    assert [name for name in changes(before[2], seen(table, "blue")) if "seat" in name] == []
    table.has("red", rubles=60)
    assert seen(table, "red")["seat: rubles"] == SEAT[RUBLES][1] - 1


def test_a_delivered_material() -> None:
    """b5 costs WWBB; a wood goes from the inventory to the card."""
    table = Table("red", "blue", towers={1: "b5"}).has("red", "WWBGG", rubles=0)
    table.claimed("red", "1.1").turn("red")
    before = seen(table, "red")
    wanted = {"wood": 2, "brick": 2}
    lacking = {"brick": 1}
    for kind in MATERIALS:
        assert before[f"seat: {kind} missing on them"] == wanted.get(kind, 0)
        assert before[f"seat: {kind} missing and not stored"] == lacking.get(kind, 0)
    assert before["seat: materials missing and not stored"] == 1
    assert before["seat: deliveries to the sixth card"] == 4 + 5 * 4
    assert before["seat: unfinished cards"] == 1
    assert before["seat: cards that one build action can complete"] == 0
    table.play("deliver W 1.1")
    assert changes(before, seen(table, "red")) == {
        "seat: wood stored": (2, 1),
        "seat: wood missing on them": (2, 1),
        "seat: free slots": (before["seat: free slots"], before["seat: free slots"] + 1),
        "seat: deliveries to the sixth card": (24, 23),
        "seat: prestige for goods left over": (
            before["seat: prestige for goods left over"],
            before["seat: prestige for goods left over"] - 1,
        ),
        "lead over the best other by the score as it stands, and whether the game is closing": (
            MAX_LEAD + 1,
            MAX_LEAD,
        ),
    }


def test_a_completed_card() -> None:
    """b1 costs WWB and gives 2 recognition and 2 rubles."""
    table = Table("red", "blue", towers={1: "b1"}).has("red", "WWB", rubles=0, score=5)
    table.claimed("red", "1.1").turn("red")
    before = seen(table, "red")
    assert before["seat: cards that one build action can complete"] == 1
    assert before["seat: recognition on unfinished cards"] == 2
    assert before["seat: rubles on unfinished cards"] == 2
    table.play("deliver W 1.1", "deliver W 1.1", "deliver B 1.1")
    found = changes(before, seen(table, "red"))
    assert found["seat: cards completed"] == (0, 1)
    assert found["seat: unfinished cards"] == (1, 0)
    assert found["seat: recognition on unfinished cards"] == (2, 0)
    assert found["seat: rubles on unfinished cards"] == (2, 0)
    assert found["seat: rubles"] == (0, 2)
    assert found["seat: cards that one build action can complete"] == (1, 0)
    assert found["seat: deliveries to the sixth card"] == (23, 20)
    assert found["seat: prestige of the towers as they stand"] == (0, 2)
    assert found["bases without an ornament"] == (0, 1)
    assert found["cards completed: own, and the most of another seat"] == (0, 7)
    assert seen(table, "blue")["cards completed: own, and the most of another seat"] == 1


def test_an_ornament() -> None:
    table = Table("red", "blue", side="advanced").completed("red", "1.1")
    before = seen(table, "red")
    arrange.set_ornaments(table.state, 0, DOOR, 1)  # its door may be set up
    available = seen(table, "red")
    name = "seat: ornaments available: door, arches, cross"
    assert changes(before, available) == {name: (0, 6)}
    arrange.set_ornaments(table.state, 0, ARCH, 2)
    arrange.set_ornaments(table.state, 0, CROSS, 1)
    assert seen(table, "red")[name] == 11
    table = Table("red", "blue").completed("red", "1.1").has("red", "W").turn("red")
    before = seen(table, "red")
    (move,) = [move for move in table.legal("ornament") if move.split()[1] == "1.1"][:1]
    table.play(move)
    found = changes(before, seen(table, "red"))
    assert found["bases without an ornament"] == (1, 0)
    assert found["seat: ornaments set up"] == (0, 1)


def test_dice_that_will_be_rolled_are_unknown() -> None:
    """The end of a market turn is an afterstate: the dice on the space are not read (R6.11)."""
    table = Table("red", "blue", dice="white=3@1 red=2@4 blue=1@8 green=1@6 yellow=1@7")
    name = "where die {} leads: {}"
    before = seen(table.turn("red"), "red")
    for die in range(5):
        assert before[name.format(die, "the tile and the dice there")] > 0
        assert before[name.format(die, "action 1")] > 0
    table.play("die white +0", "end")  # to space 4, where the red one is
    assert table.state.phase == ROLL
    after = seen(table, "red")
    for die in range(5):
        is_known = die not in (0, 1)
        assert (after[name.format(die, "the tile and the dice there")] > 0) == is_known
        assert (after[name.format(die, "action 1")] > 0) == is_known
    assert (
        seen(table, "blue")[name.format(4, "the tile and the dice there")] == 0
    )  # red after three
    one, other = table.state.copy(), table.state.copy()
    arrange.set_die(other, 0, 6, other.die_space(0))
    assert rows_of(one, 0) == rows_of(other, 0)


def test_a_die_that_may_not_move_leads_nowhere() -> None:
    """Three dice stand where it would go (R6.3)."""
    table = Table("red", "blue", dice="white=1@1 red=1@2 blue=1@2 green=1@2 yellow=1@7")
    found = seen(table, "red")
    assert found["where die 0 leads: the tile and the dice there"] == 1 + LANDING_VALUES
    assert found["where die 0 leads: action 1"] == 0
    free = seen(table.put_dice("green=1@5"), "red")
    assert 0 < free["where die 0 leads: the tile and the dice there"] < 1 + LANDING_VALUES


def test_ivans_row() -> None:
    """His cards in order and which have acted; at a table without him there are none (R8.2)."""
    names = [f"Ivan's card {position + 1} and its side" for position in range(5)]
    alone = seen(Table("red", "blue"), "red")
    assert [alone[name] for name in names] == [0] * 5
    table = Table("red", ivan="blue").ivan_has(used=2, inventory="WW", build="S")
    found = seen(table, "red")
    sides = [(found[name] - 1) % 2 for name in names]
    assert sides == [0, 0, 1, 1, 1]
    assert sorted((found[name] - 1) // 2 for name in names) == [0, 1, 2, 3, 4]
    assert found["materials on Ivan's Inventory and Build cards"] == 3


def test_whose_turn_and_whether_the_game_is_closing() -> None:
    name = "turns until this seat's, and whether the game is closing"
    table = Table("red", "blue", "green").turn("blue")
    assert [seen(table, colour)[name] for colour in ("red", "blue", "green")] == [2, 0, 1]
    table.state.closer = 0
    table.state.seat = 1
    assert [seen(table, colour)[name] for colour in ("red", "blue", "green")] == [
        2 * MAX_SEATS + 2,
        MAX_SEATS,
        MAX_SEATS + 1,
    ]


def test_workshop_spaces() -> None:
    """Own color first, then the others in order, white last; a tile face down gives nothing."""
    table = Table("blue", "red").claimed("blue", "1.1", tile="wood", on="blue", up=True)
    table.claimed("blue", "2.1", tile="stone", on="red")
    table.claimed("blue", "3.1", tile="gold", on="white2", up=True)
    basic = Table("blue", "red"), (3, 2, 2, 2, 1, 2), (0,) * 6  # costs, and ornaments or banners
    free = Table("blue", "red", side="advanced"), (3,) * 6, (3, 1, 2, 2, 4, 4)
    for empty, costs, gifts in (basic, free):
        assert spaces(empty) == [
            cost * GIFT_COUNT + gift for cost, gift in zip(costs, gifts, strict=True)
        ]
    up = FACE_DOWN + 1
    one_gold = GOLD * MAX_AMOUNT
    assert spaces(table) == [up, *spaces(basic[0])[1:3], FACE_DOWN, GIFT_COUNT, up + one_gold]
    table.claimed("blue", "1.2", tile="die-blue", on="green", up=True)
    table.claimed("blue", "1.3", tile="die-red", on="white1", up=True)
    assert spaces(table)[1] == up + BENEFIT_VALUES + 1  # its own die
    assert spaces(table)[4] == up + BENEFIT_VALUES + 4  # after blue come green, yellow and red


def spaces(table: Table) -> list[int]:
    """Return what blue sees on its workshop spaces."""
    name = "seat: workshop space {} or its tile: own colour, other colours, white"
    found = seen(table, "blue")
    return [found[name.format(space + 1)] for space in range(WORKSHOP_COUNT)]


def test_the_reprimand_threatens_only_below_the_cards_of_others() -> None:
    """R5.4: for an own unfinished card, each completed card of somebody else above it."""
    name = "seat: prestige that the tsar's reprimand threatens"
    table = Table("red", "blue").claimed("red", "1.1").completed("blue", "1.2")
    assert seen(table, "red")[name] == 1
    assert seen(table, "blue")[name] == 0
    table = Table("red", "blue").claimed("red", "1.1").completed("red", "1.2")
    assert seen(table, "red")[name] == 0


def test_the_track_and_the_next_prestige() -> None:
    table = Table("red", "blue").has("red", score=5)
    assert seen(table, "red")["seat: prestige on the track"] == 1
    assert seen(table, "red")["seat: recognition to the next prestige"] == 9 - 5 - 1
    table.has("red", score=8)
    assert seen(table, "red")["seat: prestige on the track"] == 1
    assert seen(table, "red")["seat: recognition to the next prestige"] == 0
    assert table.state.rubles(0) == seen(table, "red")["seat: rubles"]
