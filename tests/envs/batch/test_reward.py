"""The schemes of reward, by positions in which the standing is known."""

from __future__ import annotations

import pytest
from librt.vecs import vec

from redcathedral.engine.rng import Rng
from redcathedral.engine.state import State
from redcathedral.envs.batch import reward
from tests.engine.table import Table
from tests.envs.batch.games import batch, choose, row
from tests.properties.modes import EIGHT, Mode

COLOURS = ("red", "blue", "green", "yellow")


def standing(*prestige: int) -> State:
    """Seats whose markers stand on these prestige spaces, with no goods and nothing built."""
    table = Table(*COLOURS[: len(prestige)])
    spaces = (0, *table.edition.prestige_spaces)
    for colour, number in zip(COLOURS, prestige, strict=False):
        table.has(colour, "", rubles=0, score=spaces[number])
    return table.state


def result(state: State, scheme: int, at_cap: bool = False) -> list[float]:
    out = vec[float]([9.0] * int(state.setting.seat_count))
    reward.write_result(state, scheme, out, 0, at_cap)
    return [round(value, 9) for value in out]


@pytest.mark.parametrize(
    ("prestige", "win", "margin", "rank"),
    [
        ((7, 5), [1, -1], [0.04, -0.04], [1, -1]),
        ((5, 5), [0, 0], [0, 0], [0, 0]),
        ((1, 9, 4), [-0.5, 1, -0.5], [-0.16, 0.1, -0.1], [-1, 1, 0]),
        ((9, 9, 4), [0.25, 0.25, -0.5], [0, 0, -0.1], [0.5, 0.5, -1]),
        (
            (3, 8, 6, 6),
            [-0.333333333, 1, -0.333333333, -0.333333333],
            [-0.1, 0.04, -0.04, -0.04],
            [-1, 1, 0, 0],
        ),
        (
            (8, 8, 8, 2),
            [0.111111111, 0.111111111, 0.111111111, -0.333333333],
            [0, 0, 0, -0.12],
            [0.333333333, 0.333333333, 0.333333333, -1],
        ),
    ],
)
def test_a_result_by_each_scheme(
    prestige: tuple[int, ...], win: list[float], margin: list[float], rank: list[float]
) -> None:
    state = standing(*prestige)
    assert result(state, reward.WIN) == win
    assert result(state, reward.POTENTIAL) == win
    assert result(state, reward.MARGIN) == margin
    assert result(state, reward.RANK) == rank
    assert sum(win) == pytest.approx(0, abs=1e-6)
    assert sum(rank) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(
    ("prestige", "win"),
    [((7, 5), [1, -1]), ((5, 5), [0, 0]), ((1, 9, 4), [-0.5, 1, -0.5]), ((9, 9, 4), [0, 0, 0])],
)
def test_a_result_at_the_cap(prestige: tuple[int, ...], win: list[float]) -> None:
    """The leader has won, and a shared lead is no victory; places and margins count as usual."""
    state = standing(*prestige)
    for scheme in (reward.WIN, reward.POTENTIAL):
        assert result(state, scheme, at_cap=True) == win
        assert list(reward.result(state, scheme, True)) == win
    for scheme in (reward.MARGIN, reward.RANK):
        assert result(state, scheme, at_cap=True) == result(state, scheme)


def test_ties_are_broken_as_the_rules_do() -> None:
    """Equal prestige, and red has completed a card more (R7.6): its tower's 2 are made up for."""
    table = Table("red", "blue")
    table.completed("red", "1.1")
    spaces = (0, *table.edition.prestige_spaces)
    table.has("red", "", rubles=0, score=spaces[3]).has("blue", "", rubles=0, score=spaces[5])
    assert result(table.state, reward.MARGIN) == [0, 0]
    assert result(table.state, reward.WIN) == result(table.state, reward.WIN, True) == [1, -1]


@pytest.mark.parametrize("mode", [EIGHT[0], EIGHT[4], EIGHT[6]], ids=lambda mode: mode.name)
@pytest.mark.parametrize("discount", [1.0, 0.9])
def test_potential_rewards_add_up_to_zero(mode: Mode, discount: float) -> None:
    """Rewards of a game by the potential-based scheme: the result, less what it began with."""
    turns = 24
    made = batch(mode, 1, 11, turns=turns, scheme=reward.POTENTIAL, discount=discount)
    plain = batch(mode, 1, 11, turns=turns)
    seats = len(mode.advanced)
    wills = [Rng(3, 1)]
    ends = 0
    sums, weight, at_first = [0.0] * seats, 1.0, potentials(made.state(0))
    while ends < 3:
        chosen = choose(made, wills)
        made.step(chosen)
        plain.step(chosen)
        paid = row(made.rewards, 0, seats)
        for seat in range(seats):
            sums[seat] += weight * paid[seat]
        weight *= discount
        if made.terminated[0] or made.truncated[0]:
            ends += 1
            bare = row(plain.rewards, 0, seats)
            for seat in range(seats):
                rest = sums[seat] - weight / discount * bare[seat]
                assert rest == pytest.approx(-at_first[seat])
            sums, weight, at_first = [0.0] * seats, 1.0, potentials(made.state(0))


def potentials(state: State) -> list[float]:
    out = vec[float]([0.0] * int(state.setting.seat_count))
    reward.write_potentials(state, out, 0)
    return list(out)


def test_illegal_action_takes_potentials_back() -> None:
    made = batch(EIGHT[0], 1, 11, scheme=reward.POTENTIAL, penalise=True)
    wills = [Rng(3, 1)]
    for _ in range(30):
        made.step(choose(made, wills))
    before = potentials(made.state(0))
    seat = int(made.seats[0])
    made.step([834])
    wanted = [-promised for promised in before]
    wanted[seat] -= 1
    assert list(made.rewards) == wanted
