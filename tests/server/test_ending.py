"""How a game comes to its end: the last round, what pays whom, what decides."""

from __future__ import annotations

import pytest

from redcathedral.engine.scoring import Score
from redcathedral.play.game import Game
from redcathedral.record.event import TurnBegan
from redcathedral.record.replay import read
from redcathedral.server.table.ending import decided, last_round, over, paid
from redcathedral.server.table.seated_game import SeatedGame, players
from redcathedral.server.wire.protocol import Margin, Over, Step
from redcathedral.words import Words
from tests.e2e.games import text

GAMES = ("2p-basic-01", "3p-advanced-02", "4p-basic-01", "solo-basic-01", "solo-advanced-02")


def ended(game: Game) -> Over:
    """What is told of the end."""
    told = over(SeatedGame(game, players(game.header)), Words())
    assert told is not None
    return told


@pytest.mark.parametrize("name", GAMES)
def test_the_last_round_names_those_who_have_a_turn(name: str) -> None:
    """Told before each decision: those who begin a turn later, and whoever is at the last one."""
    game = Game(record=read(text(name)))
    coming: list[str] = []
    turns = set()
    for move in reversed(game.history):
        state = move.before
        coming = [event.seat for event in move.events if isinstance(event, TurnBegan)] + coming
        now = last_round(state, is_over=False)
        if now is None:
            break
        at = [] if state.seat == state.closer else [game.colours[state.seat]]
        assert now.left == at + coming
        turns.add((now.by, now.turn))
    assert turns == {(game.colours[game.state.closer], game.state.turn - len(game.colours) + 1)}
    assert last_round(game.history[0].before, is_over=False) is None


@pytest.mark.parametrize("name", GAMES)
def test_payments_make_up_the_totals(name: str) -> None:
    game = Game(record=read(text(name)))
    told = ended(game)
    sums = {score.colour: score.total for score in told.scores}
    assert {
        colour: sum(payment.pays[colour] for payment in told.payments) for colour in sums
    } == sums
    assert [payment.source for payment in told.payments[:2]] == ["track", "goods"]
    towers = [payment.tower for payment in told.payments[2:]]
    assert towers == [*range(1, sum(height > 0 for height in game.state.setting.heights) + 1)]
    assert [sums[colour] for colour in told.places] == sorted(sums.values(), reverse=True)
    assert told.places[0] in told.winners
    closed = last_round(game.state, is_over=True)
    assert closed is not None
    assert closed.left == []


def test_a_game_ended_by_agreement_is_scored_and_has_no_turn_left() -> None:
    game = Game(record=read(text("3p-basic-01", 0.5)))
    assert over(SeatedGame(game, players(game.header)), Words()) is None
    game.agree()
    told = ended(game)
    assert told.reason == "agreed"
    assert told.decided is not None
    assert last_round(game.state, is_over=True) is None


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (Score(7, 1, [2, 9], 6, 3), Score(9, 2, [6, 3], 2, 4), ("prestige", [3])),
        (Score(9, 0, [4, 6], 3, 1), Score(2, 1, [4, 0], 6, 4), ("prestige", [0])),
        (Score(9, 0, [7, 5], 3, 1), Score(9, 0, [4, 2], 6, 4), ("prestige", [2, 3])),
        (Score(5, 1, [4, 0], 5, 1), Score(6, 0, [4, 0], 4, 3), ("cards", [1])),
        (Score(5, 1, [4, 0], 5, 3), Score(6, 0, [4, 0], 5, 1), ("ornaments", [1])),
        (Score(5, 1, [4, 0], 5, 3), Score(5, 1, [4, 0], 5, 3), ("shared", [])),
    ],
)
def test_what_decides(first: Score, second: Score, expected: tuple[Step, list[int]]) -> None:
    setting = Game(2, colours=["red", "blue"]).state.setting
    payments = paid([first, second], setting)[:4]
    by, most = expected
    lead = first.total - second.total
    assert decided([first, second], payments, setting, [0, 1]) == Margin(by, "blue", lead, most)
