"""The first pass at games of 75 turns in two processes, as the server does it."""

from __future__ import annotations

import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from redcathedral.ai.analysis.error_model import NO_ERROR
from redcathedral.ai.analysis.judge import FIRST_PASS, Judge
from redcathedral.ai.analysis.review import GameReview, turn_ends
from redcathedral.ai.bots.registry import make
from redcathedral.ai.weights.file import packaged
from redcathedral.play.game import Game
from redcathedral.record.replay import read

TURNS = 75
PROCESSES = 2
PART = 4  # neighboring turns in the same process
FIRST_SEED = 1000


def _judge(text: str, process: int) -> tuple[int, float]:
    """Judge the parts of a process; return the number of turns and the processor time."""
    record = read(text)
    judge = Judge(packaged().network(), FIRST_PASS)
    numbers = [n for n in range(len(turn_ends(record))) if n // PART % PROCESSES == process]
    start = time.process_time()
    for number in numbers:
        next(GameReview(record, judge, 3, NO_ERROR).turns(number))
    return len(numbers), time.process_time() - start


def first_pass(number: int) -> dict[str, float]:
    """Measure a game between apprentices for two, three or four, and scale it to 75 turns."""
    players = 2 + number % 3
    game = Game(players=players, seed=FIRST_SEED + number)
    bots = [make("apprentice", number, seat) for seat in range(players)]
    while not game.is_over:
        game.play(bots[game.state.decider].choose(game.state))
    text = game.record.text()
    with ProcessPoolExecutor(PROCESSES, get_context("spawn")) as pool:
        start = time.perf_counter()
        parts = list(pool.map(_judge, [text] * PROCESSES, range(PROCESSES)))
        seconds = time.perf_counter() - start
    turns = sum(count for count, _ in parts)
    used = max(used for _, used in parts)
    return {"seconds": seconds * TURNS / turns, "used": used * TURNS / turns}
