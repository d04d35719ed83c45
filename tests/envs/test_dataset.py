"""A data set: whole or not at all, the same bytes again, and read by pandas and polars."""

from __future__ import annotations

import hashlib
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from time import monotonic, sleep
from typing import TypeVar

import pytest
from typer.testing import CliRunner, Result

if any(find_spec(name) is None for name in ("numpy", "pyarrow", "polars", "pandas")):
    pytest.skip("no Arrow, pandas and polars; make test-train has them", allow_module_level=True)

import numpy as np
import pyarrow.parquet as pq

from redcathedral.ai.value.network import NetworkEvaluator
from redcathedral.ai.weights.file import packaged
from redcathedral.envs.observation import compact
from redcathedral.play.process_pool import run_jobs
from redcathedral.record.replay import read
from tools.dataset import dataset
from tools.dataset.__main__ import app
from tools.dataset.manifest import DatasetSettings, Manifest

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "dataset.md"
SETTINGS = dataset.settings_of("greedy", 8, 1, 3)  # a game of each mode, the last shard smaller
KEEP = {"game", "index", "turn", "seat", "decision", "legal", "share", "ahead", "won", "margin"}


Thing = TypeVar("Thing")


def calm(things: Iterator[Thing], total: int) -> Iterator[Thing]:
    del total
    return things


def made(folder: Path, settings: DatasetSettings = SETTINGS, jobs: int = 1) -> Manifest:
    return dataset.make(folder, settings, partial(run_jobs, processes=jobs), calm)


def run(*words: str) -> Result:
    return CliRunner().invoke(app, [*words])


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != ".lock"
    }


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data") / "set"
    made(folder)
    return folder


@pytest.fixture
def copy(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "copy"))


def test_the_same_bytes_by_several_processes(whole: Path, tmp_path: Path) -> None:
    made(tmp_path / "again", jobs=2)
    assert files(tmp_path / "again") == files(whole)
    assert dataset.check(whole) == []


def test_another_seed_is_another_set(whole: Path, tmp_path: Path) -> None:
    other = made(tmp_path / "other", dataset.settings_of("greedy", 3, 2, 3))
    first = dataset.load_manifest(whole)
    assert other.sha256 != first.sha256
    assert other.records_sha256 != first.records_sha256


def test_positions_are_those_of_the_records(whole: Path) -> None:
    modes = []
    for shard in sorted((whole / "shards").iterdir()):
        games = pq.read_table(shard / "games.parquet").to_pylist()
        table = pq.read_table(shard / "positions.parquet")
        words = table["observation"].combine_chunks().flatten().to_numpy().reshape(len(table), -1)
        rows = iter(zip(table.drop_columns(["observation"]).to_pylist(), words, strict=True))
        for game in games:
            modes.append(game["mode"])
            record = read(shard / game["record"])
            valuer = NetworkEvaluator(packaged().network())
            index = 0
            for moment in record.moments():
                state = moment.state
                if state.is_chance:
                    continue
                row, seen = next(rows)
                assert set(row) == KEEP
                seat = 0 if game["solo"] else state.seat
                assert (row["game"], row["index"]) == (game["game"], index)
                assert (row["turn"], row["seat"]) == (state.turn, seat)
                assert row["decision"] == moment.taken
                assert (seen == compact(state)).all()
                assert row["decision"] in row["legal"]
                expected = valuer.predictions(state)[seat]
                assert row["share"] == pytest.approx(expected.share, abs=1e-5)
                assert row["ahead"] == pytest.approx(expected.margin, abs=1e-3)
                others = [total for at, total in enumerate(game["totals"]) if at != seat]
                assert row["margin"] == game["totals"][seat] - max(others)
                shares = 1 / len(game["winners"]) if seat in game["winners"] else 0
                assert row["won"] == pytest.approx(shares)
                index += 1
            assert index == game["decisions"]
        assert next(rows, None) is None
    assert len({*modes}) == 8


def test_resumes_after_a_stop(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "set"

    def stopped(shards: Iterator[Thing], total: int, /) -> Iterable[Thing]:
        assert total == 3
        yield from islice(shards, 1)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        dataset.make(folder, SETTINGS, run_jobs, stopped)
    assert [line for line in dataset.check(folder) if "not been made" in line] == [
        "shards/00001 has not been made yet",
        "shards/00002 has not been made yet",
    ]
    # What a killed process leaves: half a shard, and one that the manifest does not know of.
    half = folder / "shards" / "00002.part"
    half.mkdir()
    (half / "positions.parquet").write_bytes(b"half")
    shutil.copytree(folder / "shards" / "00000", folder / "shards" / "00001")
    before = (folder / "shards" / "00000" / "positions.parquet").stat().st_ino
    made(folder)
    assert files(folder) == files(whole)
    assert (folder / "shards" / "00000" / "positions.parquet").stat().st_ino == before


@pytest.mark.long
def test_resumes_after_a_kill_to_a_complete_data_set(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    words = ("--bot", "greedy", "--games", "24", "--shard", "2", "--jobs", "2")
    command = [sys.executable, "-m", "tools.dataset", "make", "--out", str(folder)]
    process = subprocess.Popen([*command, *words], stderr=subprocess.DEVNULL)
    deadline = monotonic() + 120
    while monotonic() < deadline and process.poll() is None:
        if len(list(folder.glob("shards/0*/records"))) >= 3:
            break
        sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert dataset.load_manifest(folder).counts.games < 24
    done = subprocess.run([*command, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert dataset.check(folder) == []
    other = made(tmp_path / "other", dataset.settings_of("greedy", 24, 1, 2))
    assert dataset.load_manifest(folder) == other


def test_check_reports_differences(copy: Path) -> None:
    shards = copy / "shards"
    table = shards / "00000" / "positions.parquet"
    data = bytearray(table.read_bytes())
    data[len(data) // 2] ^= 1
    table.write_bytes(data)
    (shards / "00001" / "records" / "000004.rcg").unlink()
    (shards / "00001" / "more").write_text("more")
    shutil.rmtree(shards / "00002")
    (shards / "strange").mkdir()
    (copy / "card.md").write_text("other")
    done = run("check", str(copy))
    assert done.exit_code == 1
    assert done.output.splitlines() == [
        "shards/00000/positions.parquet differs",
        "shards/00001/more is not part of the data set",
        "shards/00001/records/000004.rcg is missing",
        "shards/00002 is missing",
        "shards/strange is not part of the data set",
        "card.md differs",
    ]
    with pytest.raises(dataset.DatasetError, match=r"positions\.parquet differs; remove .*00000"):
        made(copy)


def test_shards_are_made_again(copy: Path) -> None:
    done = run("check", str(copy), "--again", "2", "--jobs", "1")
    assert done.exit_code == 0, done.output
    assert "8 games unchanged; 2 shards made again are the same" in done.output
    # A record that was changed together with its hash is found only by playing.
    record = copy / "shards" / "00000" / "records" / "000001.rcg"
    text = (copy / "manifest.json").read_text()
    old = dataset.load_manifest(copy).shards[0].files["records/000001.rcg"]
    record.write_text(record.read_text() + "# more\n")
    new = hashlib.sha256(record.read_bytes()).hexdigest()
    (copy / "manifest.json").write_text(text.replace(old, new))
    differs = run("check", str(copy), "--again", "1", "--jobs", "1")
    assert differs.exit_code == 1
    assert differs.output == "shards/00000/records/000001.rcg is different when made again\n"


def test_rejects_a_data_set_with_other_settings(copy: Path) -> None:
    with pytest.raises(dataset.DatasetError, match="seed 1 in place of 2"):
        made(copy, dataset.settings_of("greedy", 8, 2, 3))
    path = copy / "manifest.json"
    text = path.read_text()
    path.write_text(re.sub(r'"arrow": "[^"]*"', '"arrow": "1.0"', text))
    with pytest.raises(
        dataset.DatasetError, match=r"made with other settings \(arrow 1\.0 in place of"
    ):
        dataset.check_again(copy, 1, run_jobs, calm)
    path.write_text("{")
    done = run("check", str(copy))
    assert done.exit_code == 2
    assert "is damaged" in done.output


def test_folder_with_other_files_is_not_changed(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(dataset.DatasetError, match=r"holds thesis\.tex and no manifest\.json"):
        made(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]
    assert run("check", str(tmp_path / "none")).exit_code == 2


def test_guide_example_reads_the_data_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every Python example of the guide runs in a folder with the data set ``games``."""
    done = run("make", "--bot", "greedy", "--games", "4", "--shard", "2", "--jobs", "1")
    assert done.exit_code == 2  # the folder is required
    monkeypatch.chdir(tmp_path)
    done = run("make", "--out", "games", "--bot", "greedy", "--games", "4", "--shard", "2")
    assert done.exit_code == 0, done.output
    blocks = re.findall(r"(?ms)^```python\n(.*?)^```", GUIDE.read_text("utf-8"))
    assert len(blocks) >= 3
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, str(GUIDE), "exec"), names)
    frame = names["frame"]
    positions = dataset.load_manifest(tmp_path / "games").counts.positions
    assert len(frame) == positions  # type: ignore[arg-type]  # a polars.DataFrame
    assert np.asarray(names["full"]).shape[0] == positions
