"""Bots of other packages that fail: they are named, and nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from redcathedral.ai.bots import BotSpecError, make, names
from redcathedral.cli.app import application
from redcathedral.play.game import Game
from tests.cli.foreign import POINTS, install


@pytest.fixture(autouse=True)
def _installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path / "site", monkeypatch)


def run(*words: str, typed: str = "") -> Result:
    result = CliRunner().invoke(application(words), words, input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_they_are_bots_to_choose() -> None:
    assert set(POINTS) <= set(names())


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("lost", "lost, a bot of the package foreign-bots, cannot be loaded from foreign_lost:Bot"),
        (
            "lost",
            "ModuleNotFoundError: No module named 'foreign_lost'; repair that package, or unin",
        ),
        ("absent", "absent, .* from foreign_bots:Absent: AttributeError: .*'Absent'; repair"),
        ("number", "number, .* from foreign_bots:number: int cannot be called"),
        ("needy", "needy cannot be made: TypeError: .*1 positional argument but 3 were given"),
        ("needy", "its factory is called with a seed, a seat and its options as text"),
        (
            "deep:depth=x",
            r"deep:depth=x cannot be made: ValueError: .*'x' \(foreign_bots.py, line 8",
        ),
        ("deep:width=1", "deep does not take width; its options are depth"),
        ("mute", "mute is not a bot: object has no method `choose`"),
    ],
)
def test_one_that_cannot_be_made(spec: str, message: str) -> None:
    with pytest.raises(BotSpecError, match=message):
        make(spec, 1)
    for command in (("simulate", "--games", "1"), ("ladder", "--players", "2", "--games", "2")):
        result = run("lab", *command, "--bots", f"random,{spec}")
        assert result.exit_code == 2
        assert spec.partition(":")[0] in result.stderr
    result = run("terminal", "--plain", "--seat", "red=Ana", "--seat", f"blue=bot:{spec}")
    assert result.exit_code == 2


FAILING = [
    ("raising", "raising failed: LookupError: no idea (foreign_bots.py, line 15)"),
    ("illegal", "illegal decided ivan ornament 6.6, which is not legal; legal were "),
    ("nonsense", "nonsense decided 'die white +0', which is not legal; legal were "),
]


@pytest.mark.parametrize(("bot", "message"), FAILING)
def test_one_that_fails_ends_the_series(bot: str, message: str, tmp_path: Path) -> None:
    result = run("lab", "simulate", "--bots", f"random,{bot}", "--games", "2", "--seed", "4")
    assert result.exit_code == 1
    lines = result.stderr.splitlines()
    assert lines[0] == "Stopped after 0 of 2 games."
    assert lines[1].startswith(message)
    assert lines[1].endswith(f"; turn 2, seat 2; seed 4, random, {bot}")
    words = ("--bots", f"random,{bot}", "--players", "2", "--games", "2", "--jobs", "1")
    result = run("lab", "ladder", *words, "--out", str(tmp_path / "ladder"))
    assert result.exit_code == 1
    assert result.stderr.startswith(message)


def test_one_that_fails_in_another_process() -> None:
    result = run("lab", "simulate", "--bots", "greedy,raising", "--games", "2", "--jobs", "2")
    assert result.exit_code == 1
    assert "raising failed: LookupError: no idea (foreign_bots.py, line 15)" in result.stderr


@pytest.mark.parametrize(("bot", "message"), FAILING)
def test_one_that_fails_at_the_terminal(
    bot: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDCATHEDRAL_HOME", str(tmp_path / "home"))
    words = ("terminal", "--plain", "--seat", "red=Ana", "--seat", f"blue=bot:{bot}")
    result = run(*words, typed="die white +0\nend\n")
    assert result.exit_code == 1
    *_, failed, saved = result.stdout.splitlines()
    assert failed.startswith(f"bot:{message}")
    assert failed.endswith(
        "The game stops here. Fix the bot and continue the game, or uninstall the bot: "
        "then bot:journeyman plays instead."
    )
    assert saved.startswith("The game is saved.")
    (file,) = (tmp_path / "home" / "games").glob("unfinished-*.rcg")
    assert [move.text for move in Game.load(file).history] == ["die white +0", "end"]


def test_another_bot_replaces_a_broken_one_in_a_saved_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDCATHEDRAL_HOME", str(tmp_path / "home"))
    Game(players=2, names=["Ana", "bot:lost"], seed=1).save(tmp_path / "game.rcg")
    result = run("terminal", "--plain", "--load", str(tmp_path / "game.rcg"), typed="quit\n")
    assert result.exit_code == 0
    first = result.stdout.splitlines()[0]
    assert first.startswith("bot:lost cannot play here: lost, a bot of the package foreign-bots,")
    assert first.endswith(" bot:journeyman plays instead.")
