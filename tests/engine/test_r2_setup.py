"""R2 Set-up."""

from __future__ import annotations

import pytest

from redcathedral.box import vocabulary as v
from redcathedral.box.options import Options
from redcathedral.engine import phases, rules, setting, setup
from redcathedral.engine import state as s
from redcathedral.engine.rng import Rng
from tests.engine.table import Table, components
from tests.engine.words import SPACES

COLOURS = ("red", "blue", "green", "yellow")


def new_state(
    players: int, solo: bool = False, first_game: bool = False, advanced: bool = False
) -> s.State:
    """Return a game before anything is drawn."""
    options = Options("advanced" if advanced else "basic", first_game=first_game)
    return setup.new_state(setup.new_setting(components(), list(range(players)), options, solo))


def test_r2_1_eight_spaces_in_a_ring() -> None:
    """From space 8 the arrows lead to space 1."""
    table = Table("red", "blue").put_dice("white=1@8").turn("red").play("die white +0")
    assert table.die("white") == (1, 1)


@pytest.mark.parametrize(
    ("spaces", "step"),
    [((1, 2), "pay"), ((3, 4), "trade W B"), ((5, 6), "buy W"), ((7, 8), "deliver W 1.1")],
)
def test_r2_1_each_quadrant_has_two_adjacent_spaces(spaces: tuple[int, int], step: str) -> None:
    """Each space uses the card of its quadrant: clergy, merchants, craftsmen, teamsters."""
    for space in spaces:
        table = Table("red", "blue", towers={1: "b1"}, influence="K1 M1 C1 T1").claimed(
            "red", "1.1"
        )
        table.has("red", "WW", rubles=9).put_dice(f"blue=1@{(space - 2) % 8 + 1}").turn("red")
        table.play("die blue +0", f"influence {1 if spaces == (7, 8) else 2}")
        assert step in table.legal()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r2_2_each_player_has_banners_and_ornaments(players: int) -> None:
    table = Table(*COLOURS[:players])
    for colour in table.colours:
        assert table.banners(colour) == {"inventory": 4, "beside": 2}
        assert table.ornaments(colour) == {"door": 1, "arch": 2, "cross": 1}
        assert all(table.workshop(colour, space) == "" for space in SPACES)
        assert table.materials(colour) == ""


def test_r2_2_each_player_has_a_different_colour() -> None:
    for colours in ([0, 0], [0, 4], [0, 7], [-1, 0]):
        with pytest.raises(ValueError, match="each seat needs its own"):
            setup.new_setting(components(), colours)


@pytest.mark.parametrize("players", [0, 1, 5])
def test_r2_2_two_to_four_players(players: int) -> None:
    with pytest.raises(ValueError, match="2 to 4"):
        setup.new_setting(components(), list(range(players)))


def test_r2_2_one_side_for_the_table_or_one_for_each_player() -> None:
    table = Table("red", "blue", "green", side=("basic", "advanced", "basic"))
    assert table.ornaments("red") == {"door": 1, "arch": 2, "cross": 1}
    assert table.ornaments("blue") == {}
    assert table.ornaments("green") == {"door": 1, "arch": 2, "cross": 1}


def test_r2_3_advanced_side_ornaments_and_two_banners_lie_on_the_workshop() -> None:
    table = Table("red", "blue", side="advanced")
    for colour in table.colours:
        assert table.ornaments(colour) == {}
        assert table.banners(colour) == {"inventory": 4, "white1": 1, "white2": 1}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r2_4_every_marker_starts_on_space_2(players: int) -> None:
    table = Table(*COLOURS[:players])
    assert [table.score(colour) for colour in table.colours] == [2] * players
    assert table.prestige("red") == 0


def test_r2_5_eight_resource_tiles_one_to_each_space() -> None:
    table = Table(
        "red", "blue", market="ruble wood gold brick recognition stone purple-gem green-gem"
    )
    assert table.market() == [
        "ruble",
        "wood",
        "gold",
        "brick",
        "recognition",
        "stone",
        "purple-gem",
        "green-gem",
    ]


def test_r2_5_resource_tiles_are_shuffled() -> None:
    """Each tile not yet dealt is equally likely for the next space."""
    state = new_state(2)
    reach(state, phases.DRAW_RESOURCE)
    assert rules.outcomes(state) == [(tile, 1 / 8) for tile in range(8)]
    rules.settle(state, 3)
    assert rules.outcomes(state) == [(tile, 1 / 7) for tile in range(8) if tile != 3]


def reach(state: s.State, phase: int, seed: int = 1) -> None:
    """Settle chance nodes with a seeded generator up to a phase."""
    rng = Rng(seed, 0)
    while state.phase < phase:
        options = rules.outcomes(state)
        rules.settle(state, options[rng.below(len(options))][0])


def test_r2_6_one_influence_card_of_each_group_goes_to_the_quadrants() -> None:
    state = new_state(3)
    reach(state, phases.DRAW_INFLUENCE)
    groups = [card.group for card in components().edition.influence]
    drawn: list[int] = []
    while state.phase == phases.DRAW_INFLUENCE:
        options = rules.outcomes(state)
        assert {groups[card] for card, _ in options} == {0, 1, 2, 3} - set(drawn)
        assert all(chance == pytest.approx(1 / len(options)) for _, chance in options)
        rules.settle(state, options[-1][0])
        drawn.append(groups[options[-1][0]])
    assert sorted(drawn) == [0, 1, 2, 3]


def test_r2_6_first_game_has_a_fixed_set_dealt_at_random() -> None:
    state = new_state(2, first_game=True)
    reach(state, phases.DRAW_INFLUENCE)
    names = [card.id for card in components().edition.influence]
    left = ["C1", "T1", "M1", "K1"]
    for chosen in ("M1", "K1", "C1", "T1"):
        options = rules.outcomes(state)
        assert [names[card] for card, _ in options] == left
        assert all(chance == pytest.approx(1 / len(left)) for _, chance in options)
        rules.settle(state, names.index(chosen))
        left.remove(chosen)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("start", range(1, 9))
def test_r2_7_five_dice_on_consecutive_spaces_from_the_recognition_tile_on(
    players: int, start: int
) -> None:
    """All five dice, whatever the number of players."""
    tiles = ["wood", "brick", "stone", "gold", "green-gem", "purple-gem", "ruble"]
    tiles.insert(start - 1, "recognition")
    table = Table(*COLOURS[:players], market=" ".join(tiles))
    spaces = [(start - 1 + step) % 8 + 1 for step in range(5)]
    assert [table.die(die)[1] for die in ("white", *COLOURS)] == spaces


def test_r2_7_one_die_drawn_in_random_order_and_rolled() -> None:
    """For each space every die not yet laid, with every face."""
    state = new_state(2)
    reach(state, phases.DRAW_DIE)
    assert rules.outcomes(state) == [(outcome, 1 / 30) for outcome in range(30)]
    rules.settle(state, 2 * 6 + 4)  # blue shows 5
    assert [outcome for outcome, _ in rules.outcomes(state)] == [*range(12), *range(18, 30)]


@pytest.mark.parametrize(
    ("players", "plans"),
    [
        (2, ["3-2-4-3", "2-4-4-2", "3-3-3-3"]),
        (3, ["3-4-4-4-3", "2-4-5-4-3", "3-5-2-5-3"]),
        (4, ["3-4-5-5-4-3", "2-4-6-5-4-3", "4-4-4-4-4-4"]),
    ],
)
def test_r2_8_a_building_plan_for_the_number_of_players(players: int, plans: list[str]) -> None:
    options = rules.outcomes(new_state(players))
    assert [chance for _, chance in options] == [pytest.approx(1 / 3)] * 3
    found = []
    for plan, _ in options:
        heights = [int(height) for height in components().plans[plan] if height]
        found.append("-".join(map(str, heights)))
        state = new_state(players)
        rules.settle(state, plan)
        assert [int(height) for height in state.setting.heights if height] == heights
    assert sorted(found) == sorted(plans)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(5))
def test_r2_8_a_tower_is_a_base_middle_sections_and_a_dome(players: int, seed: int) -> None:
    state = new_state(players)
    reach(state, phases.DRAW_TILE, seed)
    drawn = []
    for tower, height in enumerate(state.setting.heights):
        for level in range(v.LEVEL_COUNT):
            card = int(state.setting.card[setting.place_of(tower, level)])
            if level >= height:
                assert card == s.NOTHING
                continue
            section = v.BASE if level == 0 else v.DOME if level == height - 1 else v.MIDDLE
            assert components().edition.cards[card].section == section
            drawn.append(card)
    assert len(set(drawn)) == {2: 12, 3: 18, 4: 24}[players]


def test_r2_8_each_card_is_drawn_from_its_own_deck() -> None:
    """The first card is one of ten bases; after one is drawn nine are left."""
    state = new_state(2)
    rules.settle(state, rules.outcomes(state)[0][0])
    bases = [n for n, card in enumerate(components().edition.cards) if card.section == v.BASE]
    assert rules.outcomes(state) == [(card, 1 / 10) for card in bases]
    rules.settle(state, bases[4])
    while state.cursor % v.LEVEL_COUNT:
        rules.settle(state, rules.outcomes(state)[0][0])
    assert rules.outcomes(state) == [(card, 1 / 9) for card in bases if card != bases[4]]


@pytest.mark.parametrize(("players", "solo"), [(2, False), (2, True), (3, False), (4, False)])
def test_r2_9_tiles_for_three_or_more_players_only_with_three_or_more(
    players: int, solo: bool
) -> None:
    state = new_state(players, solo=solo)
    reach(state, phases.DRAW_TILE)
    tiles = components().edition.workshop_tiles
    pool = [tile for tile in tiles if players >= 3 or not tile.three_or_more]
    total = sum(tile.count for tile in pool)
    assert total == (28 if players >= 3 else 16)
    found = {tiles[kind].id: chance for kind, chance in rules.outcomes(state)}
    assert found == {tile.id: pytest.approx(tile.count / total) for tile in pool}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r2_9_one_face_up_tile_on_each_card_the_rest_leave_the_game(players: int) -> None:
    table = Table(*COLOURS[:players])
    lying = [table.card_at(place).tile for place in range(36)]
    cards = [place for place in range(36) if table.state.setting.card[place] >= 0]
    assert [place for place in range(36) if lying[place]] == cards
    for tile in table.edition.workshop_tiles:
        assert lying.count(tile.id) <= tile.count


@pytest.mark.parametrize(("players", "rubles"), [(2, [3, 4]), (3, [3, 4, 4]), (4, [3, 4, 4, 5])])
def test_r2_10_rubles_in_turn_order(players: int, rubles: list[int]) -> None:
    table = Table(*COLOURS[-players:])
    assert [table.rubles(colour) for colour in table.colours] == rubles
    assert table.to_move == table.colours[0]


def test_r2_10_the_table_may_choose_the_first_player() -> None:
    """The seats are given in turn order."""
    assert Table("yellow", "red", "green").to_move == "yellow"


def test_r2_10_rubles_come_from_the_bank() -> None:
    assert Table(*COLOURS, limited_rubles=True).supply("R") == 70 - 16
