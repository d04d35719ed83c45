"""``redcathedral replay``."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest
from typer.testing import CliRunner

from redcathedral.cli.app import application
from tests.record.games import FOLDER, SMALL

RUN = CliRunner()
APP = application(["replay"])


def run(*arguments: str | Path) -> tuple[int, str, str]:
    result = RUN.invoke(APP, ["replay", *map(str, arguments)])
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in {
        "good.rcg": SMALL,
        "illegal.rcg": SMALL.replace("take 2", "take 12"),
        "count.rcg": SMALL.replace("take 2", "legal 9\ntake 2"),
        "broken.rcg": SMALL.replace("take 2", "tak 2"),
        "\x1b[31m.rcg": "x",
    }.items():
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.long
def test_all_conformance_games() -> None:
    games = sorted(FOLDER.glob("*.rcg.gz"))
    status, out, err = run(*games, "--check")
    assert (status, err) == (0, "")
    assert out.splitlines()[-1] == "37 of 37 files agree with the rules"
    assert "2p-basic-01.rcg.gz: ok, 252 decisions in 63 turns, finished" in out


def test_a_count_is_compared_with_check_only(folder: Path) -> None:
    file = folder / "count.rcg"
    assert run(file) == (0, f"{file}: ok, 9 decisions in 3 turns, unfinished\n", "")
    status, out, err = run(file, "--check")
    assert (status, out) == (1, "")
    assert err.splitlines()[:2] == [
        f"{file}:24: `legal 9`: 5 decisions are legal here",
        "  legal there (5): end, influence 1, influence 2, take 1, take 2",
    ]
    assert err.splitlines()[2] == "0 of 1 files agree with the rules"


def test_an_illegal_decision(folder: Path) -> None:
    status, out, err = run(folder / "good.rcg", folder / "illegal.rcg")
    assert status == 1
    assert out == f"{folder / 'good.rcg'}: ok, 9 decisions in 3 turns, unfinished\n"
    assert "illegal.rcg:24: `take 12`: this is not legal here" in err
    assert "legal there (5): end, influence 1" in err
    assert err.endswith("1 of 2 files agree with the rules\n")


def test_what_cannot_be_read_weighs_more(folder: Path) -> None:
    status, _, err = run(folder / "illegal.rcg", folder / "broken.rcg", folder / "none.rcg")
    assert status == 2
    assert "broken.rcg:24: `tak 2`: no line begins with `tak`; did you mean take?" in err
    assert "none.rcg: cannot be read: No such file or directory" in err


def test_nothing_reaches_the_terminal_unprinted(folder: Path) -> None:
    status, out, err = run(folder / "\x1b[31m.rcg")
    assert status == 2
    assert r"\x1b[31m.rcg:1: `x`: this is not a game record" in err
    assert "\x1b" not in out + err


@pytest.mark.parametrize("named", ["count.rcg:24", "FOLDER/count.rcg:24"])
def test_a_line_can_be_excepted(folder: Path, named: str) -> None:
    named = named.replace("FOLDER", str(folder))
    status, out, err = run(folder / "count.rcg", "--check", "--except", named)
    assert (status, err) == (0, "")
    assert "5 decisions are legal here (excepted)" in out
    assert "count.rcg: ok" in out


def test_an_excepted_decision_ends_the_replay(folder: Path) -> None:
    status, out, err = run(
        folder / "illegal.rcg", "--except", "illegal.rcg:24", "--except", "illegal.rcg:25"
    )
    assert status == 0
    assert "illegal.rcg: followed up to the excepted line, 4 decisions in 2 turns" in out
    assert err == f"note: --except {folder / 'illegal.rcg'}:25 was not needed\n"


@pytest.mark.parametrize("wrong", ["17", "good.rcg", "good.rcg:", ":17", "good.rcg:x", "a.rcg:1"])
def test_a_wrong_exception_is_wrong_usage(folder: Path, wrong: str) -> None:
    status, out, err = run(folder / "good.rcg", "--except", wrong)
    assert (status, out) == (2, "")
    assert "--except" in err


def test_an_edition_of_ones_own(folder: Path) -> None:
    source = files("redcathedral.box").joinpath("editions", "reconstructed-2020.toml")
    edition = folder / "mine.toml"
    text = source.read_text(encoding="utf-8")
    edition.write_text(text.replace('"reconstructed-2020"', '"mine"'), encoding="utf-8")
    game = folder / "mine.rcg"
    game.write_text(SMALL.replace("edition reconstructed-2020", "edition mine sha256:0"))
    status, _, err = run(game)
    assert status == 2
    assert "the edition `mine` is not known; pass its file with --edition FILE" in err
    status, _, err = run(game, "--edition", edition)
    assert status == 0
    assert err.startswith(f"warning: {game}: made with other numbers")
    edition.write_text("format = 1\n")
    status, _, err = run(game, "--edition", edition)
    assert status == 2
    assert str(edition) in err


def test_json(folder: Path) -> None:
    count = folder / "count.rcg"
    status, out, _ = run(count, folder / "broken.rcg", folder / "good.rcg", "--check", "--json")
    assert status == 2
    first, second, third = json.loads(out)
    assert (first["status"], second["status"], third["status"]) == ("disagrees", "unreadable", "ok")
    (problem,) = first["problems"]
    assert (problem["line"], problem["read"]) == (24, "legal 9")
    assert problem["legal"] == ["end", "influence 1", "influence 2", "take 1", "take 2"]
    assert (third["decisions"], third["turns"], third["ending"]) == (9, 3, "unfinished")
    status, out, _ = run(folder / "none.rcg", "--json")
    assert json.loads(out)[0]["ending"] is None
