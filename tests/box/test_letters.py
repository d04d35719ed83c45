"""The notation of edition files: each text that is written can be read again."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redcathedral.box import Action, effects, load_edition
from redcathedral.box.action import action_text, parse_action
from redcathedral.box.effects import BUY, EFFECTS, SELL, EffectName
from redcathedral.box.notation import (
    benefit_text,
    cost_text,
    gains_text,
    parse_benefit,
    parse_cost,
    parse_gains,
    parse_kinds,
    parse_towers,
)
from redcathedral.box.problem import ParseError

ENDLESS = {
    "sell",
    "buy",
    "trade-pair",
    "trade-ruble",
    "trade-four",
    "pay-prestige",
    "discard-prestige",
}
NUMBERS = st.integers(0, 99)


@given(st.lists(st.integers(0, 4), min_size=6, max_size=6).filter(any))
def test_costs(cost: list[int]) -> None:
    assert parse_cost(cost_text(tuple(cost))) == tuple(cost)


@given(NUMBERS, NUMBERS)
def test_gains(recognition: int, rubles: int) -> None:
    assert parse_gains(gains_text(recognition, rubles)) == (recognition, rubles)


@given(
    st.one_of(
        st.tuples(st.integers(0, 7), st.integers(1, 4), st.none()),
        st.tuples(st.none(), st.just(0), st.integers(0, 4)),
    )
)
def test_benefits(benefit: tuple[int | None, int, int | None]) -> None:
    assert parse_benefit(benefit_text(*benefit)) == benefit


@pytest.mark.parametrize(
    ("text", "kinds"),
    [("any", (0, 1, 2, 3, 4, 5)), ("WBS", (0, 1, 2)), ("PEG", (3, 4, 5)), ("G", (3,))],
)
def test_kinds(text: str, kinds: tuple[int, ...]) -> None:
    assert parse_kinds(text) == kinds


def test_towers() -> None:
    assert parse_towers("2-4-6-5-4-3") == (2, 4, 6, 5, 4, 3)
    assert parse_towers("6") == (6,)


@given(
    st.sampled_from(range(len(EFFECTS))),
    st.sets(st.integers(0, 5), min_size=1),
    NUMBERS,
    NUMBERS,
    st.booleans(),
)
def test_actions(effect: int, kinds: set[int], price: int, amount: int, endless: bool) -> None:
    """Each action that can be written is read as itself, or rejected for its effect."""
    sentence = EFFECTS[effect].sentence
    action = Action(
        effect,
        tuple(sorted(kinds)) if effect in (SELL, BUY) else (),
        price if "{price}" in sentence else 0,
        amount if "{amount}" in sentence else EFFECTS[effect].fixed_amount,
        endless,
        "likely",
        "printed",
    )
    if is_sensible(action):
        assert parse_action(action_text(action), "likely", "printed") == action
    else:
        with pytest.raises(ParseError):
            parse_action(action_text(action), "likely", "printed")


def is_sensible(action: Action) -> bool:
    """R1.5, R6.6 and R3.2, written differently than in the loader."""
    least = {"sell": 1}
    if action.endless:
        least |= {"trade-ruble": 1, "pay-prestige": 3}
        if EFFECTS[action.effect].name not in ENDLESS:
            return False
    return action.amount > 0 and action.price >= least.get(EFFECTS[action.effect].name, 0)


def test_effects_are_in_the_order_of_their_numbers() -> None:
    names = [name for name in vars(effects) if name.isupper() and name != "EFFECTS"]
    assert [getattr(effects, name) for name in names if name[0] != "_"] == list(range(len(EFFECTS)))
    assert tuple(effect.name for effect in EFFECTS) == get_args(EffectName)


def test_a_space_without_an_ornament(good: str, own: Path) -> None:
    """With fewer ornaments, spaces of the advanced side are empty: ``none``."""
    text = good.replace("cross = { pieces = 1", "cross = { pieces = 0")
    own.write_text(text.replace('"cross",', '"none",'))
    assert load_edition(own).advanced_ornaments[0] == (-1, 0, 1, 1, -1, -1)
