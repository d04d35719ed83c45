"""Perft with chance from three positions per mode, counted in two ways.

The first way uses ``legal`` and ``apply``.  The second way tries every id with ``play``, and every
outcome with ``settle``.  ``python -m tests.perft.test_perft`` prints the counts for
``counts.json``.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from redcathedral.engine import rules
from redcathedral.engine.decisions import DECISION_COUNT
from redcathedral.engine.state import State
from tests.conftest import loaded_engine
from tests.perft.positions import KINDS
from tests.properties.modes import EIGHT, Mode
from tools.perft_count import perft

COUNTS = Path(__file__).with_name("counts.json")
CASES = [(mode, kind) for mode in EIGHT for kind in KINDS]
COMPILED = loaded_engine("redcathedral.engine.rules") == "compiled"
DEPTH = 6 if COMPILED else 4
CHECKED_DEPTH = 3 if COMPILED else 2
DEEPER = 4 if COMPILED else 3
OUTCOMES = 64  # more than any chance node has

each = pytest.mark.parametrize(
    ("mode", "kind"), CASES, ids=[f"{mode.name}-{kind}" for mode, kind in CASES]
)


def checked_perft(state: State, depth: int) -> int:
    """Return the same count, by trying every id and outcome."""
    if depth == 0:
        return 1
    count = 0
    for number in range(OUTCOMES if state.is_chance else DECISION_COUNT):
        following = state.copy()
        try:
            if state.is_chance:
                rules.settle(following, number)
            else:
                rules.play(following, number)
        except (rules.IllegalDecision, rules.ImpossibleOutcome):
            continue
        count += checked_perft(following, depth - 1)
    return count


@each
def test_counts_are_pinned(mode: Mode, kind: str) -> None:
    pinned = json.loads(COUNTS.read_text(encoding="utf-8"))[mode.name][kind]
    state = KINDS[kind](mode)
    assert [perft(state, depth) for depth in range(1, DEPTH + 1)] == pinned[:DEPTH]


@each
@pytest.mark.parametrize("depth", [CHECKED_DEPTH, pytest.param(DEEPER, marks=pytest.mark.long)])
def test_perft_equals_trying_every_id(mode: Mode, kind: str, depth: int) -> None:
    state = KINDS[kind](mode)
    assert checked_perft(state, depth) == perft(state, depth)


def test_a_sequence_that_ends_early_does_not_count() -> None:
    state = KINDS["first-decision"](EIGHT[0])
    state.turn = 1
    state.closer = 1  # blue has closed the game; red's turn is the last one
    rules.play(state, rules.legal(state)[-1])
    rules.play(state, rules.legal(state)[-1])
    assert rules.legal(state)[0] == 0
    rules.play(state, 0)
    assert state.is_over
    assert perft(state, 0) == 1
    assert perft(state, 1) == 0


if __name__ == "__main__":
    counts = {
        mode.name: {
            kind: [perft(KINDS[kind](mode), depth) for depth in range(1, 7)] for kind in KINDS
        }
        for mode in EIGHT
    }
    print(json.dumps(counts, indent=1))
