"""States: copies, the journal, and derived cells."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from redcathedral.box.options import Options
from redcathedral.engine import arrange, playout, rules, setup
from redcathedral.engine import state as s
from redcathedral.engine.rng import Rng
from tests.engine.positions import POSITIONS, ivan_claims, rich
from tests.engine.table import Table, components, snapshot
from tests.engine.words import DECISIONS, IDS


@pytest.mark.parametrize("name", POSITIONS)
def test_decisions_on_a_copy_do_not_change_the_original(name: str) -> None:
    state = POSITIONS[name][0]().state
    before = snapshot(state)
    moves = rules.legal(state)
    for move in moves:
        twin = state.copy()
        assert snapshot(twin) == before
        assert rules.legal(twin) == moves
        rules.play(twin, move)
        assert snapshot(state) == before


def test_copies_during_set_up_are_independent() -> None:
    setting = setup.new_setting(components(), [0, 1], solo=True)
    state = setup.new_state(setting)
    rng = Rng(4, 0)
    while state.is_chance:
        before = snapshot(state)
        twin = state.copy()
        rules.roll(twin, Rng(1, 0))
        assert snapshot(state) == before
        options = rules.outcomes(state)
        rules.settle(state, options[rng.below(len(options))][0])


def test_derived_cells_of_an_empty_table_are_empty() -> None:
    state = setup.new_state(setup.new_setting(components(), [0, 1]))
    before = snapshot(state)
    arrange.update_derived_cells(state)
    assert snapshot(state) == before


DEEP = """
from redcathedral.box import load_edition
from redcathedral.engine.components import Components
from redcathedral.engine.setup import new_setting, new_state

state = new_state(new_setting(Components(load_edition()), [0, 1]))
for depth in range(100):
    kept = [state.copy(), state.copy(), state.copy()]
    for _ in range(depth):
        kept = [kept]
    del kept
"""


def test_a_copy_may_be_freed_however_deep_in_a_tree() -> None:
    """Freeing deeply nested objects, Python writes a mark into the memory in front of each.

    Acyclic objects of mypyc do not have this memory; the mark would overwrite other objects.
    """
    words = [sys.executable, "-X", "faulthandler", "-c", DEEP]
    checked = {**os.environ, "PYTHONMALLOC": "debug"}
    done = subprocess.run(words, check=False, env=checked, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_copy_keeps_no_journal() -> None:
    state = rich().state
    state.journal = []
    twin = state.copy()
    rules.play(twin, IDS["prestige rubles"])
    assert twin.journal is None
    assert state.journal == []


def test_no_events_without_a_journal() -> None:
    state = rich().state
    rules.play(state, IDS["prestige rubles"])
    assert state.journal is None


def test_journal_entries_have_a_readable_repr() -> None:
    assert repr(s.JournalEntry(13, 0, 6, 2, 0)) == "JournalEntry(13, 0, 6, 2, 0)"


def test_legal_returns_a_new_list() -> None:
    """Changing it changes nothing."""
    state = rich().state
    moves = rules.legal(state)
    moves.clear()
    assert rules.legal(state) != []


def test_illegal_decision_lists_the_legal_ones() -> None:
    state = rich().state
    with pytest.raises(rules.IllegalDecision) as refusal:
        rules.play(state, IDS["end"])
    assert refusal.value.decision == IDS["end"]
    assert refusal.value.moves == rules.legal(state)


def test_decider() -> None:
    assert rich().turn("blue").state.decider == 1
    claim = ivan_claims().state
    assert claim.seat == 1
    assert claim.decider == 0


@pytest.mark.parametrize(("players", "solo"), [(2, False), (3, False), (4, False), (2, True)])
@pytest.mark.parametrize("advanced", [False, True])
def test_playout_equals_legal_and_play(players: int, solo: bool, advanced: bool) -> None:
    """The same streams give the same decisions."""
    options = Options("advanced" if advanced else "basic")
    setting = setup.new_setting(components(), list(range(players)), options, solo)
    quick = setup.new_state(setting)
    slow = quick.copy()
    cap = players * playout.TURNS_PER_SEAT
    result = playout.playout(quick, Rng(8, 0), [Rng(8, 1 + seat) for seat in range(players)], cap)
    dice, policies = Rng(8, 0), [Rng(8, 1 + seat) for seat in range(players)]
    decisions = forced = 0
    rules.roll(slow, dice)
    while not slow.is_over and not playout.is_capped(slow, cap):
        moves = rules.legal(slow)
        decisions += 1
        forced += len(moves) == 1
        seat = int(slow.decider)
        choice = 0 if len(moves) == 1 else policies[seat].below(len(moves))
        rules.play(slow, moves[choice])
        rules.roll(slow, dice)
    assert snapshot(quick) == snapshot(slow)
    assert (result.decisions, result.forced) == (decisions, forced)
    assert result.capped == (not slow.is_over)
    assert len(DECISIONS) > max(rules.legal(quick), default=0)


def test_options_are_off_by_default() -> None:
    setting = setup.new_setting(components(), [0, 1])
    assert not setting.solo
    assert not setting.first_game
    assert not setting.one_moment
    assert not setting.limited_rubles
    assert not setting.ivan_once
    assert not setting.leaves_open


def test_playout_from_mid_turn_uses_the_stream_of_its_seat() -> None:
    """It plays to the cap, which is reached at the end of this turn."""
    table = Table("red", "blue").turn("blue").play("die white +0")
    quick, slow = table.state.copy(), table.state
    cap = int(slow.turn) + 1
    playout.playout(quick, Rng(8, 0), [Rng(8, 1), Rng(8, 2)], cap)
    dice, policy = Rng(8, 0), Rng(8, 2)
    while slow.turn < cap:
        moves = rules.legal(slow)
        rules.play(slow, moves[0 if len(moves) == 1 else policy.below(len(moves))])
        rules.roll(slow, dice)
    assert snapshot(quick) == snapshot(slow)
