"""catanatron: games of four random players by ``Game.play``, the fastest method that it has.

It counts every tick as a decision, including forced ones.  To count the unforced decisions, the
same seeds are played a second time, which is not timed.  A seed gives the same game only within one
process.  A copy includes the log of the game, so copies of long games are slower and bigger.
"""

from __future__ import annotations

import functools
import time
from importlib.metadata import version
from typing import Any

from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found]

from bench.copies import microseconds, traced_bytes

GAMES = 10
COPIES = 1_000
TRACED_COPIES = 200


def about(_number: int) -> dict[str, float]:
    """Return the parts of the version number of catanatron."""
    parts = version("catanatron").split(".")
    return {str(place): int(part) for place, part in enumerate(parts)}


def games(number: int) -> dict[str, float]:
    """Measure whole games."""
    decisions = 0
    seeds = range(1 + number * GAMES, 1 + (number + 1) * GAMES)
    start = time.perf_counter()
    for seed in seeds:
        game = _new(seed)
        game.play()
        decisions += len(game.state.actions)
    seconds = time.perf_counter() - start
    counts = [_count_decisions(seed) for seed in seeds]
    repeated, unforced = (sum(column) for column in zip(*counts, strict=True))
    if repeated != decisions:
        raise RuntimeError(f"the same seeds gave {decisions} and then {repeated} decisions")
    return {"decisions": decisions, "unforced": unforced, "seconds": seconds}


def _new(seed: int) -> Any:
    return Game([RandomPlayer(color) for color in Color], seed=seed)


def _count_decisions(seed: int) -> tuple[int, int]:
    """Return the number of decisions of a game, and the number of unforced decisions."""
    total = unforced = 0

    def decide(player: Any, game: Any, actions: list[Any]) -> Any:
        nonlocal total, unforced
        total += 1
        unforced += len(actions) > 1
        return player.decide(game, actions)

    _new(seed).play(decide_fn=decide)
    return total, unforced


@functools.cache
def _positions() -> list[Any]:
    """Return the positions after a quarter, a half and three quarters of a game's decisions."""
    length, _ = _count_decisions(1)
    positions = []
    for part in (1, 2, 3):
        game = _new(1)
        for _ in range(length * part // 4):
            game.play_tick()
        positions.append(game)
    return positions


def copy(_number: int) -> dict[str, float]:
    """Measure the time of a copy of a game."""
    return {"microseconds": microseconds([game.copy for game in _positions()], COPIES)}


def traced(_number: int) -> dict[str, float]:
    """Measure the bytes that Python allocates for a copy of a game."""
    return {"bytes": traced_bytes([game.copy for game in _positions()], TRACED_COPIES)}
