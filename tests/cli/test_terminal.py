"""``redcathedral terminal`` as a program: at a terminal, through pipes, interrupted and killed."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from redcathedral.cli.app import application
from redcathedral.play.game import Game
from tests.cli.people import PATIENCE, PROMPT, Player, environment

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")

TWO = ("terminal", "--seat", "red=Ana", "--seat", "blue=Ben")
SOLO = ("terminal", "--solo", "--seat", "red=Ana", "--side", "advanced")


Sit = Callable[..., Player]


@pytest.fixture
def sit() -> Iterator[Sit]:
    """Starts players; none of them outlives its test."""
    players: list[Player] = []

    def start(home: Path, *arguments: str, pipes: bool = False, **more: str) -> Player:
        players.append(Player(home, *arguments, pipes=pipes, **more))
        return players[-1]

    yield start
    for player in players:
        player.close()


def run(home: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """The program with all that is typed given at once."""
    return subprocess.run(
        [sys.executable, "-m", "redcathedral", *arguments],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env=environment(home),
        timeout=PATIENCE,
        check=False,
    )


def in_this_process(home: Path, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> Result:
    """Run the command here: the start of a program costs more than the test of its arguments."""
    monkeypatch.setenv("REDCATHEDRAL_HOME", str(home))
    return CliRunner().invoke(application(["terminal"]), ["terminal", *arguments])


def unfinished(home: Path) -> list[Path]:
    return list((home / "games").glob("unfinished-*.rcg"))


@pytest.mark.long
@pytest.mark.parametrize(
    ("arguments", "pipes"), [(TWO, False), (SOLO, True), ((*TWO, "--plain"), False)]
)
def test_a_whole_game(sit: Sit, tmp_path: Path, arguments: tuple[str, ...], pipes: bool) -> None:
    player = sit(tmp_path, *arguments, pipes=pipes)
    player.wait()
    last = player.play_out()
    assert re.search(r"(wins|share the victory)\.", last)
    assert player.status() == 0
    assert not unfinished(tmp_path)
    (saved,) = (tmp_path / "games").glob("*.rcg")
    assert str(saved) in last.replace("\n", "")
    assert Game.load(saved).is_over


def test_a_game_begins_as_another_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    modes: list[dict[str, Any]] = [{"players": 3}, {"solo": True}]
    for mode in modes:
        code = str(Game(seed=3, **mode).setup_code)
        home = tmp_path / "-".join(mode)
        done = run(home, "terminal", "--new", "--setup", code.lower(), "--plain")
        assert done.returncode == 0, done.stderr
        (saved,) = unfinished(home)
        assert Game.load(saved).setup_code == code
    for wrong, message in (
        ([code[:-1] + ("0" if code[-1] != "0" else "1")], "check sum"),
        ([code, "--players", "3"], "not for 3 players"),
        ([code, "--edition", "nowhere.toml"], "nowhere.toml"),
    ):
        refused = in_this_process(tmp_path, monkeypatch, "--setup", *wrong)
        assert refused.exit_code == 2
        assert message in re.sub(r"[\s│]+", " ", refused.output)


def test_ctrl_c_saves_and_the_next_start_offers_the_game(sit: Sit, tmp_path: Path) -> None:
    player = sit(tmp_path, *TWO)
    player.wait()
    for _ in range(5):
        player.play_on()
    player.press("c")
    said = player.end()
    assert "The game is saved. python -m redcathedral terminal continues it." in said
    assert "Traceback" not in said
    assert player.status() == 130
    (saved,) = unfinished(tmp_path)
    before = Game.load(saved)

    again = sit(tmp_path, "terminal")
    question = again.hear(r"Continue the game .*\? \[Y/n\]")
    assert f"(Red (Ana), Blue (Ben), turn {int(before.state.turn) + 1})?" in question
    again.type("")
    assert "The game continues. The latest events:" in again.wait()
    assert sorted(again.decisions()) == sorted(before.legal_texts)
    again.type("quit")
    again.end()
    assert again.status() == 0
    assert unfinished(tmp_path) == [saved]


@pytest.mark.parametrize("pipes", [True, False])
def test_a_killed_game_is_offered_again(sit: Sit, tmp_path: Path, pipes: bool) -> None:
    player = sit(tmp_path, *SOLO, pipes=pipes)
    player.wait()
    player.answer("claim 1.1 inventory" if "claim 1.1 inventory" in player.decisions() else "? die")
    player.signal(signal.SIGKILL)
    player.end()
    (saved,) = unfinished(tmp_path)
    before = Game.load(saved)

    again = sit(tmp_path, "terminal", pipes=pipes)
    again.hear(r"Continue the game .*\? \[Y/n\]")
    again.type("y")
    again.wait()
    assert sorted(again.decisions()) == sorted(before.legal_texts)
    again.signal(signal.SIGKILL)
    again.end()


def test_a_closed_terminal_loses_nothing(sit: Sit, tmp_path: Path) -> None:
    player = sit(tmp_path, *TWO)
    player.wait()
    player.play_on()
    player.close()
    (saved,) = unfinished(tmp_path)
    assert len(Game.load(saved).history) == 1


def test_a_declined_game_is_put_aside(tmp_path: Path) -> None:
    run(tmp_path, *TWO, typed="die white +0\n")
    (saved,) = unfinished(tmp_path)
    said = run(tmp_path, "terminal", "--players", "2", typed="maybe\nn\n").stdout
    assert "Please answer with one of these: yes or no." in said
    aside = saved.with_name(saved.name.removeprefix("unfinished-"))
    assert f"The game is kept as {aside}" in said
    loaded = run(tmp_path, "terminal", "--load", str(aside)).stdout
    assert "Ana moves the white die" in loaded


def test_two_programs_do_not_share_a_game(sit: Sit, tmp_path: Path) -> None:
    player = sit(tmp_path, *TWO)
    player.wait()
    other = run(tmp_path, *TWO)
    assert "Continue the game" not in other.stdout
    assert len(unfinished(tmp_path)) == 2
    player.type("quit")
    player.end()


def test_a_broken_unfinished_game_is_put_aside(tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    (games / "unfinished-x.rcg").write_text("nonsense\n", encoding="utf-8")
    done = run(tmp_path, *TWO)
    assert "An unfinished game cannot be read: " in done.stdout
    assert (games / "x.rcg").exists()
    assert f"{games / 'x.rcg'} and will not be offered again. Correct the problem" in done.stdout
    assert "Turn 1. Red (Ana) to move." in done.stdout


def test_enter_all_the_way_makes_a_good_game(tmp_path: Path) -> None:
    done = run(tmp_path, "terminal", typed="\n\n\n\n\n")
    assert done.returncode == 0
    assert re.search(
        r"At the table, in turn order: .*(Red, Blue \(Journeyman\)\.|Journeyman\), Red\.)",
        done.stdout,
    )
    assert done.stdout.endswith(
        "The game is saved. python -m redcathedral terminal continues it.\n"
    )
    assert done.stderr == ""


def test_the_questions_can_be_answered(tmp_path: Path) -> None:
    typed = "five\n3\nA\u202ena\nAna\nbot:gready\nApprentice\nme\nadv\ngreen\n"
    said = run(tmp_path, "terminal", typed=typed).stdout
    assert "Please answer with one of these: 1, 2, 3, or 4." in said
    assert "(number 2): U+202E RIGHT-TO-LEFT OVERRIDE. Leave it out." in said
    assert "there is no bot 'gready'; did you mean greedy?" in said
    assert "in turn order: Green, Red (Ana), Blue (Apprentice)." in said
    assert "The levels of the bots, weakest first.\nNovice: For a first game." in said
    assert re.search(r"a level, or another bot \(.*Greedy.* or Random\)\. \[Journeyman\]", said)


def test_ctrl_d_and_nothing_typed_leave_politely(sit: Sit, tmp_path: Path) -> None:
    assert run(tmp_path, "terminal").stdout.endswith("Goodbye.\n")
    player = sit(tmp_path, *TWO)
    player.wait()
    player.press("d")
    assert "The game is saved." in player.end()
    assert player.status() == 0


def test_completion_of_decisions_on_tab(sit: Sit, tmp_path: Path) -> None:
    player = sit(tmp_path, *TWO)
    player.wait()
    player.child.send("claim 1.1 inv\t\r")
    assert "Ana claims base 1.1 with a banner from the inventory." in player.wait()
    player.press("c")
    player.end()


@pytest.mark.parametrize("terminal", ["dumb", "xterm"])
def test_a_simple_terminal_gets_no_escapes(sit: Sit, tmp_path: Path, terminal: str) -> None:
    arguments = TWO if terminal == "dumb" else (*TWO, "--plain")
    player = sit(tmp_path, *arguments, TERM=terminal)
    player.child.expect(PROMPT)
    player.press("d")
    player.child.expect("saved")
    assert "\x1b" not in str(player.child.before)
    player.end()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--players", "5"), "--players"),
        (("--side", "left"), "left"),
        (("--seat", "pink=Ana"), "'pink' is not a color; the colors are red, blue, green, yellow"),
        (("--seat", "red=Ana", "--seat", "red=Ben"), "red is already taken"),
        (("--solo", "--seat", "red=A", "--seat", "blue=B"), "the game has 1 seat"),
        (("--solo", "--players", "2"), "omit --players"),
        (("--seat", "red=bot:nobody"), "there is no bot 'nobody'"),
        (("--seat", "red=A #b"), "`A #b`: A # at the start of a name or after a space"),
        (("--option", "first_game"), "write NAME=VALUE"),
        (("--option", "frist_game=true"), "did you mean first_game"),
        (("--option", "first_game=perhaps"), "not a value of first_game"),
        (("--load", "x.rcg", "--solo"), "omit them"),
        (("--load", "no-such-file.rcg"), "No such file"),
        (("--edition", "no-such-edition"), "no-such-edition"),
    ],
)
def test_wrong_usage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], reason: str
) -> None:
    done = in_this_process(tmp_path, monkeypatch, *arguments)
    assert done.exit_code == 2
    assert isinstance(done.exception, SystemExit)
    assert reason in re.sub(r"[\s│]+", " ", done.output)


def test_options_reach_the_game(tmp_path: Path) -> None:
    options = ("--first-game", "--option", "limited_rubles=true")
    sides = ("--option", "workshop_side.blue=advanced")
    run(tmp_path, *TWO, *options, *sides)
    (saved,) = unfinished(tmp_path)
    lines = saved.read_text(encoding="utf-8").splitlines()
    assert {
        "option first_game true",
        "option limited_rubles true",
        "option workshop_side.blue advanced",
        "seat red Ana",
        "seat blue Ben",
    } <= set(lines)


def test_an_edition_from_a_file_is_kept_with_its_game(tmp_path: Path) -> None:
    from importlib.resources import files

    packaged = files("redcathedral.box").joinpath("editions", "reconstructed-2020.toml")
    text = packaged.read_text(encoding="utf-8").replace("reconstructed-2020", "mine", 1)
    edition = tmp_path / "mine.toml"
    edition.write_text(text, encoding="utf-8")
    run(tmp_path, *TWO, "--edition", str(edition), typed="die white +0\n")
    edition.unlink()
    again = run(tmp_path, "terminal", typed="y\nlook\n").stdout
    assert "The game continues." in again


def test_terminal_is_the_same_command(tmp_path: Path) -> None:
    assert "Turn 1. Red (Ana) to move." in run(tmp_path, "terminal", *TWO[1:]).stdout


def test_a_reader_who_leaves_ends_the_program(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "redcathedral", *TWO]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path),
        encoding="utf-8",
    ) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.readline()
        program.stdout.close()
        assert program.stdin is not None
        program.stdin.write("look\n" * 50)
        program.stdin.close()
        assert program.stderr.read() == ""
