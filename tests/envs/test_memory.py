"""Many steps of many games, and looks at many positions, leave nothing behind."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BLOCKS = 100
BYTES = 1_000_000
MEASURE = """
import gc, json, sys
import numpy as np
from bench.copies import resident_bytes
from redcathedral.envs.vector import VectorEnv

games, warm, steps = map(int, sys.argv[1:])
envs = [VectorEnv(games, 2, skip_forced=True), VectorEnv(games, 2, solo=True, reward="potential")]
outs = [env.arrays() for env in envs]
rng = np.random.default_rng(1)


def play(count):
    for _ in range(count):
        for env, out in zip(envs, outs):
            env.step(env.random_actions(rng), out)
            try:
                env.step(np.full(games, 833))
            except ValueError:
                pass
    gc.collect()
    resident = resident_bytes()
    return sys.getallocatedblocks(), resident


play(warm)
blocks, resident = play(warm)
blocks_after, resident_after = play(steps)
grown = None if resident is None else resident_after - resident
finished = sum(int(env.batch.finished) for env in envs)
print(json.dumps([blocks_after - blocks, grown, finished]))
"""

LOOK = """
import gc, json, sys
sys.path.append("recipes")
from common.shaping import estimated_lead, final_outcome
from redcathedral.ai.bots import make
from redcathedral.envs.episode import Episode
from redcathedral.envs.settings import make_setting
from redcathedral.envs.observation import compact, full
from redcathedral.envs.reward import potentials, result
from redcathedral.envs.vector import VectorEnv
from redcathedral.ai.value.field_reader import read_all_seats
from redcathedral.ai.value.standings import final_margins, final_shares

state = VectorEnv(1).state(0)
bot = make("greedy", 1, 0)
games = [Episode(make_setting(players=count), seed=1) for count in (2, 3)]
looks = {
    "compact": lambda: compact(state), "full": lambda: full(state, 1),
    "result": lambda: result(state, "rank"), "potentials": lambda: potentials(state),
    "ahead": lambda: estimated_lead(state, 0), "outcome": lambda: final_outcome(state, 1),
    "rows": lambda: read_all_seats(state), "shares": lambda: final_shares(state),
    "margins": lambda: final_margins(state), "bot": lambda: bot.choose(state),
    "episode": lambda: [(game.clone().play(game.legal[0]), game.save()) for game in games],
}


def blocks(look, count):
    for _ in range(count):
        look()
    gc.collect()
    return sys.getallocatedblocks()


print(json.dumps({name: -blocks(look, 200) + blocks(look, 200) for name, look in looks.items()}))
"""


def grown(games: int, warm: int, steps: int) -> tuple[int, int | None, int]:
    """Return blocks and bytes that were not freed, and the number of games that ended."""
    words = [sys.executable, "-c", MEASURE, str(games), str(warm), str(steps)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    blocks, resident, finished = json.loads(done.stdout)
    return blocks, resident, finished


@pytest.mark.installed
def test_observations_do_not_leak_memory() -> None:
    """A vec that interpreted code hands to compiled code is kept by mypyc, a block each time."""
    pytest.importorskip("numpy")
    words = [sys.executable, "-c", LOOK]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    assert {name: left for name, left in json.loads(done.stdout).items() if left >= BLOCKS} == {}


@pytest.mark.installed
@pytest.mark.parametrize(
    "steps", [pytest.param(2_000), pytest.param(100_000, marks=pytest.mark.long)]
)
def test_steps_do_not_leak_memory(steps: int) -> None:
    """A vector for each step would be 512 bytes: 2 MB in 2,000 steps of two environments."""
    pytest.importorskip("numpy")
    blocks, resident, finished = grown(64, 1_500, steps)
    assert finished > 64
    assert blocks < BLOCKS
    assert resident is None or resident < BYTES
