"""Measurements inside the Python of a page.  ``bench.site`` sends this module to its worker.

It may only import what the site has, and the standard library.
"""

import statistics
import time

from redcathedral.ai.bots import make
from redcathedral.box.loader import load_edition
from redcathedral.engine import playout, rules
from redcathedral.engine.components import Components
from redcathedral.engine.rng import DICE, POLICY, Rng
from redcathedral.engine.setup import new_setting, new_state
from redcathedral.play.dice import Dice
from redcathedral.play.match import decide

PLAYERS = 4
WARM_UP_GAMES = 300
GAMES = 600
TURNS = 30  # of a bot
SECONDS_PER_MS = 1000


def decisions() -> dict[str, float]:
    """Count random decisions per second, in games of four that run completely in the engine.

    The first games, during which the browser optimizes the engine, are not counted.
    """
    components = Components(load_edition())
    count = 0
    start = 0.0
    for seed in range(WARM_UP_GAMES + GAMES):
        if seed == WARM_UP_GAMES:
            count, start = 0, time.perf_counter()
        state = new_state(new_setting(components, list(range(PLAYERS))))
        policies = [Rng(seed, POLICY + seat) for seat in range(PLAYERS)]
        result = playout.playout(state, Rng(seed, DICE), policies, PLAYERS * playout.TURNS_PER_SEAT)
        count += result.decisions
    return {"decisions": count, "seconds": time.perf_counter() - start}


def turn(level: str) -> dict[str, float]:
    """Measure the median turn, in milliseconds, of a bot in a game for two against itself."""
    state = new_state(new_setting(Components(load_edition()), [0, 1]))
    dice = Dice(1)
    bots = [make(level, 1, seat) for seat in range(2)]
    times: dict[int, float] = {}
    while not state.is_over and len(times) < TURNS:
        if state.is_chance:
            rules.settle(state, dice.draw(state))
            continue
        start = time.perf_counter()
        decision = decide(bots[state.seat], state)
        times[state.turn] = times.get(state.turn, 0) + time.perf_counter() - start
        rules.play(state, decision)
    return {"milliseconds": statistics.median(times.values()) * SECONDS_PER_MS}
