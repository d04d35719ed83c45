"""The network of the recipes: its inputs, and the decisions of its outputs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.tools.training.extra import REASON

torch = pytest.importorskip("torch", reason=REASON)
np = pytest.importorskip("numpy", reason=REASON)

from common.network import (  # noqa: E402
    ACTIONS,
    InputFeatures,
    TableNetwork,
    legal_actions,
    low_decision_logits,
    network_input,
    sample_actions,
)
from redcathedral.engine import decisions, rules  # noqa: E402
from redcathedral.engine.state import State  # noqa: E402
from redcathedral.envs.observation import FEATURES, full  # noqa: E402
from redcathedral.envs.policy import mask  # noqa: E402
from redcathedral.play.game import Game  # noqa: E402

if TYPE_CHECKING:
    from torch import Tensor


def positions() -> Iterator[State]:
    """Positions of some games of two where somebody decides."""
    for seed in range(3):
        rng = random.Random(seed)
        game = Game(players=2, seed=seed)
        while not game.is_over and game.state.turn < 40:
            yield game.state
            game.play(rng.choice(game.legal_texts))


STATES = [state.copy() for state in positions()][::5]
NAMED = {feature.name: feature for feature in FEATURES}
FULL = np.stack([full(state) for state in STATES])
MASKS = np.array([mask(state) for state in STATES], bool)


def answers(**given: Tensor) -> Tensor:
    """What is said by decision in all positions where things answer so, 0 where not named."""
    sizes = {"space": (8, 7), "material": (6, 7), "workshop": (6, 3)}
    said = {name: torch.zeros(len(STATES), *size) for name, size in sizes.items()}
    landing = torch.tensor(FULL[:, NAMED["landing"].indices]).float().view(-1, 5, 8)
    landing = landing.transpose(1, 2)  # by space
    return low_decision_logits(landing, **(said | given))


def test_input_features_match_their_names() -> None:
    facts = InputFeatures(network_input(FULL).float(), legal_actions(MASKS).float())
    kinds = {"materials": "material", "rubles": "table", "needed": "place", "gives": "space"}
    for name, kind in kinds.items():
        feature = NAMED[name]
        whole = FULL[:, feature.indices].reshape(-1, *feature.shape)
        message = whole[:, :2] if feature.of.startswith("seat") else whole
        found = facts.of(kind, name).numpy()
        found = found.transpose(0, 2, 1) if kind == "material" else found
        assert (found == message.reshape(found.shape)).all(), name


def test_needed_materials_of_cards() -> None:
    """Of each material what all sections of a seat still take, that of who decides first."""
    facts = InputFeatures(network_input(FULL).float(), legal_actions(MASKS).float())
    for state, needs in zip(STATES, facts.needs.tolist(), strict=True):
        for seat, found in zip((state.decider, 1 - state.decider), needs, strict=True):
            places = [state.unfinished_place(seat, n) for n in range(state.unfinished_count(seat))]
            assert sum(found) == sum(state.missing(place) for place in places)


def test_die_logits_are_indexed_by_destination() -> None:
    """What a space says of a die is said of the decision that moves it there (R6.1)."""
    of_space = torch.arange(40.0).view(8, 5)
    said = answers(space=torch.cat([of_space, torch.zeros(8, 2)], 1).expand(len(STATES), 8, 7))
    moved = 0
    for state, row in zip(STATES, said, strict=True):
        for decision in rules.legal(state):
            if decisions.DIE <= decision < decisions.TILE:
                after = state.copy()
                rules.apply(after, decision)
                die = (decision - decisions.DIE) // decisions.DIE_STEPS
                assert row[decision] == of_space[int(after.space), die]
                moved += 1
    assert moved > 100


def test_logits_of_trades_discards_and_swaps() -> None:
    material = torch.zeros(len(STATES), 6, 7)
    material[:, :, 2] = torch.arange(6) * 10.0  # to trade away
    material[:, :, 3] = torch.arange(6)  # to trade for
    material[:, :, 6] = 2.0 ** torch.arange(6)  # to discard
    space = torch.zeros(len(STATES), 8, 7)
    space[:, :, 6] = 2.0 ** torch.arange(8)  # to swap
    said = answers(material=material, space=space)[0]
    for away in range(6):
        for got in range(6):
            if got != away:
                assert said[decisions.trade(away, got)] == 10 * away + got
    assert said[decisions.discard(1, 3, 4)] == 2 + 8 + 16
    assert said[decisions.swap(2, 7)] == 4 + 128


@pytest.mark.parametrize("share", [0.0, 0.5, 1 - 2**-24])  # the lowest and the highest
def test_illegal_actions_are_never_drawn(share: float, monkeypatch: pytest.MonkeyPatch) -> None:
    chances, values = TableNetwork()(network_input(FULL), legal_actions(MASKS))
    assert chances.shape == (len(STATES), ACTIONS)
    assert values.shape == (len(STATES),)
    shares = chances.exp()
    assert torch.allclose(shares.sum(1), torch.ones(len(STATES)))
    assert shares[~legal_actions(MASKS)].max() < 1e-25
    monkeypatch.setattr(torch, "rand", lambda *size: torch.full(size, share))
    assert legal_actions(MASKS).gather(1, sample_actions(chances)[:, None]).all()
