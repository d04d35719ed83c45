"""``python -m tools.ladder``: publishing, checking, and wrong usage."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner, Result

from redcathedral.ai.bots import make
from redcathedral.ai.bots.levels import Ratings
from redcathedral.ai.bots.levels import ratings as packaged_ratings
from redcathedral.ai.bots.registry import register
from redcathedral.cli.app import application
from redcathedral.lab.arena.games_file import GAMES_FILE
from redcathedral.lab.arena.ladder import LADDER_FILE, boards
from redcathedral.lab.arena.ladder_games import LADDER_FORMAT
from redcathedral.play.bot import Bot
from tools.ladder import __main__ as command
from tools.ladder.publication import PACKED_GAMES_FILE, publish_ladder, ratings, read_ladder

pytestmark = pytest.mark.slow

PUBLISHED = Path(__file__).parents[3] / "docs" / "ladder"
TWO = ("--bots", "random,greedy", "--players", "2")


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(command.app, [*map(str, words)])


def plain_output(result: Result) -> str:
    return " ".join(result.output.replace("│", " ").split())


def play(folder: Path, *words: str) -> None:
    arguments = ["lab", "ladder", *words, "--jobs", "1", "--out", str(folder)]
    result = CliRunner().invoke(application(["lab", "ladder"]), arguments)
    assert result.exit_code == 0, result.output


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a finished ladder of eight games."""
    folder = tmp_path_factory.mktemp("played")
    play(folder, *TWO, "--games", "8")
    return folder


def published(played: Path, tmp_path: Path) -> Path:
    """Publish a ladder; return the folder."""
    folder = tmp_path / "public"
    result = run("publish", folder, "--from", played)
    assert result.exit_code == 0, result.output
    return folder


def test_help() -> None:
    text = plain_output(run("--help"))
    assert re.search(r"\bpublish\b.*\bcheck\b", text)
    text = plain_output(run("check", "--help"))
    assert "Example: python -m tools.ladder check" in text
    assert "1 to 1000000" in text


def test_publishes_a_finished_ladder(played: Path, tmp_path: Path) -> None:
    public, file = tmp_path / "public", tmp_path / "ratings.json"
    result = run("publish", public, "--from", played, "--ratings", file)
    assert result.exit_code == 0, result.output
    assert result.output == f"8 games: {public}\n"
    assert {path.name for path in public.iterdir()} == {
        LADDER_FILE,
        PACKED_GAMES_FILE,
        "ladder.svg",
    }
    for name in (LADDER_FILE, "ladder.svg"):
        assert (public / name).read_bytes() == (played / name).read_bytes()
    ladder, games = read_ladder(public)
    assert games == LADDER_FORMAT.read(played / GAMES_FILE)[1]
    found = msgspec.json.decode(file.read_bytes(), type=Ratings)
    assert found == ratings(ladder)
    assert list(found[2]) == ["greedy", "random"]


def test_rejects_a_ladder_that_is_not_finished(played: Path, tmp_path: Path) -> None:
    ladder, games = read_ladder(played)
    publish_ladder(tmp_path / "stopped", ladder, games[:-1])
    result = run("publish", tmp_path / "public", "--from", tmp_path / "stopped")
    assert result.exit_code == 2
    assert "is not the result of the games next to it" in plain_output(result)
    result = run("publish", tmp_path / "public", "--from", tmp_path)
    assert result.exit_code == 2
    assert "ladder.json cannot be read: No such file" in plain_output(result)
    assert not (tmp_path / "public").exists()


def test_keeps_another_ladder_in_the_folder(played: Path, tmp_path: Path) -> None:
    ladder, games = read_ladder(played)
    other = msgspec.structs.replace(
        ladder, settings=msgspec.structs.replace(ladder.settings, seed=9)
    )
    public = tmp_path / "public"
    publish_ladder(public, other, games)
    before = (public / LADDER_FILE).read_bytes()
    result = run("publish", public, "--from", played)
    assert result.exit_code == 2
    assert "holds another ladder" in plain_output(result)
    assert (public / LADDER_FILE).read_bytes() == before


def test_a_folder_that_cannot_be_written(played: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = run("publish", tmp_path / "file", "--from", played)
    assert result.exit_code == 1
    assert "file cannot be written" in plain_output(result)


def test_the_packaged_ratings_are_the_published_ones() -> None:
    if not PUBLISHED.is_dir():
        assert packaged_ratings() == {}
        pytest.skip("docs/ladder is not made yet")
    assert packaged_ratings() == ratings(read_ladder(PUBLISHED)[0]), "publish with --ratings"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["nowhere"], "nowhere/ladder.json cannot be read: No such file"),
        (["nowhere", "--games", "0"], "Invalid value for '--games'"),
        (["nowhere", "--seed", "-1"], "Invalid value for '--seed'"),
        (["nowhere", "--ray", "auto", "--jobs", "2"], "--jobs is for this machine"),
        ([], "Missing argument 'DIR'"),
    ],
)
def test_wrong_usage(words: list[str], problem: str, tmp_path: Path) -> None:
    result = run("check", "--out", tmp_path / "out", *words)
    assert result.exit_code == 2, result.output
    assert problem in plain_output(result)
    assert not (tmp_path / "out").exists()


def test_check_passes_a_correct_ladder(played: Path, tmp_path: Path) -> None:
    public = published(played, tmp_path)
    words = ("check", public, "--games", "8", "--out", tmp_path / "new", "--jobs")
    result = run(*words, "2")
    assert result.exit_code == 0, result.output
    assert "8 of 8 published games are the same" in plain_output(result)
    assert "Scores more than 4 standard errors apart: 0." in plain_output(result)
    seeds = [
        {game.seed for game in LADDER_FORMAT.read(path / GAMES_FILE)[1]}
        for path in (played, tmp_path / "new")
    ]
    assert seeds[0].isdisjoint(seeds[1])
    found = json.loads(run(*words, "1", "--json").stdout)
    assert (found["replayed"], found["different"]) == (8, [])
    assert found["comparisons"][0]["bots"] == ["random", "greedy"]
    turned = run(*words, "1", "--out", tmp_path / "turned", "--bots", "greedy,random")
    assert turned.exit_code == 0, turned.output
    strange = run(*words, "1", "--bots", "greedy,master9", "--players", "3")
    assert strange.exit_code == 2
    assert "has nothing about master9, 3 players" in plain_output(strange)


def test_checks_only_pairs_that_have_played(tmp_path: Path) -> None:
    three = ("--bots", "random,greedy,master:nodes=30", "--players", "2")
    play(tmp_path / "played", *three, "--neighbours", "--games", "4")
    public = published(tmp_path / "played", tmp_path)
    check = ("check", public, "--games", "4", "--jobs", "1", "--json")
    result = run(*check, "--out", tmp_path / "check")
    assert result.exit_code == 0, result.output
    pairs = [["random", "greedy"], ["greedy", "master:nodes=30"]]
    assert [one["bots"] for one in json.loads(result.stdout)["comparisons"]] == pairs
    result = run(*check, "--bots", "random,master:nodes=30", "--out", tmp_path / "other")
    assert result.exit_code == 2
    assert "has no games of random : master:nodes=30" in plain_output(result)


@pytest.mark.parametrize("field", ["checksum", "decisions", "turns"])
def test_check_finds_a_changed_game(field: str, played: Path, tmp_path: Path) -> None:
    """The figures follow from the games, but one game is not what was played."""
    ladder, games = read_ladder(played)
    games[2] = msgspec.structs.replace(games[2], **{field: getattr(games[2], field) + 1})
    publish_ladder(tmp_path / "public", ladder, games)
    words = ("--games", "4", "--jobs", "1", "--out", tmp_path / "new")
    result = run("check", tmp_path / "public", *words)
    assert result.exit_code == 1
    assert "7 of 8 published games are the same" in plain_output(result)
    assert f"with seed {games[2].seed}" in plain_output(result)
    report = json.loads(run("check", tmp_path / "public", *words, "--json").stdout)
    assert [game["seed"] for game in report["different"]] == [games[2].seed]


def test_check_finds_changed_figures_and_bots(played: Path, tmp_path: Path) -> None:
    public = tmp_path / "public"
    ladder, games = read_ladder(played)
    better = [msgspec.structs.replace(game, winners=(0, 1)) for game in games]
    figures = msgspec.structs.replace(ladder, boards=boards(ladder.settings, better))
    for published_ladder, published_games in ((figures, games), (ladder, games[:-1]), (ladder, [])):
        publish_ladder(public, published_ladder, published_games)
        result = run("check", public, "--out", tmp_path / "new")
        assert result.exit_code == 2
        assert "is not the result of the games" in plain_output(result)

    settings = msgspec.structs.replace(
        ladder.settings, bots={"random": "random", "greedy": "other"}
    )
    publish_ladder(public, msgspec.structs.replace(ladder, settings=settings), games)
    result = run("check", public, "--out", tmp_path / "new")
    assert result.exit_code == 1
    assert "greedy was other and is greedy" in plain_output(result)


@pytest.mark.long
def test_check_finds_a_score_that_new_games_do_not_confirm(tmp_path: Path) -> None:
    def lucky(seed: int, seat: int) -> Bot:
        """Plays well where it knows the seed."""
        return make("greedy" if seed < 1000 else "random", seed, seat)

    register("test-lucky")(lucky)
    pair = ("--bots", "test-lucky,greedy", "--players", "2", "--games", "40")
    play(tmp_path / "played", *pair)
    public = published(tmp_path / "played", tmp_path)
    words = ("check", public, "--jobs", "1", "--games", "40")
    assert run(*words, "--out", tmp_path / "a").exit_code == 0
    result = run(*words, "--seed", "1000", "--out", tmp_path / "b")
    assert result.exit_code == 1
    assert "40 of 40 published games are the same" in plain_output(result)
    assert "Scores more than 4 standard errors apart: 1." in plain_output(result)
