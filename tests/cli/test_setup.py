"""``redcathedral setup``: a set-up for the box on the table."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from redcathedral import Game
from redcathedral.cli.app import application

RUN = CliRunner()
APP = application(["setup"])


def run(*arguments: str) -> tuple[int, str, str]:
    result = RUN.invoke(APP, ["setup", *arguments])
    return result.exit_code, result.stdout, " ".join(result.stderr.replace("│", " ").split())


@pytest.mark.parametrize(
    ("arguments", "players"), [((), 2), (("--players", "4"), 4), (("--solo",), 1)]
)
def test_a_set_up_is_drawn_and_comes_again_by_its_code(
    arguments: tuple[str, ...], players: int
) -> None:
    status, out, err = run(*arguments, "--first-game", "--language", "de")
    assert (status, err) == (0, "")
    code = out.splitlines()[0].partition(": ")[2]
    game = Game(setup=code)
    assert len(game.header.seats) == players
    assert game.header.options.first_game
    assert run("--code", code.lower(), "--language", "de") == (0, out, "")
    assert run(*arguments)[1] != run(*arguments)[1]
    printed = json.loads(run("--code", code, "--json", "--language", "de")[1])
    assert printed["setup_code"] == code
    assert all(line in out for part in printed["parts"] for line in part["lines"])


def test_what_cannot_be_set_up() -> None:
    code = str(Game(players=3, seed=1).setup_code)
    for arguments, printed in (
        (("--code", "nonsense"), "this is not a set-up code"),
        (("--code", code, "--players", "2"), "for 3 players, not for 2 players"),
        (("--code", code, "--solo"), "for 3 players, not for a solo game"),
        (("--code", code, "--first-game"), "omit --first-game"),
        (("--solo", "--players", "2"), "omit --players"),
        (("--edition", "nowhere.toml"), "nowhere.toml"),
        (("--players", "5"), "--players"),
    ):
        status, out, err = run(*arguments)
        assert (status, out) == (2, "")
        assert printed in err
