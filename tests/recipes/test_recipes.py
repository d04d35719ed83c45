"""The recipes as a user runs them: a few seconds each, stopped, resumed and rated."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from common.learning_curve import CURVE_FILE, PICTURE_FILE, LearningCurve
from redcathedral.ai.bots import make
from redcathedral.engine import rules
from redcathedral.play.dice import Dice
from redcathedral.play.game import Game
from redcathedral.play.match import play_match
from tests.tools.training.extra import REASON

torch = pytest.importorskip("torch", reason=REASON)

RECIPES = Path(__file__).parents[2] / "recipes"
LINES_AT_MOST = 199
PPO = ("--games", "16", "--length", "8", "--batch", "64")
TINY = {
    "ppo": (*PPO, "--steps", "256"),
    "league": (*PPO, "--steps", "256"),
    "alphazero": ("--games", "4", "--simulations", "3", "--steps", "32"),
    "cloning": ("--bot", "greedy", "--played", "22", "--batch", "16", "--steps", "1600"),
}


def command(recipe: str, folder: Path, *words: str) -> list[str]:
    usual = ("--out", str(folder), "--check-games", "2", "--threads", "1")
    return [sys.executable, str(RECIPES / f"{recipe}.py"), *usual, *words]


def ran(recipe: str, folder: Path, *words: str) -> str:
    done = subprocess.run(
        command(recipe, folder, *words), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} - {".lock", "records"}


def test_every_recipe_is_tried_and_short() -> None:
    assert {path.stem for path in RECIPES.glob("*.py")} == set(TINY)
    for path in RECIPES.glob("*.py"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= LINES_AT_MOST, path


@pytest.mark.slow
@pytest.mark.parametrize("recipe", sorted(TINY))
def test_recipe_learns_resumes_and_plays(recipe: str, tmp_path: Path) -> None:
    """A finished training resumes with more steps; its network is a bot."""
    message = ran(recipe, tmp_path, *TINY[recipe])
    assert "of 2 against greedy" in message
    assert files(tmp_path) == {"network.pt", CURVE_FILE, PICTURE_FILE}
    first = LearningCurve(tmp_path).checks
    assert len(first) == 1
    steps = str(2 * first[0].steps)
    message = ran(recipe, tmp_path, *TINY[recipe][:-2], "--steps", steps)
    assert f"resumes after {first[0].steps:,} steps" in message
    checks = LearningCurve(tmp_path).checks
    assert checks[0] == first[0]
    assert checks[-1].steps > first[0].steps
    assert {path.name for path in tmp_path.glob("records/*")} <= {
        f"{number:05}.rcg" for number in range(1, 23)
    }

    spec = f"script:file={RECIPES / recipe}.py,network={tmp_path / 'network.pt'}"
    state = Game(players=2, seed=1).state
    end = play_match(state, [make(spec, 1), make(spec, 1, 1)], Dice(1), turns_per_seat=2)
    assert end.turns == 4
    if recipe == "alphazero":  # where the search sees the end of the game, too
        searcher = make(f"{spec},simulations=2", 1)
        play_match(Game(players=2, seed=1).state, [searcher, make("greedy", 1, 1)], Dice(1))
        state.turn = 150  # longer than the games it learns from
        assert searcher.choose(state) in rules.legal(state)


@pytest.mark.slow
def test_league_round_trip(tmp_path: Path) -> None:
    """Numbers of numpy would make a file that PyTorch reads only by running code out of it."""
    ran("league", tmp_path, *TINY["league"][:-2], "--games", "64", "--steps", "20000")
    kept = torch.load(tmp_path / "network.pt", weights_only=True)["extra"]
    assert any(beaten != 0.5 for beaten in kept["beaten"])  # a game against a past self was over


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals are another thing there")
@pytest.mark.parametrize("sent", ["SIGINT", "SIGKILL"])
def test_stopped_recipe_resumes(sent: str, tmp_path: Path) -> None:
    """After Ctrl-C from where it was, after a kill from the last check."""
    long = (*PPO, "--minutes", "60", "--steps", "1e9", "--check", "0")
    begun = command("ppo", tmp_path, *long)
    with subprocess.Popen(begun, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert "learning in" in process.stdout.readline()
        for _ in range(
            2
        ):  # a check is printed before it is stored: the first one is stored at the second
            assert "against greedy" in process.stdout.readline()
        process.send_signal(getattr(signal, sent))
        message = process.stdout.read()
    if sent == "SIGINT":
        assert process.returncode == 0
        assert "the same command resumes" in message
        assert files(tmp_path) == {"network.pt", CURVE_FILE, PICTURE_FILE}
    kept = torch.load(tmp_path / "network.pt", weights_only=True)["steps"]
    assert kept >= LearningCurve(tmp_path).checks[0].steps
    message = ran("ppo", tmp_path, *PPO, "--steps", str(kept + 128))
    assert f"resumes after {kept:,} steps" in message
    checks = [check.steps for check in LearningCurve(tmp_path).checks]
    assert checks == sorted(set(checks))


def refused(recipe: str, folder: Path, *words: str) -> str:
    """It prints one line, without a traceback."""
    done = subprocess.run(
        command(recipe, folder, *words), capture_output=True, text=True, check=False
    )
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr
    return done.stderr


@pytest.mark.slow
def test_a_folder_is_of_one_recipe(tmp_path: Path) -> None:
    ran("ppo", tmp_path, *TINY["ppo"])
    kept = (tmp_path / "network.pt").read_bytes()
    assert "belongs to ppo.py: name another folder" in refused("league", tmp_path)
    assert (tmp_path / "network.pt").read_bytes() == kept
    message = ran("ppo", tmp_path, *TINY["ppo"], "--batch", "32")
    assert "from now on --batch 32; it was 64" in message
    assert "used up" in message


@pytest.mark.parametrize(
    "words",
    [
        ("--minutes", "-1"),
        ("--minutes", "0"),
        ("--rate", "nan"),
        ("--games", "0"),
        ("--seed", "-1"),
        ("--check-games", "5"),
        ("--out", __file__),
    ],
    ids=" ".join,
)
def test_options_are_checked_first(words: tuple[str, str], tmp_path: Path) -> None:
    assert f"error: argument {words[0]}: " in refused("ppo", tmp_path / "none", *words)
    assert not (tmp_path / "none").exists()


@pytest.mark.slow
def test_errors_are_one_line(tmp_path: Path) -> None:
    message = refused("alphazero", tmp_path / "new", "--start", str(tmp_path / "nothing.pt"))
    assert "there is no file" in message
    records = ("--bot", "greedy", "--played", "2")
    assert "too few records" in refused("cloning", tmp_path / "few", *records)
    (tmp_path / "network.pt").write_bytes(b"something else")
    (tmp_path / "none").mkdir()
    for recipe, words in (("ppo", ()), ("cloning", ("--records", str(tmp_path / "none")))):
        message = refused(recipe, tmp_path, *words)
        assert ("name another folder" if recipe == "ppo" else "has no records") in message
