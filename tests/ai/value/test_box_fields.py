"""What components cost, pay and do, as values of fields."""

from __future__ import annotations

from dataclasses import replace

import pytest

from redcathedral.ai.value.box_fields import (
    BENEFIT_VALUES,
    BUYING,
    DECK_BARGAIN,
    DECK_PAY,
    EFFECT,
    FIELDS_OF_BOX,
    LEVEL_VALUES,
    MAX_BARGAIN,
    SELLING,
    TRACK,
    ComponentValues,
)
from redcathedral.box import effects, load_edition
from redcathedral.box.action import parse_action
from redcathedral.box.edition import Action, Edition
from redcathedral.engine.components import Components
from redcathedral.engine.setup import new_setting

EDITION = load_edition()
VALUES = ComponentValues(Components(EDITION))


def action(text: str) -> Action:
    return parse_action(text, "", "")


def with_actions(*texts: str) -> Edition:
    """Return the edition whose first influence card has these two actions."""
    first, second = map(action, texts)
    card = replace(EDITION.influence[0], actions=(first, second))
    return replace(EDITION, influence=(card, *EDITION.influence[1:]))


def value_of_action(text: str) -> int:
    components = Components(with_actions(text, "once gain 1R"))
    return int(ComponentValues(components).actions[0])


def box(edition: Edition) -> list[int]:
    """Return the fields of the box in a game with the first card of each guild."""
    components = Components(edition)
    setting = new_setting(components, [0, 1])
    for quadrant in range(4):
        setting.influence[quadrant] = 3 * quadrant
    return list(map(int, ComponentValues(components).box(setting)))


def level(number: int, endless: bool) -> int:
    return 1 + 2 * number + endless


@pytest.mark.parametrize(
    ("name", "recognition", "rubles", "common", "rare", "bargain"),
    [("b5", 3, 2, 4, 0, 0), ("b10", 5, 0, 3, 1, 0), ("m8", 3, 4, 3, 1, 0), ("d3", 5, 0, 1, 2, 0)],
)
def test_cards(
    name: str, recognition: int, rubles: int, common: int, rare: int, bargain: int
) -> None:
    card = [card.id for card in EDITION.cards].index(name)
    assert VALUES.gains[card] == 1 + recognition * 7 + rubles
    assert VALUES.cost[card] == 1 + common * 5 + rare
    assert VALUES.bargain[card] == 1 + MAX_BARGAIN + bargain
    assert VALUES.above[card] == 1 + (MAX_BARGAIN + bargain) * 4 + rare


def test_a_card_that_pays_more_or_less_than_its_materials() -> None:
    first = EDITION.cards[0]
    for recognition, bargain in ((0, -6), (1, -4), (4, 2), (31, MAX_BARGAIN)):  # WWB is worth 6
        card = replace(first, recognition=recognition, rubles=0)
        edition = replace(EDITION, cards=(card, *EDITION.cards[1:]))
        values = ComponentValues(Components(edition))
        assert values.bargain[0] == 1 + MAX_BARGAIN + bargain
        assert values.gains[0] == 1 + min(recognition, 9) * 7


def test_actions_with_another_meaning_have_other_values() -> None:
    texts = [
        *("once sell 1 of W for 1R", "once sell 1 of G for 1R", "once sell 1 of WG for 1R"),
        *("once sell 1 of W for 2R", "endless sell 1 of W for 1R", "once buy 1 of W for 1R"),
        *("once deliver 1 for 1R", "once deliver 2 for 1R", "once deliver 3 for 1R"),
        *("once deliver 1 for 2R", "once gain 1R", "once gain 2R", "once swap 2 tiles for 2R"),
        *("once trade 2 same for 1 other", "once trade 1 and 1R for 1 other"),
        *("once trade 4 same for 2 any", "once activate 1 tile", "once gain 1+", "once gain 2+"),
        *("once pay 3R for 1*", "endless pay 3R for 1*", "once give 3 different for 1*"),
        "once gain 2+ with base, middle and dome",
    ]
    found = [value_of_action(text) for text in texts]
    assert len(set(found)) == len(texts)
    assert min(found) > 0
    same = ("once sell 1 of WB for 1R", "once sell 1 of S for 1R", "once sell 1 of W for 1R")
    assert len({value_of_action(text) for text in same}) == 1
    assert found[0] == 1 + level(1, endless=False) - 1
    assert found[2] == 1 + 2 * LEVEL_VALUES + level(1, endless=False) - 1


def test_tiles() -> None:
    names = {tile.id: kind for kind, tile in enumerate(EDITION.workshop_tiles)}
    assert VALUES.tile(names["wood"], 2) == VALUES.tile(names["wood*"], 1) == 0
    white, red, yellow = (VALUES.tile(names[f"die-{die}"], 3) for die in ("white", "red", "yellow"))
    assert (white, yellow, red) == (BENEFIT_VALUES, BENEFIT_VALUES + 1, BENEFIT_VALUES + 2)
    assert len({VALUES.tile(kind, 0) for kind in names.values()}) == 13
    assert list(VALUES.resource_tiles) == [1, 4, 7, 9, 12, 15, 19, 21]  # twos are odd


def test_prices_of_materials() -> None:
    """The best sale and the best purchase of each kind."""
    found = box(with_actions("once sell 1 of any for 1R", "endless sell 1 of GP for 2R"))
    once, endless = level(1, endless=False), level(2, endless=True)
    assert found[SELLING : SELLING + 6] == [once, once, once, endless, once, endless]
    assert found[BUYING : BUYING + 6] == [0] * 6
    found = box(with_actions("endless buy 1 of any for 2R", "once buy 1 of W for 1R"))
    assert found[BUYING : BUYING + 6] == [once] + [endless] * 5
    assert found[SELLING : SELLING + 6] == [0] * 6


def test_the_box() -> None:
    found = box(EDITION)
    assert len(found) == FIELDS_OF_BOX
    there = {
        effects.DELIVER: level(1, endless=False),
        effects.GAIN_RUBLES: level(1, endless=False),
        effects.TRADE_PAIR: level(1, endless=False),
        effects.TRADE_RUBLE: level(1, endless=True),
        effects.GAIN_RECOGNITION: level(1, endless=False),
        effects.PAY_PRESTIGE: level(3, endless=True),
    }
    for effect in range(effects.DELIVER, effects.GAIN_COMPLETE + 1):
        assert found[EFFECT + effect - effects.DELIVER] == there.get(effect, 0)
    assert found[TRACK : TRACK + 3] == [4, 10, 20]  # at 20, 40 and 60 recognition
    pay = sum(2 * card.recognition + card.rubles for card in EDITION.cards)
    cost = [
        sum(card.cost[first:last]) for card in EDITION.cards for first, last in ((0, 3), (3, 6))
    ]
    common, rare = sum(cost[::2]), sum(cost[1::2])
    assert found[DECK_PAY] == pay * 8 // (common + rare)
    assert found[DECK_BARGAIN] == 16 + (pay - 2 * common - 4 * rare) * 4 // len(EDITION.cards)
