"""The selection of puzzles for the package."""

from __future__ import annotations

from pathlib import Path

from redcathedral.ai.puzzles.puzzle import Collection, load
from redcathedral.box import load_edition
from tools.puzzles.selection import save, select
from tools.puzzles.solution import BASIC_ACTIONS, actions_of, influence_actions

ALL = load().puzzles


def test_a_choice_has_of_all_kinds_and_half_of_greedys(tmp_path: Path) -> None:
    few = select(ALL, 40, 1)
    assert select(ALL, 40, 1) == few
    assert select(reversed(ALL), 40, 1) == few
    assert len(few) == 40
    assert sum("greedy" in one.found for one in few) <= 20
    assert {one.players for one in few} == {one.players for one in ALL}
    assert {one.grade for one in few} == {one.grade for one in ALL}
    actions = {*BASIC_ACTIONS, *influence_actions(load_edition())}
    assert {action for one in few for action in actions_of(one)} == actions
    for name in ("a", "b"):
        save(Collection("x", tuple(few)), tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
