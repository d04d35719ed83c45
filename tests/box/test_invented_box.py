"""The invented box: a valid edition, with the ids that a program chooses, and its pictures."""

from __future__ import annotations

from collections import Counter
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from redcathedral.box import Edition, load_edition
from redcathedral.box.edition import Action, Card, InfluenceCard
from redcathedral.box.effects import EFFECTS
from redcathedral.box.vocabulary import RESOURCES
from tests.box.invented.components import action_signs
from tests.box.invented.draw import BOX, COINS, draw_box

SVG = "{http://www.w3.org/2000/svg}"
NUMBERS = ("", "", "two-", "three-", "four-")
# The rows that the packaged edition has, too.
EQUAL_CARDS = {"b4", "b9", "m4", "m16", "d5", "d9"}
EQUAL_INFLUENCE = {"C2", "K2"}
EQUAL_PLANS = {(4, 4, 4, 4, 4, 4)}

Numbers = tuple[Any, ...]


@pytest.fixture(scope="module")
def box() -> Edition:
    return load_edition(BOX)


@pytest.fixture(scope="module")
def packaged() -> Edition:
    return load_edition()


def numbers(card: Card | InfluenceCard) -> Numbers:
    """Return what is printed on a card; equal cards have equal numbers."""
    if isinstance(card, Card):
        return (card.cost, card.recognition, card.rubles)
    return tuple(sorted(map(action_numbers, card.actions)))


def action_numbers(action: Action) -> Numbers:
    return (action.effect, action.materials, action.price, action.amount, action.endless)


def piles(box: Edition) -> list[list[Card | InfluenceCard]]:
    """Return the three decks of cards and the four guilds of influence cards."""
    piles: list[list[Card | InfluenceCard]] = [[] for _ in range(7)]
    for card in box.cards:
        piles[card.section].append(card)
    for influence_card in box.influence:
        piles[3 + influence_card.group].append(influence_card)
    return piles


def test_the_box_is_complete(box: Edition, packaged: Edition) -> None:
    assert set(box.marks.values()) == {"printed"}
    assert [len(pile) for pile in piles(box)] == [10, 20, 10, 3, 3, 3, 3]
    assert {sum(card.cost) for card in box.cards} == {3, 4}
    for players, plans in box.plans.items():
        shapes = [(len(heights), sum(heights)) for heights in plans]
        assert shapes == [(players + 2, 6 * players)] * 3
    assert sum(tile.count for tile in box.workshop_tiles) == 28
    assert sum(COINS.values()) == 40
    assert sum(value * count for value, count in COINS.items()) == box.rubles
    assert {path.rpartition(".")[0] for path in box.marks} == {
        path.split(".")[0] for path in packaged.marks
    }


def test_the_other_rows_differ_from_the_packaged_edition(box: Edition, packaged: Edition) -> None:
    known = {card.id: numbers(card) for pile in piles(packaged) for card in pile}
    equal = {card.id for pile in piles(box) for card in pile if numbers(card) == known[card.id]}
    assert equal == EQUAL_CARDS | EQUAL_INFLUENCE
    plans = {heights for plans in packaged.plans.values() for heights in plans}
    assert {heights for plans in box.plans.values() for heights in plans} & plans == EQUAL_PLANS
    tiles = {(tile.id, tile.count) for tile in packaged.workshop_tiles if tile.mark != "printed"}
    assert not tiles & {(tile.id, tile.count) for tile in box.workshop_tiles}
    for table in ("basic_costs", "advanced_ornaments", "first_game"):
        pairs = zip(getattr(box, table), getattr(packaged, table), strict=True)
        assert all(row != other for row, other in pairs), table
    for start, end in ((0, 2), (2, 7), (7, 13), (13, 19), (19, 30), (30, 40)):
        assert box.prestige_spaces[start:end] != packaged.prestige_spaces[start:end]


def test_ids_can_be_chosen_without_seeing_them(box: Edition, packaged: Edition) -> None:
    """Equal cards have the id of the packaged card, the others the remaining ids in order."""
    for pile, known in zip(piles(box), piles(packaged), strict=True):
        ids = {numbers(card): card.id for card in known}
        rest = sorted((card for card in pile if numbers(card) not in ids), key=numbers)
        equal = {ids[numbers(card)]: card for card in pile if numbers(card) in ids}
        unused = [card.id for card in known if card.id not in equal]
        assert [card.id for card in rest] == unused
        assert all(card.id == id_ for id_, card in equal.items())
    orders = {card.id: [action_numbers(a) for a in card.actions] for card in box.influence}
    known_orders = {
        card.id: [action_numbers(a) for a in card.actions] for card in packaged.influence
    }
    for id_, order in orders.items():
        assert order == (known_orders[id_] if id_ in EQUAL_INFLUENCE else sorted(order))


def test_tiles_are_named_after_what_they_give(box: Edition) -> None:
    for tile in box.workshop_tiles:
        if tile.resource is not None:
            name = NUMBERS[tile.amount] + RESOURCES[tile.resource]
            assert tile.id.removesuffix("*") == name


def test_pictures_show_all_components_and_no_ids(box: Edition) -> None:
    pictures = {name: ET.fromstring(svg) for name, svg in draw_box(box).items()}
    ids = {card.id for pile in piles(box) for card in pile}
    for picture in pictures.values():
        words = " ".join(node.text or "" for node in picture.iter(f"{SVG}text"))
        assert not ids & set(words.split())
        names = {node.get("id") for node in picture.iter()}
        assert {f"#{name}" for name in names} >= set(symbols(picture))
    pieces = {
        name: sum(count for symbol, count in symbols(pictures[name]).items() if "#m-" in symbol)
        for name in ("bases", "middles", "domes")
    }
    assert list(pieces.values()) == [
        sum(sum(card.cost) for card in box.cards if card.section == section) for section in range(3)
    ]
    assert symbols(pictures["tiles"])["#tile-face"] == 28
    assert symbols(pictures["plans"])["#plan-dome"] == 3 * (4 + 5 + 6)
    assert symbols(pictures["market-and-coins"])["#ruble-big"] == 40
    assert symbols(pictures["track"])["#prestige"] == 40
    endless = sum(action.endless for card in box.influence for action in card.actions)
    assert symbols(pictures["influence"])["#often"] == endless
    assert symbols(pictures["boards-advanced"])["#orn-arch"] == 8
    assert symbols(pictures["first-game"])["#once"] + symbols(pictures["first-game"])["#often"] == 8


def symbols(picture: ET.Element) -> Counter[str]:
    """Count the symbols that lie on the table."""
    groups = picture.findall(f"{SVG}g")
    return Counter(use.get("href", "") for group in groups for use in group.iter(f"{SVG}use"))


def test_every_effect_can_be_drawn() -> None:
    for effect in range(len(EFFECTS)):
        assert action_signs(Action(effect, (0,), 1, 1, False, "", ""))
