"""How far off a network is for each seat: what is found puts the mean of its hopes right."""

from __future__ import annotations

import random
from importlib.resources import files

import pytest

from redcathedral.ai.weights.file import PACKAGED_FILE, PLAYER_COUNTS
from tests.ai.bots.positions import chosen
from tools.training.seat_bias import Expectation, GamePredictions, fit_seat_bias, make_bias_worker

WEIGHTS = str(files("redcathedral.ai.weights").joinpath(PACKAGED_FILE))


def made_up(seats: int, winners: list[int]) -> list[GamePredictions]:
    """Return games with these winners and random predictions; margins are one too small."""
    lots = random.Random(seats)
    found = []
    for winner in winners:
        said = []
        for _ in range(lots.randint(3, 9)):
            hopes = [lots.uniform(0.1, 1) for _ in range(seats)]
            shares = [hope / sum(hopes) for hope in hopes]
            said.append(Expectation(shares, [seat - 1.0 for seat in range(seats)]))
        shares = [float(seat == winner) for seat in range(seats)]
        found.append(
            GamePredictions(seats, said, Expectation(shares, [float(s) for s in range(seats)]))
        )
    return found


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_corrected_shares_match_the_wins(seats: int) -> None:
    lots = random.Random(7)
    winners = [lots.choice([0, 0, *range(seats)]) for _ in range(400)]
    games = made_up(seats, winners)
    found = fit_seat_bias(games)[seats]
    assert found[0].odds == 1
    assert {seat.ahead for seat in found} == {1.0}
    hoped, won = [0.0] * seats, [0.0] * seats
    for game in games:
        for shares, _ in game.predictions:
            parts = [share * seat.odds for share, seat in zip(shares, found, strict=True)]
            for seat in range(seats):
                hoped[seat] += parts[seat] / sum(parts)
                won[seat] += game.result.shares[seat]
    assert hoped == pytest.approx(won, rel=1e-2)
    before = sum(shares[0] for game in games for shares, _ in game.predictions)
    assert before < 0.9 * won[0]


def test_seat_without_wins_keeps_a_positive_share() -> None:
    """So few games tell little; and what is written has to be read again."""
    first, second, third = fit_seat_bias(made_up(3, [1, 1, 2]))[3]
    assert first.odds == 1 < third.odds < second.odds < 1000
    first, second, third = fit_seat_bias(made_up(3, [0, 0, 2]))[3]
    assert first.odds == 1 > third.odds > second.odds > 0


def test_no_games_give_no_bias() -> None:
    assert fit_seat_bias([]) == {}


@pytest.mark.skipif(not chosen(1, 0), reason="whole games take long interpreted")
@pytest.mark.parametrize("number", range(len(PLAYER_COUNTS)))
def test_a_game_is_the_same_again(number: int) -> None:
    """All tables in turn; shares add up at every point, and the result is one."""
    place, course = make_bias_worker(None, WEIGHTS, 5)(number)
    assert place == number
    assert course.players == PLAYER_COUNTS[number]
    assert len(course.result.shares) == max(course.players, 2)
    assert len(course.predictions) > 20
    for said in (*course.predictions, course.result):
        assert sum(said.shares) == pytest.approx(1)
    again, other = (make_bias_worker(None, WEIGHTS, seed)(number)[1] for seed in (5, 6))
    assert again == course
    assert other != course
