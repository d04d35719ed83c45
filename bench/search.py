"""Tasks of the search, run in the process of a side: turns of games that ``greedy`` plays.

If the package has no weights, a network with random weights is used, which takes the same time.
"""

from __future__ import annotations

import functools
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from bench.games import COMPILED
from redcathedral.ai.bots import make
from redcathedral.ai.search.turns import TurnSearch
from redcathedral.ai.value.evaluator import HandmadeEvaluator
from redcathedral.ai.value.network import NetworkEvaluator
from redcathedral.ai.weights.file import is_packaged, load, packaged
from redcathedral.engine import rules
from redcathedral.engine.phases import TURN
from redcathedral.engine.rng import DICE, Rng
from redcathedral.engine.state import State
from redcathedral.play.bot import Bot
from tests.ai.bots.networks import saved
from tests.properties.modes import EIGHT, Mode

NODES = 4_000 if COMPILED else 200  # decisions tried for a turn
START_COUNT = 40 if COMPILED else 4
TURNS_PER_START = 400 if COMPILED else 100  # afterstates of a turn
MILLISECONDS = 50


@dataclass
class TimedTurn:
    """The start of a turn, and the seconds of its bot: elapsed time and processor time."""

    start: State
    seconds: float = 0.0
    cpu_seconds: float = 0.0


def play_game(mode: Mode, players: list[Bot], seed: int) -> list[TimedTurn]:
    """Play a game, and return its turns."""
    state = mode.start(seed)
    dice = Rng(seed, DICE)
    turns: list[TimedTurn] = []
    rules.roll(state, dice)
    while not state.is_over:
        if not turns or state.turn != turns[-1].start.turn:
            turns.append(TimedTurn(state.copy()))
        player = players[state.decider]
        start, cpu_start = time.perf_counter(), time.process_time()
        decision = player.choose(state)
        turns[-1].seconds += time.perf_counter() - start
        turns[-1].cpu_seconds += time.process_time() - cpu_start
        rules.apply(state, decision)
        rules.roll(state, dice)
    return turns


@functools.cache
def starts() -> tuple[State, ...]:
    """Return starts of turns in games with two, three and four players and against Ivan."""
    states = []
    for mode in EIGHT[1::2]:
        players = [make("greedy", 1, seat) for seat in range(len(mode.advanced))]
        turns = [turn.start for turn in play_game(mode, players, 1)]
        states += [state for state in turns if state.phase == TURN]
    return tuple(states[:: max(1, len(states) // START_COUNT)])


@functools.cache
def weights() -> Path | None:
    """Return a file of random weights if the package has none."""
    return None if is_packaged() else saved(Path(tempfile.mkdtemp(prefix="redcathedral-bench-")))


def decisions(_number: int) -> dict[str, float]:
    """Measure the decisions tried in a search of whole turns with the handmade evaluator."""
    search = TurnSearch(HandmadeEvaluator())
    states = starts()
    start = time.perf_counter()
    for state in states:
        search.best(state, NODES)
    return {"decisions": float(search.nodes), "seconds": time.perf_counter() - start}


@functools.cache
def _afterstates() -> tuple[tuple[State, int], ...]:
    """Return ends of turns, each with the seat that played the turn."""
    search = TurnSearch(HandmadeEvaluator())
    return tuple(
        (turn.state, state.decider)
        for state in starts()
        for turn in search.best(state, NODES, TURNS_PER_START)
    )


def evaluations(_number: int) -> dict[str, float]:
    """Measure evaluations by the network, including reading its inputs from the engine."""
    file = weights()
    evaluator = NetworkEvaluator((load(file) if file else packaged()).network())
    positions = _afterstates()
    start = time.perf_counter()
    for state, seat in positions:
        evaluator.worth(state, seat)
    return {"evaluations": float(len(positions)), "seconds": time.perf_counter() - start}


def overtime(number: int) -> dict[str, float]:
    """Measure the longest turn of a game between bots, as a multiple of their time limit."""
    mode = EIGHT[number % len(EIGHT)]
    file = weights()
    master = f"master:ms={MILLISECONDS}" + (f",weights={file}" if file else "")
    specs = (master, f"{master},replies=0")
    first = number // len(EIGHT)
    seats = range(len(mode.advanced))
    players = [make(specs[(first + seat) % 2], number, seat) for seat in seats]
    turns = play_game(mode, players, number)
    return {
        "longest": max(turn.seconds for turn in turns) * 1000 / MILLISECONDS,
        "longest_used": max(turn.cpu_seconds for turn in turns) * 1000 / MILLISECONDS,
    }
