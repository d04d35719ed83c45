"""``redcathedral show``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from redcathedral.cli.app import application
from tests.record.games import FOLDER, HEAD, SETUP, SMALL, SOLO, SOLO_HEAD, states

RUN = CliRunner()
APP = application(["show"])
CODE = "DHG5-SYTH-YYCV-X2E2-CMNP-975J-A55F-A"  # of the small game


def run(*arguments: str | Path) -> tuple[int, str, str]:
    result = RUN.invoke(APP, ["show", *map(str, arguments)])
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture
def small(tmp_path: Path) -> Path:
    file = tmp_path / "small.rcg"
    file.write_text(SMALL)
    return file


def test_the_last_position(small: Path) -> None:
    status, out, err = run(small)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[:4] == HEAD.splitlines()[1:]
    assert lines[4:6] == [f"Set-up code: {CODE}", ""]
    assert "After 9 of 9 decisions:" in lines
    assert "    9 green  end" in lines
    assert "      yellow roll green=5 yellow=3" in lines
    assert "Next decisions:" not in lines
    assert any(line.startswith("Cathedral") for line in lines)


def test_any_moment(small: Path) -> None:
    status, out, _ = run(small, "--at", "2")
    assert status == 0
    before, after = out.split("Next decisions:\n")
    assert "    2 green  tile red up\nAfter 2 of 9 decisions:\n" in before
    assert after.splitlines()[:2] == ["    3 green  end", "    4 yellow die yellow +0"]
    assert after.splitlines()[-2:] == ["    7 yellow end", "      yellow roll green=5 yellow=3"]
    assert run(small, "--at", "0")[0] == 0


def test_bots_of_one_kind_are_numbered(small: Path) -> None:
    small.write_text(SMALL.replace("seat green Ana", "seat green bot:greedy"))
    status, out, _ = run(small)
    assert status == 0
    assert "Turn 4. Yellow (Greedy 2) to move.\n" in out
    assert "Board of Green (Greedy 1).\n" in out


def test_a_moment_that_never_was(small: Path) -> None:
    for wrong in ("10", "-1", "x"):
        status, out, err = run(small, "--at", wrong)
        assert (status, out) == (2, "")
        assert "--at" in err


def test_a_game_that_has_only_begun(tmp_path: Path) -> None:
    file = tmp_path / "a.rcg"
    file.write_text(HEAD + SETUP)
    status, out, _ = run(file)
    assert status == 0
    assert "After 0 of 0 decisions:" in out


def test_solo_from_a_position(tmp_path: Path) -> None:
    start = next(line for line in states("solo-basic-01")[1:] if '"to_move":"green"' in line)
    file = tmp_path / "a.rcg"
    file.write_text(f"{SOLO_HEAD}start {start}\nturn green\nroll white=5 red=4\n")
    status, out, _ = run(file)
    assert status == 0
    assert "      green  roll white=5 red=4" in out
    assert "set-up code" not in out


def test_a_record_that_cannot_be_followed_is_shown_as_far_as_it_goes(tmp_path: Path) -> None:
    file = tmp_path / "a.rcg"
    for old, new, expected in (("take 2", "take 12", 1), ("take 2", "tak 2", 2)):
        file.write_text(SMALL.replace(old, new))
        status, out, err = run(file)
        assert status == expected
        assert "After 4 of 4 decisions:" in out
        assert f"{file}:24: " in err
    file.write_text(HEAD)
    status, out, err = run(file)
    assert (status, out) == (2, "")
    assert "the set-up has no `plan` line" in err


def test_json(tmp_path: Path) -> None:
    file = tmp_path / "solo.rcg"
    file.write_text(SOLO)
    status, out, _ = run(file, "--at", "1", "--json")
    assert status == 0
    moment = json.loads(out)
    assert (moment["at"], moment["decisions"], moment["ivan"]) == (1, 4, "green")
    assert moment["seats"] == [{"colour": "red", "text": "Ana"}, {"colour": "green", "text": ""}]
    assert moment["options"] == [["first_game", "true"]]
    assert moment["position"]["to_move"] == "red"
    assert "take 2" in moment["legal"]
    status, out, _ = run(FOLDER / "2p-basic-01.rcg.gz", "--json")
    assert json.loads(out)["is_over"]
