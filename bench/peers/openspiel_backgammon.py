"""OpenSpiel: backgammon driven from Python, with legal actions, observations, steps and dice."""

from __future__ import annotations

import random
import time

SECONDS = 0.4


def backgammon(number: int) -> dict[str, float]:
    """Measure steps of random games; the choice of actions is not timed."""
    import pyspiel

    game = pyspiel.load_game("backgammon")
    rng = random.Random(number)
    state = game.new_initial_state()
    steps = 0
    nanoseconds = 0
    while nanoseconds < SECONDS * 1e9:
        start = time.perf_counter_ns()
        if state.is_terminal():
            state = game.new_initial_state()
        while state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        seat = state.current_player()
        legal = state.legal_actions()
        state.observation_tensor(seat)
        nanoseconds += time.perf_counter_ns() - start
        action = rng.choice(legal)
        start = time.perf_counter_ns()
        state.apply_action(action)
        nanoseconds += time.perf_counter_ns() - start
        steps += 1
    return {"steps": steps, "seconds": nanoseconds / 1e9}
