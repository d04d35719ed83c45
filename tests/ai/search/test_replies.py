"""The search of replies chooses the better turn, and the same turn with the same seed."""

from __future__ import annotations

from time import perf_counter

import pytest

from redcathedral.ai.search.replies import MAX_TURNS, Replies
from redcathedral.ai.search.turn_line import TurnLine
from redcathedral.ai.search.turns import TurnSearch
from redcathedral.ai.value.evaluator import HandmadeEvaluator
from redcathedral.ai.value.network import NetworkEvaluator
from redcathedral.engine import arrange
from redcathedral.engine.phases import DONE, TURN
from redcathedral.engine.state import State
from tests.ai.bots.networks import weights
from tests.ai.bots.positions import chosen, sample
from tests.endgames.book import after, entry, solver
from tests.properties.fields import fields
from tests.properties.modes import ALL, EIGHT, Mode

REPLY = 40
OVERRUN = 12  # decisions that bring a turn to its end
modes = pytest.mark.parametrize("mode", ALL, ids=lambda mode: mode.name)
eight = pytest.mark.parametrize("mode", EIGHT, ids=lambda mode: mode.name)


def starts(mode: Mode, seed: int, every: int, limit: int = 1500) -> list[State]:
    found = sample(mode, seed, 1, limit)
    return [state for state in found if state.phase == TURN][every::every]


@eight
def test_the_same_seed_makes_the_same_simulations(mode: Mode) -> None:
    for state in starts(mode, 3, chosen(7, 29)):
        turns = TurnSearch(HandmadeEvaluator()).best(state, 300, 6)
        before = [fields(turn.state) for turn in turns]
        network = weights(7).network()
        found = []
        for _ in range(2):
            replies = Replies(NetworkEvaluator(network), 5)
            best = replies.choose(turns, state.decider, chosen(1500, 300), REPLY, 0.0)
            found.append((best.ids(), int(replies.search.nodes)))
            assert best.ids() in [turn.ids() for turn in turns]
        assert found[0] == found[1]
        assert [fields(turn.state) for turn in turns] == before


@modes
def test_a_single_turn_needs_no_simulation(mode: Mode) -> None:
    for state in starts(mode, 4, 11, 400):
        (turn,) = TurnSearch(HandmadeEvaluator()).best(state, 50, 1)
        replies = Replies(HandmadeEvaluator(), 1)
        assert replies.choose([turn], state.decider, 10_000, REPLY, 0.0) is turn
        assert replies.search.nodes == 0


def changed(turn: TurnLine, seat: int, score: int, rubles: int = 0) -> TurnLine:
    """Return a copy of a turn after which a seat has more prestige and rubles."""
    state = turn.state.copy()
    arrange.set_score(state, seat, state.score(seat) + score)
    arrange.set_rubles(state, seat, state.rubles(seat) + rubles)
    return TurnLine(turn.line, state, turn.worth)


@eight
@pytest.mark.parametrize(("score", "rubles"), [(30, 0), (0, 12)])
def test_the_obviously_better_turn_is_chosen(mode: Mode, score: int, rubles: int) -> None:
    """Its place in the list and its first estimate do not matter."""
    for state in starts(mode, 5, chosen(9, 37))[: chosen(8, 2)]:
        seat = state.decider
        (turn,) = TurnSearch(HandmadeEvaluator()).best(state, 100, 1)
        better = changed(turn, seat, score, rubles)
        better.worth = -(10**9)
        for field_of in ([turn, better], [better, turn], [turn, turn, better, turn]):
            chosen_one = Replies(HandmadeEvaluator(), 2).choose(field_of, seat, 20_000, REPLY, 0.0)
            assert chosen_one is better


def test_a_gift_to_another_seat_is_no_better() -> None:
    for state in starts(EIGHT[0], 6, 9)[:8]:
        seat = state.decider
        (turn,) = TurnSearch(HandmadeEvaluator()).best(state, 100, 1)
        worse = changed(turn, 1 - seat, 30)
        found = Replies(HandmadeEvaluator(), 2).choose([worse, turn], seat, 20_000, REPLY, 0.0)
        assert found is turn


def test_the_first_estimate_of_a_turn_counts_as_several_evaluations() -> None:
    """The dice can change the value by less than a hundredth of the first estimate."""
    state = starts(EIGHT[0], 6, 9)[0]
    seat = state.decider
    (turn,) = TurnSearch(HandmadeEvaluator()).best(state, 100, 1)
    better = changed(turn, seat, 30)
    turn.worth, better.worth = 10**9, 0
    for trust, best in ((0, better), (1, turn)):
        found = Replies(HandmadeEvaluator(), 2).choose(
            [turn, better], seat, 20_000, REPLY, 0.0, trust
        )
        assert found is best


@eight
def test_exceeds_the_budget_by_at_most_one_simulation_per_turn(mode: Mode) -> None:
    for state in starts(mode, 7, chosen(9, 37))[: chosen(6, 2)]:
        turns = TurnSearch(HandmadeEvaluator()).best(state, 200, 4)
        for budget in (1, 500, chosen(4000, 900)):
            replies = Replies(HandmadeEvaluator(), 3)
            replies.choose(turns, state.decider, budget, REPLY, 0.0)
            assert replies.search.nodes <= budget + len(turns) * MAX_TURNS * (REPLY + OVERRUN)


def test_after_the_deadline_the_finished_simulations_count() -> None:
    """Without any simulation, the turn with the best estimate is chosen."""
    for state in starts(EIGHT[5], 8, 9)[:4]:
        turns = TurnSearch(HandmadeEvaluator()).best(state, 200, 4)
        replies = Replies(HandmadeEvaluator(), 3)
        late = replies.choose(turns, state.decider, 10**9, REPLY, perf_counter() - 1)
        assert late is turns[0]
        assert replies.search.nodes == 0
        again = replies.choose(turns, state.decider, 2000, REPLY, 0.0)
        assert replies.search.nodes > 0
        other = Replies(HandmadeEvaluator(), 3).choose(turns, state.decider, 2000, REPLY, 0.0)
        assert again.ids() == other.ids()


def test_simulates_the_choices_for_ivan() -> None:
    """R8.4: the bot of the human player also compares Ivan's cards."""
    tried = 0
    for state in sample(EIGHT[6], 9, 1, 2500):
        if state.phase > DONE and not state.is_over:
            turns = TurnSearch(HandmadeEvaluator()).best(state, 100, 4)
            replies = Replies(HandmadeEvaluator(), 3)
            best = replies.choose(turns, state.decider, 400, REPLY, 0.0)
            assert best.ids() in [turn.ids() for turn in turns]
            tried += 1
    assert tried > 0


@pytest.mark.parametrize("name", ["the-die-that-blue-needs", "three-dice-stop-ivan", "not-yet"])
def test_late_in_a_game_the_replies_decide(name: str) -> None:
    """In these endgames the turn with the best estimate is a trap, and the replies show it."""
    found = entry(name)
    start = found.start()
    turns = TurnSearch(HandmadeEvaluator()).best(start, 3000, 16)
    replies = Replies(HandmadeEvaluator(), 0)
    best = replies.choose(turns, start.decider, 20_000, 60, 0.0)
    solve = solver(name)
    assert solve.value(best.state) == solve.value(after(start, found.best.turn))
    assert solve.value(turns[0].state) < solve.value(best.state)
