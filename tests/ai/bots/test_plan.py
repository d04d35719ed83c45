"""A bot that plans its turns: it keeps to plan and budget, and thinks again when it must."""

from __future__ import annotations

from itertools import count, islice

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.ai.bots.planning import LATE, REPLAN_DIVISOR, PlanningBot, TurnPlanner
from redcathedral.ai.search.turn_line import TurnLine
from redcathedral.ai.search.turns import TurnSearch
from redcathedral.ai.value.evaluator import HandmadeEvaluator
from redcathedral.ai.value.standings import is_late
from redcathedral.engine import decisions, rules
from redcathedral.engine.phases import DONE, TURN
from redcathedral.engine.rng import DICE, Rng
from redcathedral.engine.state import State
from tests.ai.bots.positions import chosen, sample
from tests.properties.modes import EIGHT, Mode

OVERRUN = 12  # decisions that bring a turn to its end
eight = pytest.mark.parametrize("mode", EIGHT, ids=lambda mode: mode.name)


class Planner(PlanningBot):
    """Plans with the handmade evaluator, and simulates replies only late in the game."""

    def __init__(self, nodes: str = "", ms: str = "") -> None:
        super().__init__(nodes, ms)
        self._planner: TurnPlanner = TurnPlanner(HandmadeEvaluator(), 0)

    def think(self, state: State, nodes: int, deadline: float) -> TurnLine:
        return self._planner.best(state, nodes, deadline, LATE if is_late(state) else None)


class Watched(Planner):
    """Writes down when it thinks, and with how many decisions."""

    def __init__(self, nodes: int) -> None:
        super().__init__(nodes=str(nodes))
        self.asked: list[tuple[State, int]] = []

    def think(self, state: State, nodes: int, deadline: float) -> TurnLine:
        self.asked.append((state.copy(), nodes))
        return super().think(state, nodes, deadline)


class Restless(PlanningBot):
    """Re-rolls whenever it may, and thinks before all the same."""

    def __init__(self, nodes: int) -> None:
        super().__init__(str(nodes), "")
        self.search = TurnSearch(HandmadeEvaluator())
        self.asked: list[int] = []

    @property
    def nodes(self) -> int:
        return int(self.search.nodes)

    def think(self, state: State, nodes: int, deadline: float) -> TurnLine:
        del deadline
        self.asked.append(nodes)
        best = self.search.best(state, nodes)[0]
        for move in rules.legal(state):
            if decisions.PRESTIGE_REROLL <= move < decisions.DELIVER:
                after = state.copy()
                rules.apply(after, move)
                return TurnLine(vec[i64]([move]), after, 0)
        return best


def starts(mode: Mode, seed: int, every: int) -> list[State]:
    """Starts of turns, not those of the first ones."""
    found = sample(mode, seed, 1, 2500)
    turns = [state for state in found if state.phase == TURN and state.rerolled == 0]
    return turns[every::every]


def rerolls(state: State) -> list[int]:
    first, last = decisions.PRESTIGE_REROLL, decisions.DELIVER
    return [move for move in rules.legal(state) if first <= move < last]


@eight
def test_it_thinks_once_a_turn_and_does_as_planned(mode: Mode) -> None:
    state = mode.start()
    dice = Rng(4, DICE)
    rules.roll(state, dice)
    bots = [Watched(chosen(400, 60)) for _ in mode.advanced]
    while not state.is_over and state.turn < chosen(40, 6):
        bot = bots[state.decider]
        moves = rules.legal(state)
        thoughts, nodes = len(bot.asked), bot.nodes
        decision = bot.choose(state)
        assert decision in moves
        if len(moves) == 1:
            assert (len(bot.asked), bot.nodes) == (thoughts, nodes)  # nothing to think about
        rules.apply(state, decision)
        rules.roll(state, dice)
    for bot in bots[: 1 if mode.solo else None]:
        own = [asked for asked, _ in bot.asked if asked.phase <= DONE]
        moments = [(asked.turn, asked.rerolled) for asked in own]
        assert len(set(moments)) == len(moments) > chosen(2, 0)


def test_a_plan_holds_as_long_as_the_game_follows_it() -> None:
    """Back and forth on the planned way nothing is thought again; off it, it is."""
    tried = 0
    for start in starts(EIGHT[2], 5, chosen(3, 9)):
        bot = Watched(500)
        way = [start]
        while way[-1].turn == start.turn and not way[-1].is_chance:
            after = way[-1].copy()
            rules.apply(after, bot.choose(after))
            way.append(after)
        assert len(bot.asked) <= 1
        planned = [state for state in way[:-1] if len(rules.legal(state)) > 1]
        if not planned or planned[0].phase != TURN:
            continue
        decided = [bot.choose(state) for state in planned]
        assert [bot.choose(state) for state in reversed(planned)] == decided[::-1]
        assert len(bot.asked) == 1
        other = start.copy()
        rules.apply(other, next(m for m in rules.legal(start) if m not in decided))
        if other.is_chance or len(rules.legal(other)) == 1 or other.phase == TURN:
            continue
        used = bot.nodes
        assert bot.choose(other) in rules.legal(other)
        assert bot.asked[1][1] == max(500 - used, 500 // REPLAN_DIVISOR)
        bot.choose(start)  # taken back: the turn begins again
        assert [nodes for _, nodes in bot.asked] == [
            500,
            max(500 - used, 500 // REPLAN_DIVISOR),
            500,
        ]
        tried += 1
    assert tried > chosen(10, 0)


@pytest.mark.parametrize("nodes", [50, 900, 4000])
def test_a_reroll_keeps_the_remaining_budget(nodes: int) -> None:
    """R3.3: the turn continues after the dice, with the same budget."""
    asked = []
    least = nodes // REPLAN_DIVISOR
    found = [
        start for seed in range(chosen(6, 2)) for start in starts(EIGHT[1], seed, chosen(3, 9))
    ]
    for start in filter(rerolls, found):
        state = start.copy()
        bot = Restless(nodes)
        used = []
        while state.turn == start.turn:
            before = bot.nodes
            rules.apply(state, bot.choose(state))
            if bot.nodes > before:
                used.append(bot.nodes - before)
            if state.is_chance and state.after != TURN:
                break
            if state.is_chance:
                rules.roll(state, Rng(7, DICE))
        assert bot.asked[0] == nodes
        assert bot.asked[1:] == [max(nodes - used[0], least)][: len(bot.asked) - 1]
        assert sum(used) <= max(nodes, used[0] + least) + 2 * OVERRUN
        asked.append(len(bot.asked))
    assert asked.count(2) > chosen(5, 0)


@eight
def test_a_small_budget_is_kept_late_in_a_game(mode: Mode) -> None:
    """Where nothing is left for the replies, none are looked at."""
    found = (state for seed in count() for state in sample(mode, seed, 1))
    late = (state for state in found if state.phase == TURN and is_late(state))
    for state in islice(late, 0, chosen(90, 9), 3):
        for nodes in (60, 300):
            bot = Planner(nodes=str(nodes))
            bot.choose(state)
            assert bot.nodes <= nodes + OVERRUN


def test_a_forced_decision_costs_nothing() -> None:
    forced = 0
    for state in sample(EIGHT[0], 7, 1, 400):
        if not state.is_chance and not state.is_over and len(rules.legal(state)) == 1:
            bot = Watched(500)
            assert [bot.choose(state)] == rules.legal(state)
            assert bot.asked == []
            assert bot.nodes == 0
            forced += 1
    assert forced > 0


def test_a_budget_in_milliseconds_is_a_deadline() -> None:
    """Another test measures the time. This test checks that the bot passes the deadline."""
    deadlines: list[float] = []

    class Timed(Planner):
        def think(self, state: State, nodes: int, deadline: float) -> TurnLine:
            deadlines.append(deadline)
            return super().think(state, nodes, deadline)

    state = starts(EIGHT[0], 8, 1)[0]
    assert Timed(ms="20").choose(state) in rules.legal(state)
    assert Timed(nodes="20").choose(state) in rules.legal(state)
    assert deadlines[0] > 0.0
    assert deadlines[1] == 0.0


def test_a_subclass_must_implement_planning() -> None:
    bot = PlanningBot("1", "")
    state = starts(EIGHT[0], 8, 1)[0]
    with pytest.raises(NotImplementedError):
        bot.choose(state)
    with pytest.raises(NotImplementedError):
        bot.think(state, 1, 0.0)
