"""The tree bot: its budget over the decisions of a turn, and what it keeps in between."""

from __future__ import annotations

import pytest

from redcathedral.bots import BotSpecError, make, names
from redcathedral.bots.mcts import NODES, MctsBot
from redcathedral.bots.network import Valuer
from redcathedral.bots.shares import Shares
from redcathedral.bots.tree import Tree
from redcathedral.engine import rules
from redcathedral.engine.playout import decider
from redcathedral.engine.rng import DICE, Rng
from redcathedral.engine.state import State
from tests.bots.networks import weights
from tests.bots.positions import chosen, sample
from tests.properties.modes import EIGHT, Mode

ROOM = 1500  # what looking at the decisions of one position may cost


def test_it_is_registered_and_thinks_as_much_as_it_is_told() -> None:
    assert "mcts" in names()
    bot = make("mcts", 1)
    assert isinstance(bot, MctsBot)
    assert bot.budget.nodes == NODES
    assert bot.nodes == 0
    state = next(sample(EIGHT[0], 1, 1))
    few, more = MctsBot(1, 0, nodes="200"), MctsBot(1, 0, nodes="9000")
    few.choose(state)
    more.choose(state)
    assert 100 <= few.nodes <= 100 + ROOM < 4500 <= more.nodes <= 4500 + ROOM
    with pytest.raises(BotSpecError):
        make("mcts:nodes=1,ms=1", 1)


@pytest.mark.parametrize("mode", EIGHT, ids=lambda mode: mode.name)
def test_a_turn_is_thought_about_no_longer_than_the_budget(mode: Mode) -> None:
    """Every decision takes half of what is left, so that all have their part."""
    state = mode.start()
    dice = Rng(4, DICE)
    rules.roll(state, dice)
    budget = chosen(4000, 400)
    bots = [MctsBot(1, seat, nodes=str(budget)) for seat in range(len(mode.advanced))]
    turn, used, decisions, in_turn = -1, 0, 0, 0
    while not state.is_over and state.turn < chosen(60, 8):
        if state.turn != turn:
            turn, used, in_turn = int(state.turn), 0, 0
        bot = bots[decider(state)]
        before = bot.nodes
        decision = bot.choose(state)
        assert decision in rules.legal(state)
        if len(rules.legal(state)) == 1:
            assert bot.nodes == before
        used += bot.nodes - before
        decisions += 1
        in_turn += 1
        assert used <= budget + in_turn * ROOM
        rules.apply(state, decision)
        rules.roll(state, dice)
    assert decisions > state.turn


def test_another_turn_has_a_budget_of_its_own() -> None:
    bot = MctsBot(1, 0, nodes="600")
    for state in sample(EIGHT[2], 5, 200, 1500):
        if len(rules.legal(state)) > 1:
            before = bot.nodes
            bot.choose(state)
            assert bot.nodes - before >= 300


def test_the_seed_decides_the_dice_it_looks_at() -> None:
    state = middle()
    found = {tuple(looked(MctsBot(seed, 0, nodes="6000"), state)) for seed in (1, 1, 2, 3)}
    assert 1 < len(found) <= 3


def test_it_may_judge_by_the_network() -> None:
    state = middle()
    bot = MctsBot(1, 0, nodes="600")
    appraised = looked(bot, state)
    bot.tree = Tree(Shares(Valuer(weights(6).network()), 0), Rng(1, 1))
    assert looked(bot, state) != appraised


def test_a_budget_in_milliseconds_ends() -> None:
    """How long a turn takes is measured elsewhere."""
    state = middle()
    bot = MctsBot(1, 0, ms="30")
    while not state.is_chance:
        decision = bot.choose(state)
        assert decision in rules.legal(state)
        rules.apply(state, decision)
    assert bot.nodes > 0


def middle() -> State:
    """The start of a turn in the middle of a game."""
    found = [state for state in sample(EIGHT[0], 6, 1, 600) if state.turn > 20]
    return next(state for state in found if len(rules.legal(state)) > 5)


def looked(bot: MctsBot, state: State) -> list[int]:
    """How often each decision was looked into."""
    bot.choose(state)
    return [bot.tree.visits([move]) for move in rules.legal(state)]
