"""The settings of a training are kept, and another training is not mixed with it."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from tools.training.settings import (
    PLAN_FILE,
    TrainingError,
    TrainingSettings,
    load_settings,
    save_settings,
)


def test_settings_round_trip(tmp_path: Path) -> None:
    assert load_settings(tmp_path) is None
    settings = TrainingSettings(rounds=7, seed=3, rate=0.25)
    save_settings(tmp_path, settings, "sha256:1", "0a")
    assert load_settings(tmp_path) == settings
    found = json.loads((tmp_path / PLAN_FILE).read_text(encoding="utf-8"))
    assert found == {"edition_hash": "sha256:1", "shape": "0a", **asdict(settings)}


def test_more_or_fewer_rounds_are_the_same_training(tmp_path: Path) -> None:
    save_settings(tmp_path, TrainingSettings(rounds=7), "sha256:1", "0a")
    save_settings(tmp_path, TrainingSettings(rounds=9), "sha256:1", "0a")
    assert load_settings(tmp_path) == TrainingSettings(rounds=9)


@pytest.mark.parametrize("name", [name for name in asdict(TrainingSettings()) if name != "rounds"])
def test_another_training_is_refused(name: str, tmp_path: Path) -> None:
    settings = TrainingSettings()
    save_settings(tmp_path, settings, "sha256:1", "0a")
    before = (tmp_path / PLAN_FILE).read_bytes()
    old = asdict(settings)[name]
    new: Any = "ab12" if name == "start" else old + 1
    other = replace(settings, **{name: new})
    message = (
        rf"holds another training \({name} {old or 'none'}, not {new}\); "
        "resume with the same options"
    )
    with pytest.raises(TrainingError, match=message):
        save_settings(tmp_path, other, "sha256:1", "0a")
    assert (tmp_path / PLAN_FILE).read_bytes() == before


def test_another_edition_is_refused(tmp_path: Path) -> None:
    save_settings(tmp_path, TrainingSettings(), "sha256:1", "0a")
    with pytest.raises(TrainingError, match="edition sha256:1, not sha256:2"):
        save_settings(tmp_path, TrainingSettings(), "sha256:2", "0a")


def test_examples_of_other_inputs_are_refused(tmp_path: Path) -> None:
    save_settings(tmp_path, TrainingSettings(), "sha256:1", "0a")
    with pytest.raises(TrainingError, match="a network with other inputs"):
        save_settings(tmp_path, TrainingSettings(), "sha256:1", "0b")


@pytest.mark.parametrize(
    "text", ["", "{}x", "[]", '{"rounds": "many"}', '{"rounds": 3}', "\x00", '"plan"']
)
def test_reports_an_unreadable_plan(text: str, tmp_path: Path) -> None:
    (tmp_path / PLAN_FILE).write_text(text, encoding="utf-8")
    with pytest.raises(TrainingError, match=r"plan\.json cannot be read: .*; name another folder"):
        save_settings(tmp_path, TrainingSettings(), "sha256:1", "0a")
    assert (tmp_path / PLAN_FILE).read_text(encoding="utf-8") == text


@pytest.mark.parametrize("name", ["checkpoint.pt", "games-0001.npz", "weights.bin", "curve.jsonl"])
def test_rejects_files_without_a_plan(name: str, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    (tmp_path / name).touch()
    with pytest.raises(TrainingError, match=rf"has {name} but no plan\.json; name another folder"):
        save_settings(tmp_path, TrainingSettings(), "sha256:1", "0a")
    (tmp_path / name).unlink()
    save_settings(tmp_path, TrainingSettings(), "sha256:1", "0a")
