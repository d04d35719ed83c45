"""Tasks of the engine, run in the process of a side: games of four random players.

The time of the set-up is included, as it is for the peer.
"""

from __future__ import annotations

import functools
import time

from bench.copies import microseconds, resident_growth, traced_bytes
from redcathedral.box.loader import load_edition
from redcathedral.engine import playout, rules
from redcathedral.engine.components import Components
from redcathedral.engine.rng import DICE, POLICY, Rng
from redcathedral.engine.setup import new_setting, new_state
from redcathedral.engine.state import State

PLAYERS = 4
TURNS = PLAYERS * playout.TURNS_PER_SEAT
COMPILED = not str(rules.__file__).endswith(".py")
# These numbers give rounds of about a fifth of a second.
GAMES = 600 if COMPILED else 24
GAMES_FROM_PYTHON = 300 if COMPILED else 24
COPIES = 60_000 if COMPILED else 20_000
TRACED_COPIES = 1_000
RESIDENT_COPIES = 100_000


def engine(_number: int) -> dict[str, float]:
    """Return whether the engine is compiled."""
    return {"compiled": COMPILED}


@functools.cache
def _components() -> Components:
    return Components(load_edition())


def _new_game(seed: int) -> tuple[State, Rng, list[Rng]]:
    """Return a new game with basic boards, its dice, and a generator for each random player."""
    setting = new_setting(_components(), list(range(PLAYERS)))
    policies = [Rng(seed, POLICY + seat) for seat in range(PLAYERS)]
    return new_state(setting), Rng(seed, DICE), policies


def inside(number: int) -> dict[str, float]:
    """Measure playouts that run completely in the engine."""
    _components()
    decisions = forced = 0
    start = time.perf_counter()
    for seed in range(number * GAMES, (number + 1) * GAMES):
        state, dice, policies = _new_game(seed)
        result = playout.playout(state, dice, policies, TURNS)
        decisions += result.decisions
        forced += result.forced
    seconds = time.perf_counter() - start
    return {"decisions": decisions, "unforced": decisions - forced, "seconds": seconds}


def from_python(number: int) -> dict[str, float]:
    """Measure the same games, played from Python one decision at a time."""
    _components()
    decisions = forced = 0
    start = time.perf_counter()
    for seed in range(number * GAMES_FROM_PYTHON, (number + 1) * GAMES_FROM_PYTHON):
        state, dice, policies = _new_game(seed)
        while True:
            if state.is_chance:
                rules.roll(state, dice)
            if state.is_over or playout.is_capped(state, TURNS):
                break
            moves = rules.legal(state)
            decisions += 1
            if len(moves) == 1:
                forced += 1
                rules.play(state, moves[0])
            else:
                rules.play(state, moves[policies[state.seat].below(len(moves))])
    seconds = time.perf_counter() - start
    return {"decisions": decisions, "unforced": decisions - forced, "seconds": seconds}


@functools.cache
def _decision_positions() -> tuple[State, ...]:
    """Return the positions of a game at its decisions; they are cached, so no memory is freed."""
    state, dice, policies = _new_game(0)
    positions: list[State] = []
    rules.roll(state, dice)
    while not state.is_over and not playout.is_capped(state, TURNS):
        positions.append(state.copy())
        moves = rules.legal(state)
        rules.play(state, moves[policies[state.seat].below(len(moves))])
        rules.roll(state, dice)
    return tuple(positions)


def positions() -> tuple[State, ...]:
    """Return the positions after a quarter, a half and three quarters of a game's decisions."""
    all_positions = _decision_positions()
    return tuple(all_positions[len(all_positions) * part // 4] for part in (1, 2, 3))


def copy(_number: int) -> dict[str, float]:
    """Measure the time of a copy of a state."""
    copies = [state.copy for state in positions()]
    return {"microseconds": microseconds(copies, COPIES)}


def traced(_number: int) -> dict[str, float]:
    """Measure the bytes that Python allocates for a state."""
    return {"bytes": traced_bytes([state.copy for state in positions()], TRACED_COPIES)}


def resident(_number: int) -> dict[str, float]:
    """Measure the bytes of a state by the memory of many copies."""
    growth = resident_growth([state.copy for state in positions()], RESIDENT_COPIES)
    return {} if growth is None else {"bytes": growth}
