"""Games of the value function against itself, and what they teach: no PyTorch is needed here."""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from redcathedral.ai.search import greedy
from redcathedral.ai.value.fields import ROW_COUNT, TARGET_TILE, field_count, value_of
from redcathedral.ai.value.network import MARGIN_UNIT, NetworkEvaluator, Prediction
from redcathedral.box.vocabulary import DIE_COUNT
from redcathedral.engine import rules
from redcathedral.engine.rng import DICE, Rng
from redcathedral.engine.scoring import scores, winners
from redcathedral.engine.state import State
from redcathedral.play.process_pool import run_jobs
from tests.ai.bots.networks import saved, weights
from tests.ai.bots.positions import chosen, course
from tests.properties.modes import COMPONENTS, EIGHT, Mode
from tools.training import self_play
from tools.training.self_play import (
    MAX_MARGIN,
    POLICY_STREAM,
    GameExamples,
    bootstrap_game,
    make_self_play_worker,
    opening,
    play,
)
from tools.training.settings import TrainingSettings

TRACE = 0.85
SETTINGS = TrainingSettings(nodes=chosen(60, 8), explore=0.1, stray=0.2, guests=0.0, trace=TRACE)
SEEDS = chosen(12, 2)
TRIED = chosen(8, 4)


def ended(mode: Mode, seed: int) -> State:
    """The end of a random game."""
    *_, end = course(mode, seed)
    return end


def returns(said: list[float], result: float) -> list[float]:
    """The lambda-returns: of all that is said later, by how much later, and of the result."""
    found = []
    for at in range(len(said)):
        later = said[at + 1 :]
        total = sum((1 - TRACE) * TRACE**step * value for step, value in enumerate(later))
        found.append(total + TRACE ** len(later) * result)
    return found


def test_the_returns_by_hand() -> None:
    """Three positions, the middle one thought to be lost and the last one even; then it is won."""
    assert returns([0.9, 0.0, 0.5], 1.0) == pytest.approx(
        [(1 - TRACE) * 0.0 + (1 - TRACE) * TRACE * 0.5 + TRACE**2, (1 - TRACE) * 0.5 + TRACE, 1.0]
    )


@pytest.mark.parametrize("mode", [EIGHT[0], EIGHT[3], EIGHT[4], EIGHT[6]], ids=lambda m: m.name)
def test_targets_are_lambda_returns(mode: Mode) -> None:
    end = ended(mode, 3)
    seats = len(mode.advanced)
    fields = int(field_count(seats))
    rng = Rng(5, 1)
    said = [
        [Prediction(float(rng.unit()), float(rng.below(40)) - 20) for _ in range(seats)]
        for _ in range(7)
    ]
    seen = [
        array("H", [10 * at + seat for seat in range(seats) for _ in range(fields)])
        for at in range(7)
    ]
    examples = self_play._examples(end, list(zip(seen, said, strict=True)), TRACE)
    assert len(examples.shares) == len(examples.margins) == 7 * seats
    assert len(examples.rows) == 7 * seats * fields
    best = winners(scores(end))
    totals = [score.total for score in scores(end)]
    found = {
        int(examples.rows[at * fields]): (examples.shares[at], examples.margins[at])
        for at in range(7 * seats)
    }
    for seat in range(seats):
        margin = totals[seat] - max(totals[:seat] + totals[seat + 1 :])
        shares = returns([outlooks[seat].share for outlooks in said], int(seat in best) / len(best))
        margins = returns(
            [outlooks[seat].margin / MARGIN_UNIT for outlooks in said],
            max(-MAX_MARGIN, min(MAX_MARGIN, margin)) / MARGIN_UNIT,
        )
        for at in range(7):
            wanted = (shares[at], margins[at])
            assert found[10 * at + seat] == pytest.approx(wanted, abs=1e-5)


def test_targets_without_a_network_are_the_result() -> None:
    for seed in range(SEEDS):
        examples = bootstrap_game(COMPONENTS, SETTINGS, seed)
        by_seat = [
            {(examples.shares[at], examples.margins[at]) for at in range(first, last)}
            for first, last in parts(examples)
        ]
        assert [len(results) for results in by_seat] == [1] * examples.seats
        shares = [next(iter(results))[0] for results in by_seat]
        assert sum(shares) == pytest.approx(1, abs=1e-4)


def parts(examples: GameExamples) -> list[tuple[int, int]]:
    """The examples of each seat lie together."""
    each = len(examples.shares) // examples.seats
    return [(seat * each, (seat + 1) * each) for seat in range(examples.seats)]


@pytest.mark.parametrize("with_network", [False, True])
def test_examples_are_whole_and_in_range(with_network: bool) -> None:
    network = weights(3).network()
    for seed in range(100, 100 + SEEDS):
        examples = (
            play(COMPONENTS, network, SETTINGS, seed)
            if with_network
            else bootstrap_game(COMPONENTS, SETTINGS, seed)
        )
        assert examples.fields == int(field_count(examples.seats))
        assert len(examples.rows) == len(examples.shares) * examples.fields
        assert len(examples.shares) == len(examples.margins) > 10 * examples.seats
        assert max(examples.rows) < ROW_COUNT
        assert all(0 <= share <= 1 for share in examples.shares)
        assert all(abs(margin) * MARGIN_UNIT <= MAX_MARGIN + 1e-3 for margin in examples.margins)


def test_positions_before_and_after_the_roll_are_examples() -> None:
    """An afterstate does not know the dice to be rolled; the next position does (R6.11)."""
    known = Counter[bool]()
    for seed in range(SEEDS):
        examples = bootstrap_game(COMPONENTS, SETTINGS, seed)
        first, last = parts(examples)[0]
        for at in range(first, last):
            row = examples.rows[at * examples.fields : (at + 1) * examples.fields]
            targets = range(TARGET_TILE, TARGET_TILE + DIE_COUNT)
            known[any(value_of(field, row[field]) == 0 for field in targets)] += 1
    assert min(known[True], known[False]) > 10


def test_predicted_shares_add_up_to_one() -> None:
    """Shares add up to it, and with two seats one's margin is what the other lacks."""
    valuer = NetworkEvaluator(weights(9).network())
    for mode in EIGHT:
        for number, state in enumerate(course(mode, 4)):
            if number > 300:
                break
            if number % 60:
                continue
            seen, said = self_play._inputs_and_predictions(state, valuer)
            assert len(seen) == len(mode.advanced) * int(field_count(len(mode.advanced)))
            assert sum(outlook.share for outlook in said) == pytest.approx(1)
            if len(said) == 2:
                assert said[0].margin == -said[1].margin


def test_all_modes_are_drawn() -> None:
    seen = Counter[tuple[int, bool, tuple[bool, ...]]]()
    colours = Counter[int]()
    for seed in range(600):
        state = opening(COMPONENTS, Rng(seed, POLICY_STREAM))
        setting = state.setting
        sides = tuple(bool(side) for side in setting.advanced)
        seen[len(sides), setting.solo, sides] += 1
        colours[int(setting.colours[0])] += 1
        assert len(set(map(int, setting.colours))) == len(sides)
        rules.roll(state, Rng(seed, DICE))
    assert {(mode.advanced, mode.solo) for mode in EIGHT} <= {(key[2], key[1]) for key in seen}
    assert any(len(set(sides)) == 2 for _, solo, sides in seen if not solo)
    assert min(colours.values()) > 90


def drawn(seed: int) -> int:
    """What is drawn after the opening: how far the game strays."""
    will = Rng(seed, POLICY_STREAM)
    opening(COMPONENTS, will)
    return int(will.below(3))


def is_solo(seed: int) -> bool:
    return bool(opening(COMPONENTS, Rng(seed, POLICY_STREAM)).setting.solo)


def of(examples: GameExamples) -> tuple[int, bytes, bytes, bytes]:
    arrays = (examples.rows, examples.shares, examples.margins)
    rows, shares, margins = (numbers.tobytes() for numbers in arrays)
    return examples.seats, rows, shares, margins


@pytest.mark.parametrize("with_network", [False, True])
def test_the_same_in_any_number_of_processes(with_network: bool, tmp_path: Path) -> None:
    file = str(saved(tmp_path)) if with_network else ""
    make_worker = partial(
        make_self_play_worker, None, file, replace(SETTINGS, nodes=chosen(30, 3), explore=0.3)
    )
    pieces = [range(start, start + 2) for start in range(500, 500 + 2 * chosen(4, 1), 2)]
    found = []
    for jobs in (1, 2):
        done = dict(run_jobs(make_worker, pieces, jobs))
        found.append([done[start] for start in sorted(done)])
        assert sorted(done) == [piece.start for piece in pieces]
    assert found[0] == found[1]
    assert len({*found[0]}) == len(found[0])


def test_exploration_changes_games() -> None:
    network = weights(3).network()
    one, again, other = (
        play(COMPONENTS, network, replace(SETTINGS, nodes=chosen(30, 3), explore=explore), 7)
        for explore in (0.0, 0.0, 0.9)
    )
    assert of(one) == of(again) != of(other)


def test_bootstrap_games_have_random_decisions() -> None:
    """In every third game none is: it is the game that ``greedy`` plays by itself."""
    straight = replace(SETTINGS, nodes=0, stray=0.0)  # no search, so no nodes
    astray = replace(SETTINGS, nodes=0, stray=0.5)
    same = [
        of(bootstrap_game(COMPONENTS, straight, seed))
        == of(bootstrap_game(COMPONENTS, astray, seed))
        for seed in range(TRIED)
    ]
    assert {*same} == {True, False}
    assert same == [bool(drawn(seed) == 0) for seed in range(TRIED)]


@pytest.mark.parametrize("guests", [0.0, 1.0])
def test_greedy_plays_one_seat_in_some_games(
    guests: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where several play: alone against Ivan there is nobody to meet."""
    met: set[int] = set()

    class Guest:
        @staticmethod
        def choose(state: State) -> int:
            met.add(int(state.seat))
            return greedy.choose(state)

    monkeypatch.setattr(self_play, "greedy", Guest)
    network = weights(3).network()
    for alone in (False, True):
        seed = next(seed for seed in range(100) if is_solo(seed) == alone)
        met.clear()
        play(
            COMPONENTS,
            network,
            replace(SETTINGS, nodes=chosen(30, 3), explore=0.0, guests=guests),
            seed,
        )
        assert len(met) == (0 if alone else guests)


def test_endless_game_is_scored_at_its_current_position(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_play, "MAX_TURNS_PER_SEAT", 3)
    for examples in (
        bootstrap_game(COMPONENTS, SETTINGS, 1),
        play(COMPONENTS, weights(3).network(), SETTINGS, 1),
    ):
        assert 0 < len(examples.shares) <= (2 * 3 * examples.seats + 2) * examples.seats
        assert all(0 <= share <= 1 for share in examples.shares)
