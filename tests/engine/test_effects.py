"""Every effect of the vocabulary is carried out; one that is not is named."""

from __future__ import annotations

from dataclasses import replace

import pytest

from redcathedral.box import load_edition
from redcathedral.box.effects import EFFECTS
from redcathedral.engine import influence, rules
from redcathedral.engine.components import Components
from redcathedral.engine.influence import UnknownEffect
from redcathedral.engine.phases import EFFECT, MARKET
from redcathedral.engine.rng import Rng
from redcathedral.engine.setup import new_setting, new_state
from redcathedral.engine.state import State


def at_card(effect: int) -> State:
    """A market turn in a quadrant whose card has this effect first."""
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


def test_an_effect_without_a_branch_is_named() -> None:
    state = at_card(0)
    state.phase = EFFECT
    state.action = 0
    state.setting.components.action_effect[0] = len(EFFECTS)
    for carry_out in (
        lambda: rules.find_moves(state, rules.room()),
        lambda: influence.step(state, 1),
    ):
        with pytest.raises(UnknownEffect, match=rf"effect {len(EFFECTS)} .* no branch"):
            carry_out()
