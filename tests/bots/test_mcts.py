"""The tree bot: its budget for a turn, and what it keeps in between."""

from __future__ import annotations

import pytest

from redcathedral.bots import BotSpecError, make, names
from redcathedral.bots.mcts import MctsBot
from redcathedral.bots.planning import NODES
from redcathedral.engine import rules
from redcathedral.engine.rng import DICE, Rng
from redcathedral.engine.state import State
from redcathedral.search.tree import ALONE, REPLY, Tree
from redcathedral.value.network import Valuer
from redcathedral.value.win_share import Shares
from tests.bots.networks import weights
from tests.bots.positions import chosen, sample
from tests.properties.modes import EIGHT, Mode


def test_it_is_registered_and_thinks_as_much_as_it_is_told() -> None:
    assert "mcts" in names()
    bot = make("mcts", 1)
    assert isinstance(bot, MctsBot)
    assert bot.budget.nodes == NODES
    assert bot.nodes == 0
    state = middle()
    few, more = MctsBot(1, 0, nodes="200"), MctsBot(1, 0, nodes="9000")
    few.choose(state)
    more.choose(state)
    assert 150 < few.nodes <= 200 + REPLY < 9000 - REPLY < more.nodes <= 9000 + REPLY
    with pytest.raises(BotSpecError):
        make("mcts:nodes=1,ms=1", 1)


@pytest.mark.parametrize("mode", EIGHT, ids=lambda mode: mode.name)
def test_a_turn_is_thought_about_no_longer_than_the_budget(mode: Mode) -> None:
    """Nothing is thought about twice unless dice have fallen in the middle of the turn."""
    state = mode.start()
    dice = Rng(4, DICE)
    rules.roll(state, dice)
    budget = chosen(4000, 300)
    bots = [MctsBot(1, seat, nodes=str(budget)) for seat in range(len(mode.advanced))]
    turn, used, rolled, is_new = -1, 0, False, False
    while not state.is_over and state.turn < chosen(60, 8):
        if state.turn != turn:
            turn, used, is_new = int(state.turn), 0, True
        bot = bots[state.decider]
        before = bot.nodes
        decision = bot.choose(state)
        assert decision in rules.legal(state)
        if len(rules.legal(state)) == 1 or not (is_new or rolled or mode.solo):
            assert bot.nodes == before
        else:
            is_new = False
        used += bot.nodes - before
        assert used <= budget + REPLY * (1 + 2 * rolled)
        rules.apply(state, decision)
        rolled = state.is_chance or (rolled and state.turn == turn)
        rules.roll(state, dice)
    assert state.turn > 5


def test_what_it_knows_is_kept_when_it_thinks_again() -> None:
    """The turn that was looked into most is known when another begins, if the dice fall so."""
    state = middle()
    bot = MctsBot(1, state.decider, nodes="8000")
    bot.choose(state)
    visits = bot.tree.visits([])
    assert visits > 0
    bot.tree.search(state, 0)
    assert bot.tree.visits([]) == visits


def test_the_seed_decides_the_dice_it_looks_at() -> None:
    state = middle()
    found = {tuple(looked(MctsBot(seed, 0, nodes="6000"), state)) for seed in (1, 1, 2, 3)}
    assert 1 < len(found) <= 3


def test_it_may_judge_by_the_network() -> None:
    state = middle()
    bot = MctsBot(1, 0, nodes=str(ALONE * 2))
    appraised = looked(bot, state)
    bot.tree = Tree(Shares(Valuer(weights(6, out=9000).network()), 0), 1)
    bot.think(state, ALONE * 2, 0.0)
    assert bot.tree.visits([]) > 0
    assert [bot.tree.visits([step]) for step in range(bot.tree.children([]))] != appraised


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
    """How often each turn was looked into."""
    bot.choose(state)
    return [bot.tree.visits([step]) for step in range(bot.tree.children([]))]
