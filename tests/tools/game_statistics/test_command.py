"""``python -m tools.game_statistics``: playing, resuming after a kill, the page, wrong usage."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep
from xml.etree import ElementTree as ET

import msgspec
import pytest
from typer.testing import CliRunner, Result

from redcathedral.ai.bots.registry import register
from redcathedral.box import load_edition
from redcathedral.lab.arena.games_file import GAMES_FILE, games_text
from redcathedral.lab.arena.survey import MODES
from tests.tools.game_statistics.surveys import games, settings
from tools.game_statistics.__main__ import PAGE_FILE, app
from tools.game_statistics.figures import STATISTICS, build_statistics
from tools.game_statistics.outliers import Finding, Measure, OutlierReport, Outliers, find_outliers
from tools.game_statistics.page import page, worth_svg

pytestmark = pytest.mark.slow

RANDOM = ("--bot", "random", "--jobs", "1")
EDITION = load_edition()


def run(*words: str) -> Result:
    return CliRunner().invoke(app, [*words])


def plain_output(result: Result) -> str:
    return " ".join(result.output.replace("│", " ").split())


def lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def start(out: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tools.game_statistics", *words, "--out", str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def until(path: Path, number: int, process: subprocess.Popen[str]) -> None:
    deadline = monotonic() + 240
    while lines(path) < number and process.poll() is None and monotonic() < deadline:
        sleep(0.01)


def test_statistics(tmp_path: Path) -> None:
    out, public = tmp_path / "out", tmp_path / "statistics.md"
    words = (*RANDOM, "--games", "2", "--out", str(out))
    result = run(*words, "--publish", str(public))
    assert result.exit_code == 0, result.output
    assert "random: " in result.output
    assert f"Page: {public}" in result.output
    written = public.read_text(encoding="utf-8")
    assert written == (out / PAGE_FILE).read_text(encoding="utf-8")
    assert "$ python -m tools.game_statistics --bot random --games 2 --seed 1 --publish" in written
    assert lines(out / GAMES_FILE) == 1 + 2 * len(MODES)
    again = run(*words, "--json")
    assert again.exit_code == 0, again.output
    found = json.loads(again.stdout)
    assert found == json.loads((out / STATISTICS).read_text(encoding="utf-8"))
    assert found["statistics"]["settings"]["bot"] == "random"
    assert [entry["mode"] for entry in found["statistics"]["modes"]] == [str(m) for m in MODES]
    more = run(*RANDOM, "--games", "3", "--out", str(out))
    assert more.exit_code == 0, more.output
    assert lines(out / GAMES_FILE) == 1 + 3 * len(MODES)
    assert public.read_text(encoding="utf-8") == written


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--bot", "gready"], "did you mean greedy"),
        (["--bot", "greedy:x=1"], "greedy does not take x"),
        (["--games", "0"], "Invalid value for '--games'"),
        (["--games", "many"], "Invalid value for '--games'"),
        (["--seed", "-1"], "Invalid value for '--seed'"),
        (["--jobs", "0"], "Invalid value for '--jobs'"),
        (["--publish", "page.svg"], "the page is Markdown: name it page.md"),
    ],
)
def test_wrong_usage(words: list[str], problem: str, tmp_path: Path) -> None:
    result = run("--out", str(tmp_path / "out"), *words)
    assert result.exit_code == 2, result.output
    assert problem in plain_output(result)
    assert not (tmp_path / "out").exists()


def test_unwritable_folder_is_reported_before_the_games(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = run(*RANDOM, "--out", str(tmp_path / "file"))
    assert result.exit_code == 2
    assert "name another folder" in plain_output(result)
    for public in (tmp_path / "file" / "page.md", tmp_path / "none" / "page.md"):
        result = run(*RANDOM, "--out", str(tmp_path / "out"), "--publish", str(public))
        assert result.exit_code == 1
        assert "cannot be written" in plain_output(result)
    assert not (tmp_path / "out").exists()


def test_a_folder_with_other_settings_more_games_or_damage(tmp_path: Path) -> None:
    path = tmp_path / GAMES_FILE
    path.write_text(games_text(settings(), games(settings(), 2)), encoding="utf-8")
    before = path.read_bytes()
    other = run(*RANDOM, "--seed", "9", "--out", str(tmp_path))
    assert other.exit_code == 2
    assert "was begun with seed 1, not with seed 9: repeat those, or name another" in plain_output(
        other
    )
    fewer = run(*RANDOM, "--games", "1", "--out", str(tmp_path))
    assert fewer.exit_code == 2
    assert "already has 2 games of a mode: ask for as many --games, or name" in plain_output(fewer)
    more = run(*RANDOM, "--games", "3", "--out", str(tmp_path))  # nobody has played those two
    assert more.exit_code == 2
    assert "of a program that plays differently, as with 2-basic, seed 1:" in plain_output(more)
    assert path.read_bytes() == before
    path.write_bytes(before.replace(b'"plan"', b'"plon"', 1))
    damaged = run(*RANDOM, "--games", "2", "--out", str(tmp_path))
    assert damaged.exit_code == 2
    assert f"{GAMES_FILE}:2 is damaged" in plain_output(damaged)


def test_a_bot_that_fails(tmp_path: Path) -> None:
    class Wrong:
        def __init__(self, seed: int, seat: int) -> None:
            del seed, seat

        def choose(self, state: object) -> int:
            del state
            return 0

    register("test-wrong")(Wrong)
    words = ("--bot", "test-wrong", "--jobs", "1", "--games", "1", "--out", str(tmp_path))
    result = run(*words)
    assert result.exit_code == 1
    assert result.output.startswith("test-wrong decided end, which is not legal; legal ")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_resumes_after_a_kill(tmp_path: Path, jobs: str) -> None:
    """Killed, and the last line torn: the same games in the end as of one run."""
    path = tmp_path / "killed" / GAMES_FILE
    process = start(path.parent, "--bot", "random", "--games", "100000", "--jobs", jobs)
    until(path, 5, process)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate(timeout=120)  # ends only when no process has the pipe any more
    there = lines(path)
    assert there >= 5
    number = -(-there // len(MODES)) + 1
    with path.open("ab") as file:
        file.write(b'{"mode":"2-basic","se')
    for folder in (path.parent, tmp_path / "whole"):
        result = run(*RANDOM, "--games", str(number), "--out", str(folder))
        assert result.exit_code == 0, result.output
    for name in (GAMES_FILE, STATISTICS, PAGE_FILE):
        assert (path.parent / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is a signal elsewhere only")
def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    path = tmp_path / GAMES_FILE
    process = start(tmp_path, "--bot", "random", "--games", "10000", "--jobs", "2")
    until(path, 3, process)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all processes
    assert process.communicate(timeout=120)[0] == "Stopped; the same command continues.\n"
    assert process.returncode == 130
    assert lines(path) >= 3
    assert path.read_bytes().endswith(b"\n")


def test_the_page_is_whole_and_the_same_again() -> None:
    found = build_statistics(settings(), games(settings(), 60), EDITION)
    report = OutlierReport(found, find_outliers(found))
    written = page(report, EDITION, "python -m tools.game_statistics", "it.svg")
    assert written == page(report, EDITION, "python -m tools.game_statistics", "it.svg")
    assert "](it.svg)" in written
    assert "Nothing is off." in written
    for section in ("Totals", "Against Ivan", "Length", "Influence", "What looks off"):
        assert re.search(rf"^## .*{section}", written, re.MULTILINE), section
    assert "| C3, Craftsmen’s Guild | sell 1 gold, green gem, or purple gem for 2" in written
    assert "| 1 wood | reconstructed | " in written
    assert "| 2 players | 3-3-3-3 | reconstructed | " in written
    tables = re.findall(r"(?:^\|.*\n)+", written + "\n", re.MULTILINE)
    assert len(tables) == 13
    for table in tables:
        rows = table.splitlines()
        assert len({row.count("|") for row in rows}) == 1, rows[0]
        assert len(rows) > 2, rows[0]
    assert not re.search(r"\bnan\b|None|inf\b", written)


@pytest.mark.parametrize(("winner", "message"), [(0, True), (1, False)])
def test_page_says_whether_the_first_seat_wins_more(winner: int, message: bool) -> None:
    played = [msgspec.structs.replace(g, winners=(winner,)) for g in games(settings(), 60)]
    found = build_statistics(settings(), played, EDITION)
    written = page(OutlierReport(found, find_outliers(found)), EDITION, "x", None)
    answer = "It does: in 6 of 6 modes the first player wins more than an even share, most clearly"
    assert (f"{answer} with 4 players, basic, 100.0 % (" in written) is message
    assert ("It does" in written) is message


def test_outliers_are_named_with_their_mark() -> None:
    found = build_statistics(settings(), games(settings(), 2), EDITION)
    off = [
        Finding(Measure.SEAT, "0", "", "3-basic", 0.2, 0.1, 0.3),
        Finding(Measure.CARD, "K1", "reconstructed", "all", 4.5, 1.3, 7.6),
        Finding(Measure.TILE, "die-red", "printed", "solo", -9.0, -12.0, -6.0),
        Finding(Measure.PLAN, "3-3-3-3", "likely", "2", 4.0, 3.0, 5.0),
        Finding(Measure.PLAN_TURNS, "3-3-3-3", "likely", "2", 0.2, 0.15, 0.25),
    ]
    written = page(
        OutlierReport(found, Outliers(90, 3.45, off, {"4-basic": 7})), EDITION, "x", None
    )
    assert "90 figures" in written
    assert written.partition("## What looks off")[2].count("\n|") == 2 + len(off)
    for row in (
        "| seat 1, share of wins | 3 players, basic | - | +20.0 % | +10.0 % to +30.0 % |",
        "| influence card K1, Clergy, total | all | reconstructed | +4.5 | +1.3 to +7.6 |",
        "| workshop tile red die, margin | solo | printed | -9.0 | -12.0 to -6.0 |",
        "| plan 3-3-3-3, total | 2 players | likely | +4.0 | +3.0 to +5.0 |",
        "| plan 3-3-3-3, turns | 2 players | likely | +20.0 % | +15.0 % to +25.0 % |",
        "4 players, basic: 7 of the games had to be ended by the cap.",
    ):
        assert row in written
    assert "Nothing is off." not in written
    assert msgspec.json.encode(off[0]).startswith(b'{"rule":"seat"')


def test_the_picture_shows_cards_and_tiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = build_statistics(settings(), games(settings(), 60), EDITION)
    drawn = worth_svg(OutlierReport(found, find_outliers(found)), EDITION)
    assert drawn is not None
    marks = list(ET.fromstring(drawn).iter("{http://www.w3.org/2000/svg}circle"))
    assert len(marks) == 12 + 13
    assert [float(mark.attrib["cx"]) for mark in marks[:12]] == sorted(
        (float(mark.attrib["cx"]) for mark in marks[:12]), reverse=True
    )
    few = build_statistics(settings(), games(settings(), 1), EDITION)
    assert worth_svg(OutlierReport(few, find_outliers(few)), EDITION) is None
    (tmp_path / GAMES_FILE).write_text(
        games_text(settings(), games(settings(), 60)), encoding="utf-8"
    )
    monkeypatch.setattr(
        type(settings()), "sample", lambda *_: []
    )  # invented games never come out again
    result = run(*RANDOM, "--games", "60", "--out", str(tmp_path))
    assert result.exit_code == 0, result.output
    assert (tmp_path / "statistics.svg").read_text(encoding="utf-8") == drawn
    assert "](statistics.svg)" in (tmp_path / PAGE_FILE).read_text(encoding="utf-8")
