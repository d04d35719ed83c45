"""A game with the set-up of another one."""

from __future__ import annotations

from typing import Any

import pytest

from redcathedral import Game, Options
from redcathedral.record import HeaderError, position_of
from redcathedral.record.setup_code import SetupCodeError


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_code_gives_the_same_start_again(players: int) -> None:
    options = Options(first_game=players == 3)
    mode: dict[str, Any] = {"solo": True} if players == 1 else {"players": players}
    game = Game(seed=5, options=options, **mode)
    code = game.setup_code
    assert code is not None
    again = Game(setup=code)
    assert position_of(again.state) == position_of(game.state)
    assert again.header.options.first_game == (players == 3)
    assert [repr(event) for event in again.opening] == [repr(event) for event in game.opening]
    game.play(game.legal_ids[0])
    assert game.setup_code == code


def test_seats_sides_and_names_are_chosen_as_usual() -> None:
    code = Game(players=2, seed=5, options=Options(first_game=True)).setup_code
    game = Game(setup=code, colours=["green", "blue"], names=["Ana"], side="advanced")
    assert game.setup_code == code
    assert game.colours == ["green", "blue"]
    assert game.header.seats[0].text == "Ana"
    assert game.header.options == Options(first_game=True, workshop_side="advanced")
    solo = Game(setup=Game(solo=True, seed=1).setup_code, solo=True, colours=["green", "red"])
    assert solo.colours == ["green", "red"]


@pytest.mark.parametrize(
    ("mode", "message"),
    [
        ({"players": 2}, "for 3 players, not for 2 players"),
        ({"solo": True}, "for 3 players, not for a solo game"),
        ({"colours": ["red", "blue", "green", "yellow"]}, "for 3 players, not for 4 players"),
    ],
)
def test_rejects_a_code_for_other_players(mode: dict[str, Any], message: str) -> None:
    code = Game(players=3, seed=5).setup_code
    with pytest.raises(SetupCodeError, match=message) as caught:
        Game(setup=code, **mode)
    assert (caught.value.fault, caught.value.players) == ("players", 3)
    with pytest.raises(SetupCodeError, match="for a solo game, not for 2 players"):
        Game(setup=Game(solo=True, seed=5).setup_code, players=2)


def test_a_code_does_not_make_seats_that_no_game_has() -> None:
    code = Game(players=2, seed=5).setup_code
    with pytest.raises(HeaderError):
        Game(setup=code, players=2, colours=["red"])
    with pytest.raises(SetupCodeError):
        Game(setup="nonsense")
