"""Ten thousand finished games in one process need no more memory than the first thousand.

Two counts, in a process separate, after a warm-up of 1,000 games (which fills free lists and
caches): the blocks that Python's allocator has handed out, and the resident memory.  Blocks are
exact, so a game that leaves a single object behind shows as 10,000; some dozens are allowed for
what the interpreter itself keeps.  Larger pieces, such as the vectors of a state, come from the
C library, and show in the resident memory: a state left behind by each game would be 50 MB,
by each hundredth game 0.5 MB.  The C library rounds and scatters, so 0.5 MB are allowed.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BLOCKS = 50
BYTES = 500_000
MEASURE = """
import gc, json, sys
from bench.copies import resident_bytes
from redcathedral.box.options import Options
from redcathedral.box.loader import load_edition
from redcathedral.engine import playout, rules
from redcathedral.engine.components import Components
from redcathedral.engine.rng import DICE, POLICY, Rng
from redcathedral.engine.setup import new_setting, new_state

components = Components(load_edition())
modes = [(count, side, False) for count in (2, 3, 4) for side in (False, True)]
modes += [(2, False, True), (2, True, True)]


def game(seed, inside):
    count, advanced, solo = modes[seed % len(modes)]
    options = Options("advanced" if advanced else "basic")
    state = new_state(new_setting(components, list(range(count)), options, solo))
    dice = Rng(seed, DICE)
    policies = [Rng(seed, POLICY + seat) for seat in range(count)]
    turns = count * playout.TURNS_PER_SEAT
    if inside:
        playout.playout(state, dice, policies, turns)
        return
    state.journal = []
    rules.roll(state, dice)
    while not state.is_over and not playout.is_capped(state, turns):
        moves = rules.legal(state)
        rules.play(state, moves[policies[0].below(len(moves))])
        rules.roll(state, dice)
        state = state.copy()


def games(first, last):
    for seed in range(first, last):
        game(seed, seed % 10 > 0)
    gc.collect()
    resident = resident_bytes()
    return sys.getallocatedblocks(), resident


warm, count = (1_000, 10_000) if not rules.__file__.endswith(".py") else (100, 400)
blocks, resident = games(0, warm)
blocks_after, resident_after = games(warm, warm + count)
grown = None if resident is None else resident_after - resident
print(json.dumps([blocks_after - blocks, grown]))
"""


@pytest.mark.long
@pytest.mark.installed
def test_ten_thousand_games_leave_nothing_behind() -> None:
    """Where the engine is pure, 400 games have to do; their states would be 2 MB."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURE], cwd=ROOT, capture_output=True, text=True, check=True
    )
    blocks, resident = json.loads(done.stdout)
    assert blocks < BLOCKS
    assert resident is None or resident < BYTES
