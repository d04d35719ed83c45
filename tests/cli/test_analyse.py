"""``redcathedral analyse``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from typer.testing import CliRunner

from redcathedral.ai.analysis.report import Analysis, Turn, from_json
from redcathedral.ai.weights.file import save
from redcathedral.cli.app import application
from redcathedral.record import read
from tests.ai.analysis.endings import last_turn, last_turns, record_of
from tests.ai.analysis.weights import tiny
from tests.record.games import HEAD, SETUP, SMALL, SOLO, agreed, finished

RUN = CliRunner()
APP = application(["analyse"])


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("weights") / "tiny.bin"
    save(tiny(), file)
    return file


@pytest.fixture
def game(tmp_path: Path) -> Path:
    file = tmp_path / "evening.rcg"
    file.write_text(SMALL)
    return file


def run(file: Path, weights: Path, *arguments: str | Path) -> tuple[int, str, str]:
    given = ["analyse", file, "--weights", weights, "--rollouts", "2", *arguments]
    result = RUN.invoke(APP, [str(word) for word in given])
    return result.exit_code, result.stdout, result.stderr


def test_a_report_for_people(game: Path, weights: Path) -> None:
    status, out, err = run(game, weights, "--full")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "evening: 3 turns, not finished."
    assert lines[2] == "An analysis with 2 rollouts of each position."
    assert lines[3].startswith("Costly mistakes: Ana ")
    assert "Each position was played to the end 2 times." in out
    assert "Turn 1, Green (Ana), after 0 decisions" in lines
    sentence = lines[lines.index("Turn 2, Yellow (Greedy), after 3 decisions") + 1]
    assert sentence.startswith("Yellow moves the yellow die from space 2 to space 8.")
    assert sentence.endswith("Rolled: green die 5, yellow die 3.")
    assert sum(line.startswith("Chances: Green ") for line in lines) == 3
    assert "The game file ends here; the game is not over." in lines
    assert any(line.startswith("Green (Ana): ") and "luck" in line for line in lines)


def test_without_a_terminal_lines_say_how_far_it_is(
    game: Path, weights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("redcathedral.cli.messages.LINE_INTERVAL", 0.0)
    status, out, err = run(game, weights, "--json")
    assert status == 0
    assert len(from_json(out).turns) == 3
    assert err.splitlines() == [f"{done} of 3 turns done" for done in (1, 2, 3)]


def test_ctrl_c_says_how_far_it_came(
    game: Path, weights: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(turns: Iterator[Turn], *_: object) -> Iterator[Turn]:
        yield from islice(turns, 2)
        raise KeyboardInterrupt

    monkeypatch.setattr("redcathedral.cli.messages.progress", interrupted)
    out = tmp_path / "out"
    assert run(game, weights, "--out", out) == (
        130,
        "",
        "Stopped after 2 of 3 turns. Nothing was written.\n",
    )
    assert list(out.iterdir()) == []


def test_a_mistake_is_listed_with_the_better_turn(tmp_path: Path, weights: Path) -> None:
    file = tmp_path / "lost.rcg"
    file.write_text(record_of(last_turn(), "deliver W 1.3", "end").text())
    status, out, _ = run(file, weights)
    assert status == 0
    title, red, blue, won, *_, headline, _, lost, played, better, show = out.splitlines()
    assert headline == "Costly mistakes: Red 1."
    assert lost.startswith("Turn 1, Red: ")
    assert played.startswith("Played: Red delivers 1 wood to dome 1.3.")
    assert better == (
        "Better: Red delivers 1 wood to dome 3.3. Red completes dome 3.3 and gets 5 recognition."
    )
    assert show == f"redcathedral show {file} --at 0"
    _, full, _ = run(file, weights, "--full")
    assert full.startswith(out)
    assert f"Better: {better.removeprefix('Better: ')}" in full
    assert title.endswith(" finished.")
    assert red.startswith("Red: ")
    assert blue.startswith("Blue: ")
    assert "wins" in won
    assert "Red 100 to" not in out


def test_json_for_a_program(game: Path, weights: Path) -> None:
    status, out, err = run(game, weights, "--json", "--top", "2")
    assert (status, err) == (0, "")
    analysis = from_json(out)
    assert isinstance(analysis, Analysis)
    assert analysis.budget.rollouts == 2
    assert [len(play.best) for turn in analysis.turns for play in turn.plays] == [2, 2, 2]


def test_only_one_seat(game: Path, weights: Path) -> None:
    status, out, _ = run(game, weights, "--seat", "yellow", "--full")
    assert status == 0
    heads = [line for line in out.splitlines() if line.startswith("Turn ") and "after" in line]
    assert heads == ["Turn 2, Yellow (Greedy), after 3 decisions"]
    status, _, err = run(game, weights, "--seat", "red")
    assert status == 2
    assert "green, yellow" in err


def test_bots_of_one_kind_are_numbered(game: Path, weights: Path) -> None:
    game.write_text(SMALL.replace("seat green Ana", "seat green bot:greedy"))
    status, out, _ = run(game, weights, "--full")
    assert status == 0
    for seat in ("Green (Greedy 1)", "Yellow (Greedy 2)"):
        assert f", {seat}, after " in out
        assert f"\n{seat}: " in out


def test_report_json_and_picture_as_files(game: Path, weights: Path, tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    status, out, _ = run(game, weights, "--full", "--out", folder)
    assert status == 0
    assert {path.name for path in folder.iterdir()} == {
        "evening.txt",
        "evening.json",
        "evening.svg",
    }
    assert (folder / "evening.txt").read_text() == out
    assert len(from_json((folder / "evening.json").read_text()).turns) == 3
    picture = (folder / "evening.svg").read_text()
    assert ET.fromstring(picture).tag.endswith("svg")
    assert "evening: chances of winning" in picture
    packed = tmp_path / "evening.rcg.gz"
    packed.write_bytes(game.read_bytes())
    status, out, _ = run(packed, weights, "--out", folder, "--json")
    assert (folder / "evening.json").read_text() == out


def test_a_folder_that_cannot_be_written(game: Path, weights: Path) -> None:
    status, out, err = run(game, weights, "--out", game)
    assert status == 2
    assert "--out" in err
    assert "cannot be written" in err
    assert out == ""  # sentence before the work


def test_solo(tmp_path: Path, weights: Path) -> None:
    file = tmp_path / "solo.rcg"
    file.write_text(SOLO)
    status, out, _ = run(file, weights, "--full")
    assert status == 0
    lines = out.splitlines()
    at = lines.index("Turn 2, Ivan, after 3 decisions")
    assert lines[at + 1].startswith("Ivan uses card 1 (Claim) with the red die.")
    assert "Rolled: white die 5, red die 4." in lines[at + 1]
    assert "Ivan claims base 4.1." in lines[at + 1]
    assert any(line.startswith("Ivan: ") and "own mistakes" not in line for line in lines)


def test_a_record_that_stops_is_analysed_up_to_there(tmp_path: Path, weights: Path) -> None:
    """Cut off in the middle of a line, or with a decision that the rules do not allow."""
    file = tmp_path / "a.rcg"
    for text, expected in ((SMALL[: SMALL.index("influence 1\n") + 4], 2), ("take 12", 1)):
        file.write_text(text if expected == 2 else SMALL.replace("take 2", text))
        status, out, err = run(file, weights, "--full")
        assert status == expected
        assert f"{file}:2" in err
        assert out.startswith("a: 2 turns, not finished.")
        assert "The game file ends here" in out
    status, out, err = run(file, weights, "--json")
    assert status == 1
    assert from_json(out).ending == "unfinished"


def test_a_record_that_cannot_be_read(tmp_path: Path, weights: Path) -> None:
    file = tmp_path / "a.rcg"
    status, out, err = run(file, weights)
    assert (status, out) == (2, "")
    assert "cannot be read" in err
    for text in ("", "a letter\n", HEAD):
        file.write_text(text)
        status, out, err = run(file, weights)
        assert (status, out) == (2, "")
        assert str(file) in err


def test_nothing_has_been_played(tmp_path: Path, weights: Path) -> None:
    file = tmp_path / "a.rcg"
    file.write_text(HEAD + SETUP)
    status, out, _ = run(file, weights, "--out", tmp_path)
    assert status == 0
    assert out.splitlines()[1] == "No turn has been played yet: there is nothing to analyze."
    assert (tmp_path / "a.svg").exists()


@pytest.mark.installed
def test_a_finished_game_and_one_ended_by_agreement(tmp_path: Path, weights: Path) -> None:
    file = tmp_path / "a.rcg"
    end = last_turns(read(finished()), 4).text()
    for text in (end, agreed(end)):
        file.write_text(text)
        status, out, _ = run(file, weights, "--json", "--rollouts", "2")
        assert status == 0
        assert from_json(out).ending == "finished"


def test_weights_that_cannot_be_used(game: Path, weights: Path, tmp_path: Path) -> None:
    file = tmp_path / "w.bin"
    cases = {
        "cannot be read": None,
        "holds no weights": b"a letter\n",
        "is damaged": weights.read_bytes()[:-3] + b"abc",
    }
    for words, content in cases.items():
        if content is not None:
            file.write_bytes(content)
        status, out, err = run(game, file)
        assert (status, out) == (2, "")
        assert words in err
        assert str(file) in err
    save(replace(tiny(), shape="other"), file)
    status, out, err = run(game, file)
    assert (status, out) == (2, "")
    assert f"{file} was made by another version" in err


def test_without_a_file_the_weights_are_those_of_the_package(game: Path) -> None:
    """Where it has any; else it says what to do."""
    result = RUN.invoke(APP, ["analyse", str(game), "--rollouts", "2"])
    if files("redcathedral.ai.weights").joinpath("weights.bin").is_file():
        assert result.exit_code == 0
        assert "Costly mistakes" in result.stdout
    else:
        assert (result.exit_code, result.stdout) == (2, "")
        assert "name a file with --weights" in result.stderr


def test_another_edition_than_the_one_recorded(game: Path, weights: Path) -> None:
    game.write_text(SMALL.replace("reconstructed-2020\n", "reconstructed-2020 sha256:00\n"))
    status, out, err = run(game, weights, "--json")
    assert status == 0
    assert "warning: " in err
    assert json.loads(out)["edition"] == "reconstructed-2020"
