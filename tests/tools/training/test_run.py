"""A training: stopped anywhere and resumed, it gives the same result."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tests.tools.training.extra import REASON

torch = pytest.importorskip("torch", reason=REASON)

from redcathedral.ai.weights.file import load, save  # noqa: E402
from redcathedral.box import load_edition  # noqa: E402
from redcathedral.files import LOCK_FILE  # noqa: E402
from tools.training import evaluation  # noqa: E402
from tools.training import learner as learning  # noqa: E402
from tools.training import run as training_run  # noqa: E402
from tools.training.examples import save_examples  # noqa: E402
from tools.training.learner import Learner  # noqa: E402
from tools.training.learning_curve import RoundResult, read_curve  # noqa: E402
from tools.training.run import CHECKPOINT_FILE, CURVE_FILE, CURVE_PICTURE, WEIGHTS_FILE, TrainingRun  # noqa: E402
from tools.training.settings import PLAN_FILE, TrainingError, TrainingSettings, load_settings  # noqa: E402

TINY = TrainingSettings(
    rounds=3, games=3, warm=4, nodes=10, seed=4, passes=0.2, window=2, hidden=16, leaning=1
)


class Stopped(Exception):
    """Stands for Ctrl-C, or the end of the process."""


def rounds(course: TrainingRun) -> Iterator[RoundResult]:
    """The rounds that are left; each comes when it is done and kept."""
    return (step for step in course.steps(1) if step is not None)


def shrink(patch: pytest.MonkeyPatch) -> None:
    """Make batches, exams and pieces of work small; weights that are quicker to pack."""
    patch.setattr(learning, "INITIAL_WEIGHT_STD", 0.1)
    patch.setattr(learning, "BATCH_SIZE", 64)
    patch.setattr(evaluation, "EVALUATION_PAIRS", 1)
    patch.setattr(training_run, "EVALUATION_INTERVAL", 2)
    patch.setattr(training_run, "GAMES_PER_JOB", 2)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    shrink(monkeypatch)


@dataclass(frozen=True)
class Stages:
    """The folders of a training that nobody has stopped, after each round."""

    folders: list[Path]

    def copy(self, done: int, folder: Path) -> None:
        shutil.copytree(self.folders[done - 1], folder, dirs_exist_ok=True)


@pytest.fixture(scope="module")
def stages(tmp_path_factory: pytest.TempPathFactory) -> Stages:
    folder = tmp_path_factory.mktemp("whole")
    folders = []
    with pytest.MonkeyPatch.context() as patch:
        shrink(patch)
        for entry in rounds(TrainingRun(TINY, folder)):
            folders.append(tmp_path_factory.mktemp(f"after-{entry.number}"))
            shutil.copytree(folder, folders[-1], dirs_exist_ok=True)
    assert len(folders) == 3
    return Stages(folders)


@pytest.fixture
def whole(stages: Stages) -> Path:
    """The folder after the last round."""
    return stages.folders[-1]


def timeless(folder: Path) -> list[RoundResult]:
    """The curve without the times."""
    entries = read_curve(folder / CURVE_FILE)
    return [replace(entry, seconds=0.0, seconds_learning=0.0) for entry in entries]


def assert_same(folder: Path, whole: Path) -> None:
    assert load(folder / WEIGHTS_FILE) == load(whole / WEIGHTS_FILE)
    assert (folder / WEIGHTS_FILE).read_bytes() == (whole / WEIGHTS_FILE).read_bytes()
    assert timeless(folder) == timeless(whole)
    assert sorted(path.name for path in folder.iterdir()) == sorted(
        path.name for path in whole.iterdir()
    )


def test_files_of_a_training(whole: Path) -> None:
    """Games no longer learned from are gone, the rest is there."""
    left = {
        PLAN_FILE,
        WEIGHTS_FILE,
        CHECKPOINT_FILE,
        CURVE_FILE,
        CURVE_PICTURE,
        "games-0002.npz",
        "games-0003.npz",
    }
    assert {path.name for path in whole.iterdir()} - {LOCK_FILE} == left
    weights = load(whole / WEIGHTS_FILE)
    assert weights.made == asdict(TINY)
    assert set(weights.seat_biases) == {1, 2, 3, 4}
    curve = read_curve(whole / CURVE_FILE)
    assert [entry.number for entry in curve] == [1, 2, 3]
    assert [entry.exam_games for entry in curve] == [0, 2, 2]
    assert [entry.games for entry in curve] == [4, 3, 3]
    assert all(entry.examples > 50 for entry in curve)
    ET.parse(whole / CURVE_PICTURE)


def test_resumes_after_each_round(stages: Stages, whole: Path, tmp_path: Path) -> None:
    stages.copy(1, tmp_path)
    next(rounds(TrainingRun(TINY, tmp_path)))
    assert_same(tmp_path, stages.folders[1])
    next(rounds(TrainingRun(TINY, tmp_path)))
    assert_same(tmp_path, whole)
    assert list(rounds(TrainingRun(TINY, tmp_path))) == []
    assert_same(tmp_path, whole)


MOMENTS = ["games", "next games", "learning", "weights", "exam", "curve", "leanings", "checkpoint"]


@pytest.mark.parametrize("moment", MOMENTS)
def test_resumes_in_the_middle_of_a_round(
    moment: str, stages: Stages, whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before a step of a round is carried out; whatever has been written stays."""
    calls = 0

    def stop(*args: Any) -> None:
        nonlocal calls
        calls += 1
        if moment == "next games" and calls == 1:  # while the network learns, the others follow
            return save_examples(*args)
        raise Stopped

    stages.copy(1, tmp_path)
    course = TrainingRun(TINY, tmp_path)
    where: tuple[object, str] = {
        "games": (training_run, "save_examples"),
        "next games": (training_run, "save_examples"),
        "learning": (Learner, "learn"),
        "weights": (training_run, "save"),
        "exam": (training_run, "evaluate"),
        "curve": (training_run, "write_text"),
        "leanings": (training_run, "fit_seat_bias"),
        "checkpoint": (Learner, "save"),
    }[moment]
    with monkeypatch.context() as patch:
        patch.setattr(*where, stop)
        with pytest.raises(Stopped):
            list(rounds(course))
    list(rounds(TrainingRun(TINY, tmp_path)))
    assert_same(tmp_path, whole)


def test_stored_games_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise Stopped

    with monkeypatch.context() as patch:
        patch.setattr(Learner, "learn", stop)
        course = TrainingRun(TINY, tmp_path)
        assert course.steps_left == 3 * (2 + 1) + 4  # pieces, the learning, a game at each table
        with pytest.raises(Stopped):
            list(rounds(course))
    course = TrainingRun(TINY, tmp_path)
    assert course.steps_left == 3 * (2 + 1) + 4 - 2
    assert isinstance(next(course.steps(1)), RoundResult)


@pytest.mark.slow
def test_in_two_processes(stages: Stages, whole: Path, tmp_path: Path) -> None:
    """The games of the third round come before the result of the second."""
    stages.copy(1, tmp_path)
    course = TrainingRun(TINY, tmp_path)
    assert course.steps_left == 2 + 2 * 2 + 4
    *games, second, a, b, c, d, third = course.steps(2)
    assert [*games, a, b, c, d] == [None] * (2 * 2 + 4)
    assert [step and step.number for step in (second, third)] == [2, 3]
    assert_same(tmp_path, whole)


def test_more_rounds_resume_the_training(stages: Stages, tmp_path: Path) -> None:
    two = replace(TINY, rounds=2)
    stages.copy(2, tmp_path)
    assert list(rounds(TrainingRun(two, tmp_path))) == []
    assert [entry.number for entry in rounds(TrainingRun(TINY, tmp_path))] == [3]
    assert [entry.number for entry in read_curve(tmp_path / CURVE_FILE)] == [1, 2, 3]
    assert list(rounds(TrainingRun(two, tmp_path))) == []
    assert [entry.number for entry in read_curve(tmp_path / CURVE_FILE)] == [1, 2, 3]


def test_rejects_a_second_process_in_a_folder(stages: Stages, tmp_path: Path) -> None:
    """The second is refused as long as the first runs, and nothing of it is changed."""
    stages.copy(1, tmp_path)
    running = rounds(TrainingRun(TINY, tmp_path))
    next(running)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(TrainingError, match="running"):
        TrainingRun(replace(TINY, rounds=9), tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert [entry.number for entry in running] == [3]


def test_rejects_another_training_in_the_folder(whole: Path) -> None:
    before = {path.name: path.read_bytes() for path in whole.iterdir()}
    with pytest.raises(TrainingError, match=r"holds another training \(nodes 10, not 11\)"):
        TrainingRun(replace(TINY, nodes=11), whole)
    assert {path.name: path.read_bytes() for path in whole.iterdir()} == before


def test_rejects_another_edition_in_the_folder(whole: Path, tmp_path: Path) -> None:
    source = Path(str(load_edition.__code__.co_filename)).with_name("editions")
    text = (source / "reconstructed-2020.toml").read_text(encoding="utf-8")
    mine = tmp_path / "mine.toml"
    text = text.replace('"reconstructed-2020"', '"mine"').replace("pieces = 20", "pieces = 21")
    mine.write_text(text, encoding="utf-8")
    with pytest.raises(TrainingError, match=r"holds another training \(edition sha256:"):
        TrainingRun(TINY, whole, str(mine))


@pytest.mark.parametrize("name", [CHECKPOINT_FILE, CURVE_FILE, "games-0001.npz"])
@pytest.mark.parametrize("damage", ["another", "cut", "changed", "zip"])
def test_reports_unreadable_files(name: str, damage: str, stages: Stages, tmp_path: Path) -> None:
    stages.copy(1, tmp_path)
    data = (tmp_path / name).read_bytes()
    data = {
        "another": b"something else\n",
        "cut": data[: 2 * len(data) // 3],
        "changed": data[: len(data) // 2] + b"???" + data[len(data) // 2 + 3 :],
        "zip": b"PK\x03\x04",
    }[damage]
    (tmp_path / name).write_bytes(data)
    with pytest.raises(TrainingError, match=rf"{name} cannot be read .*another folder"):
        list(rounds(TrainingRun(TINY, tmp_path)))
    assert (tmp_path / name).read_bytes() == data


@pytest.mark.parametrize("foreign", [{}, [1], {"done": 1, "network": {}, "optimiser": {}}])
def test_reports_a_foreign_checkpoint(foreign: object, stages: Stages, tmp_path: Path) -> None:
    stages.copy(1, tmp_path)
    torch.save(foreign, tmp_path / CHECKPOINT_FILE)
    with pytest.raises(TrainingError, match=rf"{CHECKPOINT_FILE} cannot be read .*another folder"):
        TrainingRun(TINY, tmp_path)


def test_reports_missing_games(stages: Stages, tmp_path: Path) -> None:
    """What is learned from would be something else without them."""
    stages.copy(1, tmp_path)
    (tmp_path / "games-0001.npz").unlink()
    with pytest.raises(TrainingError, match=r"games-0001\.npz cannot be read"):
        list(rounds(TrainingRun(TINY, tmp_path)))


def test_settings_are_stored_first(tmp_path: Path) -> None:
    TrainingRun(TINY, tmp_path / "deep" / "down")
    found = json.loads((tmp_path / "deep" / "down" / PLAN_FILE).read_text(encoding="utf-8"))
    assert found["games"] == 3


def test_a_training_begins_with_weights(whole: Path, tmp_path: Path) -> None:
    start, folder = whole / WEIGHTS_FILE, tmp_path / "out"
    run = TrainingRun(replace(TINY, hidden=32), folder, start=start)
    assert run.learner.numbers() == load(start).numbers
    assert run.settings.hidden == TINY.hidden
    next(run.steps(1))  # stopped in the first round
    stored = load_settings(folder)
    assert stored == run.settings
    resumed = TrainingRun(stored, folder)  # which knows the weights
    assert resumed.learner.numbers() == load(start).numbers
    first, *_, last = rounds(resumed)
    assert (first.games, last.number) == (TINY.games, TINY.rounds)
    assert load(folder / WEIGHTS_FILE).numbers != load(start).numbers
    other = whole.parent / "other.bin"
    save(replace(load(start), seat_biases={}), other)
    with pytest.raises(TrainingError, match="start"):
        TrainingRun(TINY, folder, start=other)
