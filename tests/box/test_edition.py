"""The packaged edition has the numbers and marks of the component list."""

from __future__ import annotations

import copy
import itertools
import pickle
from collections import Counter
from pathlib import Path

import pytest

from redcathedral.box import Edition, editions, load_edition, parse_edition
from redcathedral.box.action import action_text
from redcathedral.box.notation import benefit_text, cost_text, gains_text
from redcathedral.box.vocabulary import (
    BASE,
    COLOURS,
    DICE,
    DOME,
    MIDDLE,
    ORNAMENTS,
    RESOURCES,
    WORKSHOP_SPACES,
)

BASES = (
    "WWB 2+2R, BBS 2+2R, WSS 2+2R, WBS 3+, WWBB 3+2R, BBSS 3+2R, WWSS 4+, BSG 3+2R, "
    "WWBG 4+2R, BSSG 5+"
)
MIDDLES = (
    "WWBS 3+2R, WBBS 3+2R, WBSS 3+2R, WBE 3+2R, BSP 3+2R, WSE 4+, WBP 4+, WBSE 3+4R, "
    "WBSG 4+2R, BSSG 4+2R, WBBG 5+, WWSG 5+, WWBE 4+2R, BBSP 4+2R, WSSP 5+, SGE 4+2R, "
    "BGP 4+2R, WGE 5+, SGP 5+, BSGG 5+2R"
)
DOMES = (
    "SGE 4+2R, BGP 4+2R, WGG 5+, SSGE 5+2R, BBGP 5+2R, WWGE 6+, WSGP 6+, BSEP 4+4R, "
    "WGEP 6+2R, SSGG 5+2R"
)


@pytest.fixture(scope="module")
def box() -> Edition:
    return load_edition()


def test_default_edition_is_packaged() -> None:
    assert load_edition() == load_edition("reconstructed-2020")
    assert editions() == ("reconstructed-2020",)
    assert load_edition().id == "reconstructed-2020"


def test_counts_of_components(box: Edition) -> None:
    assert box.materials == (20, 20, 20, 15, 10, 10)
    assert sum(box.materials) == 95
    assert box.rubles == 25 * 1 + 15 * 3
    assert (box.slots, box.covered, box.beside) == (10, 4, 2)
    assert box.ornaments == (1, 2, 1)
    assert 4 * sum(box.ornaments) == 16
    assert 4 * (box.covered + box.beside) == 24
    plans = sum(len(plans) for plans in box.plans.values())
    assert plans == 9
    assert plans + len(box.cards) + len(box.influence) + len(box.ivan_cards) == 66
    assert len(box.influence) == 12
    assert box.ivan_cards == ("recognition", "inventory", "transport", "claim", "build")


def test_resource_tiles(box: Edition) -> None:
    tiles = {t.id: (benefit_text(t.resource, t.amount, None), t.mark) for t in box.resource_tiles}
    assert tiles == {
        "brick": ("2B", "printed"),
        "wood": ("2W", "printed"),
        "ruble": ("2R", "printed"),
        "recognition": ("1+", "likely"),
        "stone": ("2S", "likely"),
        "gold": ("1G", "likely"),
        "green-gem": ("1E", "likely"),
        "purple-gem": ("1P", "likely"),
    }
    assert [tile.id for tile in box.resource_tiles] == list(RESOURCES)


def test_track(box: Edition) -> None:
    spaces = box.prestige_spaces
    assert box.lap == 80
    assert len(spaces) == 40
    assert spaces[:7] == (5, 9, 13, 17, 21, 25, 29)
    assert spaces[7:13] == (32, 35, 38, 41, 44, 47)
    assert spaces[13:19] == (49, 51, 53, 55, 57, 59)
    assert spaces[19:] == tuple(range(60, 81))
    # R9.10: a plain space right after prestige 14, prestige 18 stands on a space.
    assert spaces[13] + 1 not in spaces
    gaps = [b - a for a, b in itertools.pairwise(spaces)]
    assert gaps == sorted(gaps, reverse=True)
    assert Counter(gaps[:-20]) == {4: 6, 3: 6, 2: 6, 1: 1}
    assert box.marks["track.lap"] == "printed"
    assert box.marks["prestige.1"] == "likely"


def test_cards(box: Edition) -> None:
    for section, letter, text in ((BASE, "b", BASES), (MIDDLE, "m", MIDDLES), (DOME, "d", DOMES)):
        cards = [card for card in box.cards if card.section == section]
        written = [
            f"{cost_text(card.cost)} {gains_text(card.recognition, card.rubles)}".replace("+ ", "+")
            for card in cards
        ]
        assert ", ".join(written) == text
        assert [card.id for card in cards] == [f"{letter}{n + 1}" for n in range(len(cards))]
    assert [card.section for card in box.cards] == [BASE] * 10 + [MIDDLE] * 20 + [DOME] * 10
    for card in box.cards:
        weight = sum(card.cost[:3]) + 2 * sum(card.cost[3:])
        assert card.recognition + card.rubles / 2 == weight, card
        assert sum(card.cost) in (3, 4)  # printed
        assert card.mark == "reconstructed"
    # R9.9: a middle that needs a gold gives 4 recognition and 2 rubles.
    assert any(
        (c.section, c.cost[3], c.recognition, c.rubles) == (MIDDLE, 1, 4, 2) for c in box.cards
    )


def test_workshop_tiles(box: Edition) -> None:
    tiles = {tile.id: tile for tile in box.workshop_tiles}
    counts = {tile.id: tile.count for tile in box.workshop_tiles}
    expected = dict.fromkeys((f"die-{die}" for die in DICE), 1)
    expected |= dict.fromkeys((f"die-{die}*" for die in DICE), 1)
    expected |= {"wood": 2, "brick": 2, "stone": 2, "wood*": 1, "brick*": 1, "stone*": 1}
    expected |= {"ruble": 2, "ruble*": 1, "recognition": 2, "recognition*": 1}
    expected |= {"gold": 1, "green-gem*": 1, "purple-gem*": 1}
    assert counts == expected
    assert sum(counts.values()) == 28
    assert sum(tile.count for tile in box.workshop_tiles if tile.three_or_more) == 12
    for tile in box.workshop_tiles:
        assert tile.three_or_more == tile.id.endswith("*")
        thing = f"die-{DICE[tile.die]}" if tile.die is not None else RESOURCES[tile.resource or 0]
        assert tile.id.rstrip("*") == thing
        assert (tile.resource is None) == (tile.die is not None)
        assert tile.amount == (0 if tile.resource is None else 1)
        marked_die = tile.die is not None and tile.three_or_more
        assert tile.mark == ("printed" if marked_die else "reconstructed")
    assert tiles["die-red*"].die == 1


def test_influence(box: Edition) -> None:
    written = {
        card.id: tuple(action_text(action) for action in card.actions) for card in box.influence
    }
    assert written == {
        "C1": ("endless sell 1 of any for 1R", "endless buy 1 of WBS for 1R"),
        "C2": ("endless sell 1 of WBS for 1R", "endless buy 1 of any for 2R"),
        "C3": ("endless sell 1 of GEP for 2R", "endless buy 1 of GEP for 2R"),
        "T1": ("once deliver 1 for 1R", "once gain 1R"),
        "T2": ("once deliver 2 for 3R", "once gain 1R"),
        "T3": ("once swap 2 tiles for 2R", "once gain 1R"),
        "M1": ("once trade 2 same for 1 other", "endless trade 1 and 1R for 1 other"),
        "M2": ("once trade 2 same for 1 other", "once trade 4 same for 2 any"),
        "M3": ("once trade 2 same for 1 other", "once activate 1 tile"),
        "K1": ("once gain 1+", "endless pay 3R for 1*"),
        "K2": ("once gain 1+", "endless give 3 different for 1*"),
        "K3": ("once gain 1+", "once gain 2+ with base, middle and dome"),
    }
    assert list(written) == [f"{letter}{number}" for letter in "CTMK" for number in (1, 2, 3)]
    assert [card.group for card in box.influence] == [0] * 3 + [1] * 3 + [2] * 3 + [3] * 3
    assert box.first_game == ("C1", "T1", "M1", "K1")
    for card in box.influence:
        assert card.mark == "reconstructed"  # the pairing, and how often an action occurs
        for action in card.actions:
            assert action.mark == "reconstructed"  # the materials shown, lightning or infinity
            assert action.sentence_mark == "printed"  # wording, price and amount


def test_plans(box: Edition) -> None:
    assert {
        players: {"-".join(map(str, h)) for h in plans} for players, plans in box.plans.items()
    } == {
        2: {"3-2-4-3", "2-4-4-2", "3-3-3-3"},
        3: {"3-4-4-4-3", "2-4-5-4-3", "3-5-2-5-3"},
        4: {"3-4-5-5-4-3", "2-4-6-5-4-3", "4-4-4-4-4-4"},
    }
    assert {sum(heights) for heights in box.plans[2]} == {12}
    assert {sum(heights) for heights in box.plans[3]} == {18}
    assert {sum(heights) for heights in box.plans[4]} == {24}


def test_workshop_boards(box: Edition) -> None:
    for colour in range(4):
        for space in range(4):
            assert box.basic_costs[colour][space] == (3 if colour == space else 2)
        assert box.basic_costs[colour][4:] == (1, 2)
        assert box.advanced_costs[colour] == (3,) * 6
        going_on = [box.advanced_ornaments[colour][(colour + step) % 4] for step in range(4)]
        assert [ORNAMENTS[kind] for kind in going_on] == ["cross", "door", "arch", "arch"]
        assert box.advanced_ornaments[colour][4:] == (-1, -1)
    yellow, blue, green = (COLOURS.index(colour) for colour in ("yellow", "blue", "green"))
    assert box.basic_costs[yellow][blue] == 2  # R9.3
    assert ORNAMENTS[box.advanced_ornaments[yellow][green]] == "arch"  # R9.14
    assert box.marks["basic_costs.yellow"] == "reconstructed"
    assert box.marks["basic_costs.yellow.blue"] == "printed"
    assert box.marks["advanced_ornaments.yellow.green"] == "printed"
    assert box.marks["advanced_costs.red"] == "printed"
    assert len(WORKSHOP_SPACES) == len(box.basic_costs[0])


def test_every_row_has_its_mark(box: Edition) -> None:
    rows = [path for path in box.marks if path.count(".") == 1]
    parts = [path for path in box.marks if path.count(".") == 2]
    assert len(rows) == 6 + 1 + 3 + 3 + 1 + 6 + 8 + 23 + 40 + 12 + 4 + 9 + 12 + 5
    assert len(parts) == 12 + 2
    assert set(box.marks.values()) == {"printed", "likely", "reconstructed"}
    for path, mark in box.marks.items():
        if path.startswith(("materials.", "ornaments.", "inventory.", "ivan_cards.")):
            assert mark == "printed"
        if path.startswith(("first_game.", "plans_", "rubles.")):
            assert mark == "reconstructed"


def test_editions_are_equal_by_value(box: Edition) -> None:
    assert pickle.loads(pickle.dumps(box)) == box
    assert copy.deepcopy(box) == box
    assert hash(copy.deepcopy(box)) == hash(box)


def test_a_file_is_loaded_by_path_and_by_name(good: str, own: Path) -> None:
    own.write_text(good)
    assert load_edition(own) == load_edition(str(own)) == load_edition()
    own.write_bytes(b"\xef\xbb\xbf" + good.replace("\n", "\r\n").encode())
    assert load_edition(own) == load_edition()


@pytest.mark.parametrize(
    ("marks", "sentence", "shown"),
    [
        ('mark = "printed"', "printed", "printed"),
        ('mark = "likely", marks = { sentences = "printed" }', "printed", "likely"),
        ('mark = "reconstructed", marks = { actions = "printed" }', "printed", "printed"),
        (
            'mark = "reconstructed", marks = { actions = "likely", sentences = "printed" }',
            "printed",
            "likely",
        ),
    ],
)
def test_marks_of_an_influence_card(good: str, marks: str, sentence: str, shown: str) -> None:
    given = 'mark = "reconstructed", marks = { sentences = "printed" }'
    box = parse_edition(good.replace(given, marks, 1))
    for action in box.influence[0].actions:
        assert (action.sentence_mark, action.mark) == (sentence, shown)
    assert box.hash == load_edition().hash  # marks are not a part of what an edition is known by


def test_card_with_a_reconstructed_number_counts_as_reconstructed(good: str) -> None:
    box = parse_edition(good)
    assert box.reconstructed_cards == len(box.cards) + len(box.influence)
    printed = parse_edition(good.replace('mark = "reconstructed"', 'mark = "printed"'))
    assert printed.reconstructed_cards == 0
    part = 'mark = "printed", marks = { actions = "reconstructed" }'
    given = 'mark = "reconstructed", marks = { sentences = "printed" }'
    one = good.replace(given, part, 1).replace('mark = "reconstructed"', 'mark = "printed"')
    assert parse_edition(one).reconstructed_cards == 1
