"""Shares of the win: exact where nothing is left to decide, else made of worths."""

from __future__ import annotations

import math

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.engine import arrange
from redcathedral.engine.scoring import scores, winners
from redcathedral.engine.state import State
from redcathedral.value.evaluator import Appraiser
from redcathedral.value.network import Valuer
from redcathedral.value.standing import AHEAD, SEATS, WHOLE_SHARE, is_decided, next_seat
from redcathedral.value.win_share import APPRAISED, STEPS, TEMPO, Shares, fading
from tests.bots.networks import weights
from tests.bots.positions import chosen, course, sample
from tests.properties.fields import fields
from tests.properties.modes import ALL, EIGHT, Mode

modes = pytest.mark.parametrize("mode", ALL, ids=lambda mode: mode.name)


def shares_of(state: State, shares: Shares | None = None) -> list[int]:
    out = vec[i64]([0] * SEATS)
    (shares or Shares(Appraiser(), APPRAISED)).fill(state, out)
    return [int(share) for share in out[: int(state.setting.seat_count)]]


def test_the_table_of_fading_is_that_of_the_exponential() -> None:
    for part in range(0, 13 * STEPS, 7):
        wanted = WHOLE_SHARE * math.exp(-part / STEPS) if part < 12 * STEPS else 0
        assert fading(part, STEPS) == pytest.approx(wanted, abs=0.5)
    assert fading(0, 1) == WHOLE_SHARE
    assert fading(500, 500) == pytest.approx(WHOLE_SHARE / math.e, abs=0.5)


@modes
def test_a_decided_game_has_its_result(mode: Mode) -> None:
    decided = 0
    for seed in range(chosen(4, 1)):
        for state in course(mode, seed):
            if not is_decided(state):
                continue
            totals = [score.total for score in scores(state)]
            best = winners(scores(state))
            for seat, share in enumerate(shares_of(state)):
                margin = totals[seat] - max(totals[:seat] + totals[seat + 1 :])
                won = WHOLE_SHARE // len(best) if seat in best else 0
                assert share == won + margin * AHEAD
            decided += 1
    assert decided > 0 or chosen(0, 1)


@modes
def test_an_open_game_is_shared_by_what_the_seats_are_worth(mode: Mode) -> None:
    for state in sample(mode, 3, chosen(7, 60), 1500):
        if is_decided(state):
            continue
        before = fields(state)
        found = shares_of(state)
        assert fields(state) == before
        seats = range(len(found))
        worths = [int(Appraiser().worth(state, seat)) for seat in seats]
        worths[int(next_seat(state))] += APPRAISED // TEMPO
        odds = [math.exp((worth - max(worths)) / APPRAISED) for worth in worths]
        for seat in seats:
            margin = worths[seat] - max(worths[:seat] + worths[seat + 1 :])
            wanted = WHOLE_SHARE * odds[seat] / sum(odds) + margin * AHEAD / 100
            assert found[seat] == pytest.approx(wanted, abs=WHOLE_SHARE / STEPS)


def test_what_is_a_share_already_is_left_as_it_is() -> None:
    network = weights(6).network()
    for state in sample(EIGHT[2], 3, chosen(31, 150), 1500):
        found = shares_of(state, Shares(Valuer(network), 0))
        assert found == [int(Valuer(network).worth(state, seat)) for seat in range(3)]


def test_more_prestige_is_more_of_the_win() -> None:
    for state in sample(EIGHT[4], 5, chosen(31, 150), 1200):
        before = shares_of(state)
        arrange.score(state, 2, state.score(2) + 4)
        after = shares_of(state)
        assert after[2] > before[2]
        assert all(after[seat] <= before[seat] for seat in (0, 1, 3))
