"""Every effect of ``box.effects`` is implemented; an unknown one is named in an error."""

from __future__ import annotations

from dataclasses import replace

import pytest

from redcathedral.box import load_edition
from redcathedral.box.effects import (
    EFFECTS,
    GAIN_COMPLETE,
    GAIN_RECOGNITION,
    GAIN_RUBLES,
    SWAP,
    TRADE_PAIR,
    TRADE_RUBLE,
)
from redcathedral.box.vocabulary import MATERIAL_COUNT, SPACE_COUNT, STONE, WOOD
from redcathedral.engine import arrange, influence, pile, rules
from redcathedral.engine.components import Components
from redcathedral.engine.decisions import DELIVER, INFLUENCE, PRESTIGE_RUBLES, STOP
from redcathedral.engine.influence import UnknownEffect
from redcathedral.engine.phases import EFFECT, MARKET
from redcathedral.engine.rng import Rng
from redcathedral.engine.setup import new_setting, new_state
from redcathedral.engine.state import State

OPTIONAL = range(PRESTIGE_RUBLES, DELIVER)
AT_ONCE = (GAIN_RUBLES, GAIN_RECOGNITION, GAIN_COMPLETE)


def at_card(effect: int) -> State:
    """Return a market turn in a quadrant whose card has this effect first."""
    edition = load_edition()
    cards = tuple(
        replace(card, actions=(replace(card.actions[0], effect=effect), card.actions[1]))
        for card in edition.influence
    )
    components = Components(replace(edition, influence=cards))
    state = new_state(new_setting(components, [0, 1]))
    rules.roll(state, Rng(1, 0))
    rules.play(state, rules.legal(state)[0])
    assert state.phase == MARKET
    return state


@pytest.mark.parametrize("effect", range(len(EFFECTS)), ids=[effect.name for effect in EFFECTS])
def test_every_effect_has_its_branch(effect: int) -> None:
    assert rules.legal(at_card(effect))[0] == 0


@pytest.mark.parametrize("effect", range(len(EFFECTS)), ids=[effect.name for effect in EFFECTS])
def test_every_chosen_effect_has_a_next_step(effect: int) -> None:
    state = at_card(effect)
    arrange.set_rubles(state, 0, 9)
    for kind in range(MATERIAL_COUNT):
        arrange.set_materials(state, 0, kind, 4)
    arrange.set_workshop(state, 0, 0, 1)
    if is_offered(state):
        rules.play(state, INFLUENCE)
        assert rules.legal(state)
        assert state.phase == (MARKET if effect in AT_ONCE else EFFECT)
        if state.phase == EFFECT:
            carry_out_a_step(state)


def carry_out_a_step(state: State) -> None:
    """Check that the first step of the action counts, ends it, or is half of it."""
    step = next(move for move in rules.legal(state) if move not in (STOP, *OPTIONAL))
    rules.play(state, step)
    assert state.phase == MARKET or state.repeats == 1 or state.left > 0


def is_offered(state: State) -> bool:
    """Return whether the first action of the card can be chosen."""
    arrange.update_derived_cells(state)
    return INFLUENCE in rules.legal(state)


@pytest.mark.parametrize("effect", [TRADE_PAIR, TRADE_RUBLE])
def test_a_trade_needs_another_kind_in_the_supply(effect: int) -> None:
    state = at_card(effect)
    arrange.set_rubles(state, 0, 9)
    arrange.set_materials(state, 0, WOOD, 2)
    assert is_offered(state)
    for kind in range(1, MATERIAL_COUNT):
        arrange.set_supply(state, kind, 0)
    assert not is_offered(state)  # wood for wood
    arrange.set_supply(state, WOOD, 0)
    assert not is_offered(state)
    arrange.set_supply(state, STONE, 1)
    assert is_offered(state)


def test_tiles_that_are_all_alike_cannot_be_swapped() -> None:
    state = at_card(SWAP)
    arrange.set_rubles(state, 0, 9)
    assert is_offered(state)
    for space in range(SPACE_COUNT):
        arrange.set_resource_tile(state, space, 0)
    assert not is_offered(state)


def test_materials_that_a_card_still_needs() -> None:
    state = at_card(SWAP)
    cost = state.setting.components.edition.cards[state.setting.card[0]].cost
    kind = next(kind for kind in range(MATERIAL_COUNT) if cost[kind] > 0)
    arrange.set_delivered(state, 0, kind, 1)
    needed = [count - (other == kind) for other, count in enumerate(cost)]
    assert [state.needed(0, other) for other in range(MATERIAL_COUNT)] == needed
    assert state.needs(0) == pile.from_counts(needed)


def test_unknown_effect_is_named_in_the_error() -> None:
    state = at_card(0)
    state.phase = EFFECT
    state.action = 0
    state.setting.components.action_effect[0] = len(EFFECTS)
    for carry_out in (
        lambda: rules.find_moves(state, rules.move_buffer()),
        lambda: influence.carry_out_step(state, 1),
        lambda: influence.step_moves(state, len(EFFECTS), 1, rules.move_buffer(), 0),
    ):
        with pytest.raises(UnknownEffect, match=rf"effect {len(EFFECTS)} .* no branch"):
            carry_out()
