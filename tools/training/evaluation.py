"""Evaluate a network in training by games against ``greedy``, without a search for replies."""

from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final

from redcathedral.ai.bots import make
from redcathedral.ai.bots.master import MasterBot
from redcathedral.box import load_edition
from redcathedral.box.options import SIDES, Options
from redcathedral.engine.setup import new_setting
from redcathedral.play.bot import Bot
from redcathedral.play.match import play_seeded_match
from redcathedral.play.process_pool import run_jobs
from redcathedral.record.components import components_of

EVALUATION_PAIRS: Final = 100  # a pair is two games with the same seed and exchanged seats


def evaluate(weights: Path, edition: str | None, nodes: int, jobs: int) -> tuple[float, int]:
    """Return the share of two-player games won against ``greedy``, and the number of games."""
    make_worker = partial(make_evaluation_worker, edition, str(weights), nodes)
    with closing(run_jobs(make_worker, range(2 * EVALUATION_PAIRS), jobs)) as games:
        return sum(games) / (2 * EVALUATION_PAIRS), 2 * EVALUATION_PAIRS


def make_evaluation_worker(edition: str | None, weights: str, nodes: int) -> Callable[[int], float]:
    """Return a function that plays one game; the numbers 2 n and 2 n + 1 are a pair."""
    components = components_of(load_edition(edition))

    def play_game(number: int) -> float:
        seat, seed = number % 2, number // 2
        bots: list[Bot] = [make("greedy", seed, index) for index in range(2)]
        bots[seat] = MasterBot(seed, seat, nodes=str(nodes), replies="0", weights=weights)
        setting = new_setting(components, [0, 1], Options(workshop_side=SIDES[seed % 2]))
        names = [type(bot).__name__ for bot in bots]
        return play_seeded_match(setting, seed, bots, names, f"seed {seed}").share(seat)

    return play_game
