"""``build/bench.json`` has the form that others read, and keeps what was not run again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import cast

import pytest

from bench import __main__ as bench
from bench.figure import Row, compare, figures, floor, owns
from bench.figures.engine import MAX_BYTES
from bench.report import KEYS, read, table, write
from bench.yardstick import at_least, within

NOWHERE = Path("/nonexistent/python")


def rows_of(path: Path) -> dict[str, dict[str, object]]:
    found = cast("list[dict[str, object]]", json.loads(path.read_text()))
    return {str(row["name"]): row for row in found}


def test_the_figures_of_engine_and_search_are_there() -> None:
    wanted = {"engine/copy", "engine/inside", "engine/python", "engine/state_bytes"}
    wanted |= {"search/decisions", "search/evaluations", "search/overtime", "server/receipt"}
    assert wanted <= set(figures())


def test_a_ratio_is_bigger_when_we_are_better() -> None:
    speed = compare("a", "decisions/s", [300.0, 100.0, 200.0], "peer", [50.0])
    assert (speed.value, speed.peer_value, speed.ratio) == (200, 50, 4)
    assert speed.noise == "100..300"
    time = compare("a", "us", [2.0], "peer", [50.0], smaller_is_better=True)
    assert time.ratio == 25


def test_without_a_peer_its_fields_are_null() -> None:
    row = compare("a", "us", [2.0], None, None)
    assert (row.peer, row.peer_value, row.ratio) == (None, None, None)


def test_a_figure_run_again_leaves_the_others(tmp_path: Path) -> None:
    path = tmp_path / "build" / "bench.json"
    write(path, "search/depth", [Row("search/depth", 3, "plies")])
    write(path, "engine/copy", [Row("engine/copy", 1, "us"), Row("engine/copy/pure", 9, "us")])
    write(path, "engine/copy", [Row("engine/copy", 2, "us", "peer", 4, 2, "1..3")])
    rows = rows_of(path)
    assert list(rows) == ["engine/copy", "search/depth"]
    assert rows["search/depth"]["value"] == 3
    assert list(rows["engine/copy"]) == list(KEYS)
    assert list(rows["engine/copy"].values()) == ["engine/copy", 2, "us", "peer", 4, 2]
    assert [file.name for file in path.parent.iterdir()] == ["bench.json"]


def test_names_are_owned_whole() -> None:
    assert owns("engine/copy", "engine/copy/pure")
    assert not owns("engine/copy", "engine/copying")


@pytest.mark.parametrize("content", ["[", "{}", '[{"value": 1}]'])
def test_a_file_that_is_something_else_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "bench.json"
    path.write_text(content)
    with pytest.raises(ValueError, match=r"bench\.json .*remove it"):
        read(path)
    assert bench.main(["--out", str(path)]) == 2
    assert path.read_text() == content


def test_the_table_says_what_was_wanted() -> None:
    row = compare("engine/inside", "decisions/s", [6_000_000.0], "peer", [30_000.0])
    text = table([floor(row, ">= 60 x", reached=True), Row("b", 0.2213, "us")])
    assert "6,000,000" in text
    assert ">= 60 x: reached" in text
    assert "0.221" in text


def test_a_limit_on_time_is_a_number_of_decisions_inside() -> None:
    """The same program on a machine half as fast takes twice as long, and the same decisions."""
    for milliseconds, seconds in ((50.0, 1.0), (100.0, 2.0)):
        inside = [{"decisions": 8_000_000.0, "seconds": seconds}]
        row = Row("server/list/all", milliseconds, "ms")
        assert within(row, 400_000, inside).floor.endswith("takes 400,000: reached")
        assert within(row, 399_999, inside).floor.endswith("takes 400,000: MISSED")


def test_a_speed_is_a_share_of_the_decisions_inside() -> None:
    inside = [{"decisions": 9_000_000.0, "seconds": 2.0}]
    row = at_least("search/evaluations", "positions/s", [45_000.0], inside, 1 / 100)
    assert (row.peer, row.peer_value, row.ratio) == ("engine/inside", 4_500_000, 0.01)
    assert row.floor == ">= 1/100 of engine/inside: reached"
    row = at_least("search/evaluations", "positions/s", [44_000.0], inside, 1 / 100)
    assert row.floor.endswith("MISSED")


def test_an_unknown_figure_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["engine/nothing"]) == 2
    assert (
        "there is no figure engine/nothing; there are analysis/first-pass"
        in capsys.readouterr().err
    )


def test_a_group_or_a_row_names_its_figures() -> None:
    assert set(bench.chosen_figures(["engine/copy/pure"])) == {"engine/copy"}
    assert {"engine/inside", "engine/python"} <= set(bench.chosen_figures(["engine"]))


@pytest.mark.long
@pytest.mark.installed
def test_a_run_without_a_peer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Our own figures are there, the peer's fields are null, the exit status is 1."""
    path = tmp_path / "bench.json"
    words = ["--rounds", "1", "--peer-python", str(NOWHERE), "--out", str(path)]
    assert bench.main([*words, "engine"]) == 1
    rows = rows_of(path)
    wanted = ["engine/inside", "engine/python", "engine/copy", "engine/state_bytes"]
    wanted += ["engine/inside/unforced", "engine/python/unforced"]
    assert set(wanted) <= set(rows)
    for row in rows.values():
        assert list(row) == list(KEYS)
        assert isinstance(row["value"], float)
        assert row["value"] > 0
        assert (row["peer"], row["peer_value"], row["ratio"]) == (None, None, None)
    assert cast("float", rows["engine/state_bytes"]["value"]) < MAX_BYTES
    captured = capsys.readouterr()
    assert "no peer: catanatron cannot be started" in captured.err
    assert "`make bench` sets it up in .venv-peer" in captured.err
    assert "engine/inside" in captured.out
