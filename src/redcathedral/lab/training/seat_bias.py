"""How far off a network is for each seat, in the mean of games that it plays against itself.

At a table of four the first seat wins more than the network hopes for, since it learned from games
in which some turns are left to chance and some seats to others.  What its odds have to be
multiplied by, so that all seats together expect what they win, is found by iterative proportional
fitting (Deming and Stephan 1940).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import fmean
from typing import Final, NamedTuple

from redcathedral.ai.search.rollouts import Rollouts
from redcathedral.ai.value.network import NetworkEvaluator
from redcathedral.ai.value.standings import is_decided
from redcathedral.ai.weights.file import PLAYER_COUNTS, SeatBias, load
from redcathedral.box import load_edition
from redcathedral.box.options import SIDES
from redcathedral.engine.rng import DICE, Rng
from redcathedral.engine.setup import new_state
from redcathedral.engine.state import State
from redcathedral.lab.arena.survey import SEARCH_NODES, Mode
from redcathedral.record.components import components_of

FAR: Final = 1 << 20  # turns: there is no horizon
ROUNDS: Final = 100  # of the fitting, at most
CLOSE: Final = 1e-5  # to what is won; then it ends


class Expectation(NamedTuple):
    """For each seat the share of the win and the margin."""

    shares: list[float]
    margins: list[float]


class GamePredictions(NamedTuple):
    """What was expected in the course of a game, and what came of it."""

    players: int  # 1 against Ivan
    said: list[Expectation]
    result: Expectation


def make_bias_worker(
    edition: str | None, weights: str, seed: int
) -> Callable[[int], tuple[int, GamePredictions]]:
    components = components_of(load_edition(edition))
    valuer = NetworkEvaluator(load(Path(weights)).network())
    playing = Rollouts(valuer, SEARCH_NODES, FAR)

    def course(number: int) -> tuple[int, GamePredictions]:
        block, place = divmod(number, len(PLAYER_COUNTS))
        mode = Mode(PLAYER_COUNTS[place], SIDES[block % len(SIDES)])
        start = end = new_state(mode.setting(components))
        said: list[Expectation] = []
        for end in playing.play_turns(start, Rng(seed + block, DICE)):
            if not is_decided(end):
                said.append(_expected(valuer, end))
        return number, GamePredictions(mode.players, said, _expected(valuer, end))

    return course


def _expected(valuer: NetworkEvaluator, state: State) -> Expectation:
    said = valuer.predictions(state)
    return Expectation([one.share for one in said], [one.margin for one in said])


def fit_seat_bias(games: Sequence[GamePredictions]) -> dict[int, tuple[SeatBias, ...]]:
    """How far off the network was, in games in which it was believed.

    One game more counts as shared by all, so that no seat is without hope.
    """
    found = {}
    for players in sorted({game.players for game in games}):
        there = [game for game in games if game.players == players]
        seats = range(len(there[0].result.shares))
        said = [one for game in there for one in game.said]
        became = [game.result for game in there for _ in game.said]
        more = len(said) / len(there) / len(seats)
        won = [sum(one.shares[seat] for one in became) + more for seat in seats]
        odds = _proportional([one.shares for one in said], [one / sum(won) for one in won])
        found[players] = tuple(
            SeatBias(
                round(odds[seat], 4),
                round(
                    fmean(
                        true.margins[seat] - one.margins[seat]
                        for one, true in zip(said, became, strict=True)
                    ),
                    3,
                ),
            )
            for seat in seats
        )
    return found


def _proportional(said: Sequence[list[float]], won: Sequence[float]) -> list[float]:
    """What the shares of the seats are to be multiplied by, so that their means are what was won.

    The first seat's is 1: only their relation counts.
    """
    odds = [1.0] * len(won)
    for _ in range(ROUNDS):
        hoped = [0.0] * len(won)
        for shares in said:
            parts = [share * times for share, times in zip(shares, odds, strict=True)]
            whole = sum(parts)
            hoped = [so_far + part / whole for so_far, part in zip(hoped, parts, strict=True)]
        off = [len(said) * true / expected for true, expected in zip(won, hoped, strict=True)]
        odds = [times * more for times, more in zip(odds, off, strict=True)]
        if max(abs(more - 1) for more in off) < CLOSE:
            break
    return [times / odds[0] for times in odds]
