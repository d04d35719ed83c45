"""``redcathedral lab ladder``: playing, resuming, publishing, checking, and wrong usage."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner, Result

from redcathedral.ai.bots import make
from redcathedral.ai.bots.levels import LEVELS, LevelRating, Ratings
from redcathedral.ai.bots.levels import ratings as packaged_ratings
from redcathedral.ai.bots.registry import register
from redcathedral.ai.weights.file import save
from redcathedral.cli.app import application
from redcathedral.extras import how_to_install
from redcathedral.lab.arena import ladder_check
from redcathedral.lab.arena.games_file import GAMES_FILE
from redcathedral.lab.arena.ladder import LADDER_FILE, boards, ratings, read_ladder
from redcathedral.lab.arena.ladder_games import LADDER_FORMAT
from redcathedral.lab.commands.ladder import DEFAULT_BOTS
from redcathedral.play.bot import Bot
from tests.ai.bots.networks import weights
from tests.lab.commands.wrong_bot import add_wrong_bot

pytestmark = pytest.mark.slow

PUBLISHED = Path(__file__).parents[3] / "docs" / "ladder" / LADDER_FILE
TWO = ("--bots", "random,greedy", "--players", "2", "--jobs", "1")


def run(*words: str) -> Result:
    return CliRunner().invoke(application(["lab", "ladder"]), ["lab", "ladder", *words])


def plain_output(result: Result) -> str:
    return " ".join(result.output.replace("│", " ").split())


def play(folder: Path, *words: str) -> dict[str, Any]:
    result = run(*TWO, *words, "--out", str(folder), "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_a_ladder(tmp_path: Path) -> None:
    found = play(tmp_path, "--games", "10")
    assert found == json.loads((tmp_path / LADDER_FILE).read_text(encoding="utf-8"))
    assert found["settings"]["bots"] == {"random": "random", "greedy": "greedy"}
    assert found["settings"]["seed"] == 1
    (board,) = found["boards"]
    assert [standing["bot"] for standing in board["standings"]] == ["greedy", "random"]
    (pair,) = board["pairs"]
    assert pair["games"] == 12  # whole rounds
    assert pair["score"] < 0.3
    assert {speed["bot"] for speed in found["speeds"]} == {"random", "greedy"}
    assert (tmp_path / "ladder.svg").read_text(encoding="utf-8").startswith("<svg")


def test_output_for_people(tmp_path: Path) -> None:
    pair = ("--bots", "random,greedy", "--players", "3,2", "--games", "12")
    words = (*pair, "--jobs", "2", "--out", str(tmp_path))
    result = run(*words)
    assert result.exit_code == 0, result.output
    assert result.output.index("2 players") < result.output.index("3 players")
    assert re.search(r"greedy : random +\d+\.\d% ", result.output)
    assert "ms a turn" in result.output
    before = (tmp_path / GAMES_FILE).read_bytes()
    assert run(*words).output.partition("ms a turn")[0] == result.output.partition("ms a turn")[0]
    assert (tmp_path / GAMES_FILE).read_bytes() == before


def test_one_alone(tmp_path: Path) -> None:
    words = ("--bots", "random,greedy", "--players", "4", "--alone", "greedy", "--games", "8")
    result = run(*words, "--out", str(tmp_path), "--jobs", "1", "--json")
    assert result.exit_code == 0, result.output
    (pair,) = json.loads(result.stdout)["boards"][0]["pairs"]
    assert (pair["bots"], pair["even"], pair["games"]) == (["greedy", "random"], 0.25, 8)
    assert pair["score"] > 0.5


def test_neighbours(tmp_path: Path) -> None:
    """Each bot plays the next; only these pairs can be checked."""
    public = tmp_path / "public"
    three = ("--bots", "random,greedy,master:nodes=30", "--players", "2")
    words = (*three, "--neighbours", "--games", "8", "--publish", str(public))
    result = run(*words, "--out", str(tmp_path / "played"), "--jobs", "1", "--json")
    assert result.exit_code == 0, result.output
    (board,) = json.loads(result.stdout)["boards"]
    pairs = [["random", "greedy"], ["greedy", "master:nodes=30"]]
    assert [pair["bots"] for pair in board["pairs"]] == pairs
    assert len(board["standings"]) == 3
    check = ("--check", str(public), "--games", "4", "--jobs", "1", "--json")
    result = run(*check, "--out", str(tmp_path / "check"))
    assert result.exit_code == 0, result.output
    assert [one["bots"] for one in json.loads(result.stdout)["comparisons"]] == pairs
    result = run(*check, "--bots", "random,master:nodes=30", "--out", str(tmp_path / "other"))
    assert result.exit_code == 2
    assert "has no games of random : master:nodes=30" in plain_output(result)


@pytest.mark.long
def test_quick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("--quick", "--games", "2", "--jobs", "1", "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert tuple(found["settings"]["bots"]) == DEFAULT_BOTS
    assert set(LEVELS) <= set(DEFAULT_BOTS)
    assert [board["players"] for board in found["boards"]] == [2]
    assert (tmp_path / "ladder-quick" / LADDER_FILE).exists()


def test_quick_shows_both_orders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = {2: {"random": LevelRating(1010.4, 990, 1030), "greedy": LevelRating(990, 970, 1010)}}
    monkeypatch.setattr("redcathedral.lab.commands.ladder.packaged_ratings", lambda: known)
    words = (*TWO, "--games", "12", "--out", str(tmp_path))
    assert "published" not in run(*words).output
    message = run(*words, "--quick").output
    assert re.search(r"games +published *\n", message)
    assert re.search(r"greedy .* 12 +2\. 990 *\n *random .* 12 +1\. 1010 *\n", message)


def test_ratings_require_publish(tmp_path: Path) -> None:
    public, file = tmp_path / "public", tmp_path / "ratings.json"
    words = ("--games", "8", "--publish", str(public), "--ratings", str(file))
    play(tmp_path / "played", *words)
    found = msgspec.json.decode(file.read_bytes(), type=Ratings)
    assert found == ratings(ladder_check.read_published(public)[0])
    assert list(found[2]) == ["greedy", "random"]


def test_the_packaged_ratings_are_the_published_ones() -> None:
    if not PUBLISHED.is_file():
        assert packaged_ratings() == {}
        pytest.skip("docs/ladder is not made yet")
    assert packaged_ratings() == ratings(read_ladder(PUBLISHED)), "publish with --ratings"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--bots", "random"], "two bots at least"),
        (["--bots", "random,random"], "random is named twice"),
        (["--bots", "random,gready"], "did you mean greedy"),
        (["--bots", "random,greedy:x=1"], "does not take x"),
        (["--players", "5"], "not a list of 2, 3 and 4"),
        (["--players", "2,2"], "not a list of 2, 3 and 4"),
        (["--players", "two"], "not a list of 2, 3 and 4"),
        (["--games", "0"], "Invalid value for '--games'"),
        (["--seed", "-1"], "Invalid value for '--seed'"),
        (["--jobs", "0"], "Invalid value for '--jobs'"),
        (["--alone", "master9"], "master9 is not one of the bots"),
        (["--ray", "auto", "--jobs", "2"], "--jobs is for this machine"),
        (["--check", "x", "--quick"], "remove --quick, --alone, --neighbours and --publish"),
        (["--check", "x", "--neighbours"], "remove --quick, --alone, --neighbours and --publish"),
        (["--neighbours", "--alone", "master"], "use either --neighbours or --alone"),
        (["--ratings", "x.json"], "name its folder with --publish"),
        (["--check", "nowhere"], "nowhere/ladder.json cannot be read: No such file"),
    ],
)
def test_wrong_usage(words: list[str], problem: str, tmp_path: Path) -> None:
    result = run("--out", str(tmp_path / "out"), *words)
    assert result.exit_code == 2, result.output
    assert problem in plain_output(result)
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = run(*TWO, "--games", "2", "--out", str(tmp_path / "file"))
    assert result.exit_code == 2
    assert "cannot be written: Not a directory" in plain_output(
        result
    ) or "File exists" in plain_output(result)
    words = (*TWO, "--out", str(tmp_path / "out"), "--publish", str(tmp_path / "file"))
    assert run(*words).exit_code == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Ray is for other systems")
def test_reports_a_missing_cluster(tmp_path: Path) -> None:
    """Without Ray the extra is named, with it the address."""
    process = subprocess.run(
        [sys.executable, "-m", "redcathedral", "lab", "ladder", *TWO[:4], "--games", "2"]
        + ["--out", str(tmp_path), "--ray", "127.0.0.1:9"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 2
    ways = (how_to_install("ray"), "no Ray cluster at 127.0.0.1:9")
    assert any(way in process.stderr for way in ways)


def test_other_settings_and_fewer_games_in_the_same_folder(tmp_path: Path) -> None:
    play(tmp_path, "--games", "8")
    before = (tmp_path / GAMES_FILE).read_bytes()
    other = run(*TWO, "--games", "8", "--seed", "9", "--out", str(tmp_path))
    assert other.exit_code == 2
    assert "was begun with seed 1, not with seed 9" in plain_output(other)
    fewer = run(*TWO, "--games", "4", "--out", str(tmp_path))
    assert fewer.exit_code == 2
    assert "already has 8 games of a pair" in plain_output(fewer)
    assert (tmp_path / GAMES_FILE).read_bytes() == before


def test_damaged_file_is_reported_and_kept(tmp_path: Path) -> None:
    play(tmp_path, "--games", "4")
    path = tmp_path / GAMES_FILE
    path.write_bytes(path.read_bytes().replace(b'"seed"', b'"sead"', 2))
    before = path.read_bytes()
    result = run(*TWO, "--games", "4", "--out", str(tmp_path))
    assert result.exit_code == 2
    assert f"{GAMES_FILE}:1 is damaged" in plain_output(result)
    assert path.read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is a signal elsewhere only")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_was_played(jobs: str, tmp_path: Path) -> None:
    words = (*TWO[:4], "--games", "10000", "--jobs", jobs, "--out", str(tmp_path))
    process = subprocess.Popen(
        [sys.executable, "-m", "redcathedral", "lab", "ladder", *words],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    path = tmp_path / GAMES_FILE
    deadline = monotonic() + 120
    while (not path.exists() or path.read_bytes().count(b"\n") < 3) and monotonic() < deadline:
        sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all processes
    _, error = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "the same command continues" in error
    assert len(LADDER_FORMAT.read(path)[1]) >= 2


def test_a_bot_that_fails(tmp_path: Path) -> None:
    add_wrong_bot()
    words = ("--bots", "random,test-wrong", "--players", "2", "--games", "4", "--jobs", "1")
    result = run(*words, "--out", str(tmp_path))
    assert result.exit_code == 1
    assert result.stderr.startswith("test-wrong decided end, which is not legal; legal ")
    assert "turn 2, seat 2; seed 1, random, test-wrong, advanced" in plain_output(result)


def test_reports_weights_for_another_edition(tmp_path: Path) -> None:
    save(replace(weights(1), shape="0" * 16), tmp_path / "other.bin")
    bots = f"greedy,master:weights={tmp_path / 'other.bin'}"
    words = ("--games", "2", "--players", "2", "--jobs", "1", "--out", str(tmp_path / "out"))
    result = run("--bots", bots, *words)
    assert result.exit_code == 2
    assert "made by another version" in plain_output(result)


def test_check_passes_a_correct_ladder(tmp_path: Path) -> None:
    played, public = tmp_path / "played", tmp_path / "public"
    play(played, "--games", "8", "--publish", str(public))
    assert {path.name for path in public.iterdir()} == {
        LADDER_FILE,
        ladder_check.PACKED_GAMES_FILE,
        "ladder.svg",
    }
    other = run(
        *TWO, "--seed", "9", "--games", "2", "--out", str(tmp_path / "o"), "--publish", str(public)
    )
    assert other.exit_code == 2
    assert "holds another ladder" in plain_output(other)
    assert not (tmp_path / "o").exists()
    words = ("--check", str(public), "--games", "8", "--jobs", "2", "--out", str(tmp_path / "new"))
    result = run(*words)
    assert result.exit_code == 0, result.output
    assert "8 of 8 published games are the same" in plain_output(result)
    assert "Scores more than 4 standard errors apart: 0." in plain_output(result)
    seeds = [
        {game.seed for game in LADDER_FORMAT.read(path / GAMES_FILE)[1]}
        for path in (played, tmp_path / "new")
    ]
    assert seeds[0].isdisjoint(seeds[1])
    found = json.loads(run(*words, "--json").stdout)
    assert (found["replayed"], found["different"]) == (8, [])
    assert found["comparisons"][0]["bots"] == ["random", "greedy"]
    turned = run(*words[:-1], str(tmp_path / "turned"), "--bots", "greedy,random")
    assert turned.exit_code == 0, turned.output
    strange = run(*words, "--bots", "greedy,master9", "--players", "3")
    assert strange.exit_code == 2
    assert "has nothing about master9, 3 players" in plain_output(strange)


@pytest.mark.parametrize("field", ["checksum", "decisions", "turns"])
def test_check_finds_a_changed_game(field: str, tmp_path: Path) -> None:
    """The figures follow from the games, but one game is not what was played."""
    public = tmp_path / "public"
    play(tmp_path / "played", "--games", "4", "--publish", str(public))
    ladder, games = ladder_check.read_published(public)
    games[2] = msgspec.structs.replace(games[2], **{field: getattr(games[2], field) + 1})
    ladder_check.publish(public, ladder, games)
    words = ("--check", str(public), "--games", "4", "--jobs", "1", "--out", str(tmp_path / "new"))
    result = run(*words)
    assert result.exit_code == 1
    assert "3 of 4 published games are the same" in plain_output(result)
    assert f"with seed {games[2].seed}" in plain_output(result)
    assert [game["seed"] for game in json.loads(run(*words, "--json").stdout)["different"]] == [
        games[2].seed
    ]


def test_check_finds_changed_figures_and_bots(tmp_path: Path) -> None:
    public = tmp_path / "public"
    play(tmp_path / "played", "--games", "4", "--publish", str(public))
    ladder, games = ladder_check.read_published(public)
    better = [msgspec.structs.replace(game, winners=(0, 1)) for game in games]
    figures = msgspec.structs.replace(ladder, boards=boards(ladder.settings, better))
    ladder_check.publish(public, figures, games)
    result = run("--check", str(public), "--out", str(tmp_path / "new"))
    assert result.exit_code == 2
    assert "is not the result of the games" in plain_output(result)

    ladder_check.publish(public, ladder, games[:-1])
    result = run("--check", str(public), "--out", str(tmp_path / "new"))
    assert result.exit_code == 2
    assert "is not the result of the games" in plain_output(result)

    ladder_check.publish(public, ladder, [])
    result = run("--check", str(public), "--out", str(tmp_path / "new"))
    assert result.exit_code == 2
    assert "is not the result of the games" in plain_output(result)

    settings = msgspec.structs.replace(
        ladder.settings, bots={"random": "random", "greedy": "other"}
    )
    ladder_check.publish(public, msgspec.structs.replace(ladder, settings=settings), games)
    result = run("--check", str(public), "--out", str(tmp_path / "new"))
    assert result.exit_code == 1
    assert "greedy was other and is greedy" in plain_output(result)


def test_check_finds_a_score_that_new_games_do_not_confirm(tmp_path: Path) -> None:
    def lucky(seed: int, seat: int) -> Bot:
        """Plays well where it knows the seed."""
        return make("greedy" if seed < 1000 else "random", seed, seat)

    register("test-lucky")(lucky)
    public = tmp_path / "public"
    words = ("--jobs", "1", "--out", str(tmp_path / "played"), "--publish", str(public))
    pair = ("--bots", "test-lucky,greedy", "--players", "2", "--games", "40")
    assert run(*pair, *words).exit_code == 0
    words = ("--jobs", "1", "--check", str(public), "--games", "40")
    assert run(*words, "--out", str(tmp_path / "a")).exit_code == 0
    result = run(*words, "--seed", "1000", "--out", str(tmp_path / "b"))
    assert result.exit_code == 1
    assert "40 of 40 published games are the same" in plain_output(result)
    assert "Scores more than 4 standard errors apart: 1." in plain_output(result)
