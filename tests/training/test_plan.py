"""The plan of a training is kept, and another training is not mixed with it."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from redcathedral.training.plan import PLAN, TrainingError, TrainingPlan, keep_plan, kept_plan


def test_there_and_back(tmp_path: Path) -> None:
    assert kept_plan(tmp_path) is None
    plan = TrainingPlan(rounds=7, seed=3, rate=0.25)
    keep_plan(tmp_path, plan, "sha256:1")
    assert kept_plan(tmp_path) == plan
    found = json.loads((tmp_path / PLAN).read_text(encoding="utf-8"))
    assert found == {"edition_hash": "sha256:1", **asdict(plan)}


def test_more_or_fewer_rounds_are_the_same_training(tmp_path: Path) -> None:
    keep_plan(tmp_path, TrainingPlan(rounds=7), "sha256:1")
    keep_plan(tmp_path, TrainingPlan(rounds=9), "sha256:1")
    assert kept_plan(tmp_path) == TrainingPlan(rounds=9)


@pytest.mark.parametrize("name", [name for name in asdict(TrainingPlan()) if name != "rounds"])
def test_another_training_is_refused(name: str, tmp_path: Path) -> None:
    plan = TrainingPlan()
    keep_plan(tmp_path, plan, "sha256:1")
    before = (tmp_path / PLAN).read_bytes()
    old = asdict(plan)[name]
    other = replace(plan, **{name: old + 1})
    told = rf"holds another training \({name} {old}, not {old + 1}\); go on with the same options"
    with pytest.raises(TrainingError, match=told):
        keep_plan(tmp_path, other, "sha256:1")
    assert (tmp_path / PLAN).read_bytes() == before


def test_another_edition_is_refused(tmp_path: Path) -> None:
    keep_plan(tmp_path, TrainingPlan(), "sha256:1")
    with pytest.raises(TrainingError, match="edition sha256:1, not sha256:2"):
        keep_plan(tmp_path, TrainingPlan(), "sha256:2")


@pytest.mark.parametrize(
    "text", ["", "{}x", "[]", '{"rounds": "many"}', '{"rounds": 3}', "\x00", '"plan"']
)
def test_a_plan_that_cannot_be_read(text: str, tmp_path: Path) -> None:
    (tmp_path / PLAN).write_text(text, encoding="utf-8")
    with pytest.raises(TrainingError, match=r"plan\.json cannot be read: .*; name another folder"):
        keep_plan(tmp_path, TrainingPlan(), "sha256:1")
    assert (tmp_path / PLAN).read_text(encoding="utf-8") == text


@pytest.mark.parametrize("name", ["checkpoint.pt", "games-0001.npz", "weights.bin", "curve.jsonl"])
def test_what_has_no_plan_is_nobodys(name: str, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    (tmp_path / name).touch()
    with pytest.raises(TrainingError, match=rf"has {name} but no plan\.json; name another folder"):
        keep_plan(tmp_path, TrainingPlan(), "sha256:1")
    (tmp_path / name).unlink()
    keep_plan(tmp_path, TrainingPlan(), "sha256:1")
