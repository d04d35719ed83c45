"""catanatron: four of its random players, the fastest way it offers, ``Game.play``.

It counts every tick as a decision, forced ones too.  How many had a choice is found by playing
the same seeded games again outside the timed part.  A seed gives the same game only within one
process, and a copy takes its log along, so the length of the game shows in copies and bytes.
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
TRACED = 200


def about(_number: int) -> dict[str, float]:
    """Its version, part by part."""
    parts = version("catanatron").split(".")
    return {str(place): int(part) for place, part in enumerate(parts)}


def games(number: int) -> dict[str, float]:
    """Whole games."""
    decisions = 0
    seeds = range(1 + number * GAMES, 1 + (number + 1) * GAMES)
    start = time.perf_counter()
    for seed in seeds:
        game = _new(seed)
        game.play()
        decisions += len(game.state.actions)
    seconds = time.perf_counter() - start
    again = unforced = 0
    for seed in seeds:
        total, chosen = _count(seed)
        again += total
        unforced += chosen
    if again != decisions:
        raise RuntimeError(f"the same seeds gave {decisions} and then {again} decisions")
    return {"decisions": decisions, "unforced": unforced, "seconds": seconds}


def _new(seed: int) -> Any:
    return Game([RandomPlayer(color) for color in Color], seed=seed)


def _count(seed: int) -> tuple[int, int]:
    """The decisions of a game, and how many of them had more than one choice."""
    total = chosen = 0

    def decide(player: Any, game: Any, actions: list[Any]) -> Any:
        nonlocal total, chosen
        total += 1
        chosen += len(actions) > 1
        return player.decide(game, actions)

    _new(seed).play(decide_fn=decide)
    return total, chosen


@functools.cache
def _positions() -> list[Any]:
    """The positions after a quarter, a half and three quarters of a game's decisions."""
    length, _ = _count(1)
    found = []
    for part in (1, 2, 3):
        game = _new(1)
        for _ in range(length * part // 4):
            game.play_tick()
        found.append(game)
    return found


def copy(_number: int) -> dict[str, float]:
    """Copies of a game."""
    return {"microseconds": microseconds([game.copy for game in _positions()], COPIES)}


def traced(_number: int) -> dict[str, float]:
    """Bytes of a copy, counted block by block."""
    return {"bytes": traced_bytes([game.copy for game in _positions()], TRACED)}
