"""The search of whole turns: compared with brute force, its budget, and skipped decisions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from time import perf_counter

import pytest

from redcathedral.ai.search.turn_line import TurnLine
from redcathedral.ai.search.turns import CLOCK_INTERVAL, MIN_REROLL_NODES, TurnSearch
from redcathedral.ai.value.evaluator import Evaluator, HandmadeEvaluator
from redcathedral.ai.value.network import NetworkEvaluator
from redcathedral.box.options import Options
from redcathedral.engine import arrange, decisions, rules
from redcathedral.engine.phases import DONE, MARKET, ROLL, TURN
from redcathedral.engine.state import State
from tests.ai.analysis.endings import last_turn
from tests.ai.bots.networks import weights
from tests.ai.bots.positions import TooMany, Ways, chosen, sample
from tests.endgames.book import entry
from tests.engine.words import IDS
from tests.properties.fields import fields
from tests.properties.modes import ALL, EIGHT, Mode
from tests.properties.params import few_modes

HUGE = 10**9
OVERRUN = 12  # decisions that bring a turn to its end
modes = pytest.mark.parametrize("mode", ALL, ids=lambda mode: mode.name)
eight = pytest.mark.parametrize("mode", EIGHT, ids=lambda mode: mode.name)


def evaluators() -> list[Evaluator]:
    return [HandmadeEvaluator(), NetworkEvaluator(weights(6).network())]


def due(mode: Mode, seed: int, every: int, limit: int) -> Iterator[State]:
    """Yield every ``every``-th position of a game, if a decision is due in it."""
    for state in sample(mode, seed, every, limit):
        if not state.is_chance and not state.is_over:
            yield state


def rerolls(state: State) -> list[int]:
    first, last = decisions.PRESTIGE_REROLL, decisions.DELIVER
    return [move for move in rules.legal(state) if first <= move < last]


def most(state: State, evaluator: Evaluator, limit: int) -> int:
    """The best worth of a turn without re-rolls, by every way there is.  Raises TooMany."""
    seat = state.decider
    return max(int(evaluator.worth(end, seat)) for end in Ways(limit).ends(state))


def walked(state: State, turn: TurnLine) -> State:
    """Where the decisions of a turn lead, each of them legal."""
    after = state.copy()
    for decision in turn.ids():
        assert after.turn == state.turn
        rules.play(after, decision)
    return after


@pytest.mark.slow
@few_modes
def test_the_best_turn_is_that_of_brute_force(mode: Mode) -> None:
    """From the start of turns early in the game, and from anywhere in turns later."""
    found = 0
    limit = chosen(6_000, 800)
    for evaluator in evaluators():
        search = TurnSearch(evaluator)
        starts = [s for s in due(mode, 21, 1, chosen(90, 25)) if s.phase == TURN]
        later = due(mode, 22, chosen(11, 61), 2000)
        for state in [*starts, *later]:
            try:
                wanted = most(state, evaluator, limit)
            except TooMany:
                continue
            best = search.best(state, HUGE, 500)
            plain = [turn for turn in best if turn.ids()[0] not in rerolls(state)]
            assert plain[0].worth == wanted
            assert fields(walked(state, plain[0])) == fields(plain[0].state)
            found += 1
    assert found > chosen(15, 2)


@modes
def test_turns_are_sorted_and_lead_where_they_say(mode: Mode) -> None:
    for state in due(mode, 23, chosen(11, 97), 1500):
        before = fields(state)
        evaluator = HandmadeEvaluator()
        turns = TurnSearch(evaluator).best(state, chosen(2000, 300), 12)
        assert fields(state) == before
        assert 1 <= len(turns) <= 12
        worths = [turn.worth for turn in turns]
        assert worths == sorted(worths, reverse=True)
        lines = [tuple(turn.ids()) for turn in turns]
        assert len(set(lines)) == len(lines)
        for turn in turns:
            after = walked(state, turn)
            assert fields(after) == fields(turn.state)
            if turn.ids()[0] in rerolls(state):
                assert len(turn.ids()) == 1
                continue
            assert after.turn != state.turn or after.is_chance or state.phase > DONE
            assert turn.worth == evaluator.worth(turn.state, state.decider)


@eight
def test_more_turns_asked_for_are_the_same_and_others(mode: Mode) -> None:
    """With nothing cut the first of many are the few, and the best of them the best way's ends."""
    for state in due(mode, 24, chosen(13, 40), chosen(400, 120)):
        evaluator = HandmadeEvaluator()
        try:
            ends = list(Ways(chosen(20_000, 600)).ends(state))
        except TooMany:
            continue
        if rerolls(state):
            continue
        many = TurnSearch(evaluator).best(state, HUGE, 1000)
        few = TurnSearch(evaluator).best(state, HUGE, 3)
        assert [turn.ids() for turn in few] == [turn.ids() for turn in many[:3]]
        worths = {int(evaluator.worth(end, state.decider)) for end in ends}
        assert {int(turn.worth) for turn in many} == worths


@modes
def test_the_budget_is_kept(mode: Mode) -> None:
    """The search may exceed the budget only to finish its first turn."""
    asked = 0
    for state in due(mode, 25, chosen(9, 120), 2000):
        for budget in (1, 3, 30, 200, 800, chosen(5000, 1200)):
            search = TurnSearch(HandmadeEvaluator())
            turns = search.best(state, budget, 2)
            assert search.nodes <= budget + OVERRUN
            walked(state, turns[0])
            before = search.nodes
            search.best(state, budget)
            assert search.nodes - before <= budget + OVERRUN
            asked += 1
    assert asked > 5


@eight
def test_the_same_budget_gives_the_same_turns(mode: Mode) -> None:
    for state in due(mode, 26, chosen(23, 150), 1500):
        for budget in (50, 400, chosen(3000, 900)):
            one = TurnSearch(HandmadeEvaluator()).best(state, budget, 5)
            other = TurnSearch(HandmadeEvaluator()).best(state.copy(), budget, 5)
            assert [(turn.ids(), turn.worth) for turn in one] == [
                (turn.ids(), turn.worth) for turn in other
            ]


def test_more_budget_finds_no_less() -> None:
    """With all of a turn looked at, nothing is found that is worse than with a part of it."""
    for state in due(EIGHT[3], 27, chosen(31, 200), 1500):
        if rerolls(state):
            continue
        part = TurnSearch(HandmadeEvaluator()).best(state, 60)[0].worth
        assert TurnSearch(HandmadeEvaluator()).best(state, chosen(HUGE, 4000))[0].worth >= part


def expectation(state: State, evaluator: Evaluator) -> int:
    """The mean over all faces of the best turn after them, rounded down die by die."""
    if not state.is_chance:
        return int(TurnSearch(evaluator).best(state, HUGE)[0].worth)
    total = 0
    for face in range(1, 7):
        after = state.copy()
        rules.settle(after, face)
        total += expectation(after, evaluator)
    return total // 6


@eight
def test_a_paid_reroll_is_worth_the_mean_of_what_may_follow(mode: Mode) -> None:
    """R3.3: every face of every die has the same chance."""
    looked_at = 0
    games = (due(mode, seed, chosen(17, 5), 3000) for seed in range(28, 40))
    for state in chain.from_iterable(games):
        if not rerolls(state) or (state.phase == TURN and not chosen(1, 0)):
            continue
        evaluator = HandmadeEvaluator()
        turns = TurnSearch(evaluator).best(state, HUGE, 5000)
        worth = {turn.ids()[0]: turn.worth for turn in turns if turn.ids()[0] in rerolls(state)}
        assert sorted(worth) == rerolls(state)
        for move in rerolls(state)[: chosen(3, 1)]:
            after = state.copy()
            rules.apply(after, move)
            assert worth[move] == expectation(after, evaluator)
        looked_at += 1
        if looked_at == chosen(6, 1):
            return
    assert looked_at > 0 or mode.solo


def test_rerolls_are_left_out_where_the_budget_is_scant() -> None:
    for state in due(EIGHT[0], 28, 7, 2000):
        if rerolls(state):
            turns = TurnSearch(HandmadeEvaluator()).best(state, 2 * MIN_REROLL_NODES * 6 - 1, 5000)
            assert [turn for turn in turns if turn.ids()[0] in rerolls(state)] == []
            return
    raise AssertionError("no position with a re-roll")


def test_more_dice_have_more_of_the_budget() -> None:
    """Each way in which dice may fall has as much of it: 36 for two dice, 6 for one."""
    start = entry("two-dice-or-one").start()
    turns = TurnSearch(HandmadeEvaluator()).best(start, 20_000, 400)
    worth = {turn.ids()[0]: turn.worth for turn in turns if turn.ids()[0] in rerolls(start)}
    assert len(worth) > 1
    for move, value in worth.items():
        after = start.copy()
        rules.apply(after, move)
        assert value == expectation(after, HandmadeEvaluator())
    best = IDS[entry("two-dice-or-one").best.turn]
    assert max(worth, key=lambda move: worth[move]) == best == turns[0].ids()[0]


@eight
def test_a_deadline_that_has_passed_leaves_a_legal_turn(mode: Mode) -> None:
    """The clock is looked at now and then only; after that nothing more is begun."""
    asked = 0
    games = (due(mode, seed, chosen(19, 130), 2500) for seed in range(29, chosen(35, 32)))
    for state in chain.from_iterable(games):
        search = TurnSearch(HandmadeEvaluator())
        search.deadline = perf_counter() - 1
        turns = search.best(state, HUGE, 8)
        assert search.leaves <= CLOCK_INTERVAL + 1
        walked(state, turns[0])
        asked += bool(rerolls(state))
    assert asked > 0 or mode.solo or not chosen(1, 0)


def test_a_deadline_far_away_changes_nothing_but_the_order_of_search() -> None:
    for state in due(EIGHT[0], 30, chosen(9, 40), chosen(500, 200)):
        if rerolls(state):
            continue
        search = TurnSearch(HandmadeEvaluator())
        search.deadline = perf_counter() + 1000
        worth = search.best(state, HUGE)[0].worth
        assert worth == TurnSearch(HandmadeEvaluator()).best(state, HUGE)[0].worth


def left_open(state: State) -> State:
    """The same position in a game whose turns stay open after their roll (R3.5)."""
    twin = state.copy()
    twin.setting = state.setting.copy()
    twin.setting.options = Options(final_roll="leaves_open")
    twin.setting.leaves_open = True
    return twin


def test_a_turn_that_stays_open_is_worth_what_it_is_worth_closed() -> None:
    """Nobody gains by what may still be done after the roll: it could be done before."""
    rolled = 0
    for evaluator in evaluators():
        search = TurnSearch(evaluator)
        for state in due(EIGHT[1], 5, chosen(9, 60), 1000):
            if state.phase == DONE:
                continue
            closed = search.best(state, 400, 3)
            opened = search.best(left_open(state), 400, 3)
            assert [turn.ids() for turn in opened] == [turn.ids() for turn in closed]
            assert [turn.worth for turn in opened] == [turn.worth for turn in closed]
            rolled += sum(turn.state.phase == ROLL for turn in opened)
    assert rolled > 0


def test_searches_the_rest_of_a_turn_after_a_roll() -> None:
    """The result ends the turn, after an exchange if that pays (R7.8)."""
    state = left_open(next(s for s in due(EIGHT[0], 5, 1, 1000) if s.phase == MARKET))
    rules.play(state, decisions.END)
    while state.is_chance:
        rules.settle(state, 1)
    assert state.phase == DONE
    arrange.set_score(state, state.seat, 8)  # the prestige space behind is 5
    assert decisions.PRESTIGE_RUBLES in rules.legal(state)
    for turn in TurnSearch(HandmadeEvaluator()).best(state, 400, 3):
        assert turn.ids()[-1] == decisions.END
        assert walked(state, turn).turn == state.turn + 1


def overlooking(part: int, lot: int = 1) -> TurnSearch:
    search = TurnSearch(NetworkEvaluator(weights(6).network()))
    search.overlooked = part
    search.overlook_seed = lot
    return search


@eight
def test_what_does_not_come_to_mind_is_not_played(mode: Mode) -> None:
    """The same ideas in the whole turn, others in another; and there is always a turn."""
    fewer = 0
    for state in due(mode, 3, chosen(23, 150), 700):
        all_of_them = {tuple(turn.ids()) for turn in overlooking(0).best(state, 2000, 500)}
        for part in (30, 90):
            turns = overlooking(part).best(state, 2000, 500)
            assert turns
            again = overlooking(part).best(state, 2000, 500)
            assert [turn.ids() for turn in turns] == [turn.ids() for turn in again]
            for turn in turns:
                walked(state, turn)
            fewer += len(turns) < len(all_of_them)
    assert fewer > 0


def test_the_seed_determines_the_skipped_decisions() -> None:
    """The bot skips a share of the ideas; all banners for a card are one idea."""
    state = next(state for state in due(EIGHT[0], 3, 1, 50) if state.phase == TURN)
    first, last = decisions.CLAIM, decisions.IVAN_CLAIM
    seen, lots = [], chosen(400, 30)
    for lot in range(lots):
        turns = overlooking(40, lot).best(state, 6000, 2000)
        claimed = {turn.ids()[0] for turn in turns if first <= turn.ids()[0] < last}
        cards = {move - (move - first) % 4 for move in claimed}
        for card in cards:
            banners = {move for move in rules.legal(state) if 0 <= move - card < 4}
            assert banners <= claimed
        seen.append(len(cards))
    there = {move - (move - first) % 4 for move in rules.legal(state) if first <= move < last}
    assert 0.5 < sum(seen) / (lots * len(there)) < 0.7


def test_skips_nothing_in_the_last_turn() -> None:
    """R7.1: the last turn needs every point."""
    state = last_turn().state
    best = overlooking(0).best(state, 3000, 50)
    for lot in range(5):
        found = overlooking(90, lot).best(state, 3000, 50)
        assert [turn.ids() for turn in found] == [turn.ids() for turn in best]
