"""The end of a game: the last round, the payments, the places and the deciding margin."""

from __future__ import annotations

import pytest

from redcathedral.engine.scoring import Score
from redcathedral.play.game import Game
from redcathedral.record.event import TurnBegan
from redcathedral.record.replay import read, replay
from redcathedral.server.core.store.rows import GameRow, Rights
from redcathedral.server.core.stored_table import seats_text, summary, table_standing
from redcathedral.server.core.table.actions import Substituted
from redcathedral.server.core.table.ending import (
    final_payments,
    last_round,
    over_message_of,
    winning_margin,
)
from redcathedral.server.core.table.seated_game import SeatedGame, players
from redcathedral.server.core.wire.edition import EditionRef
from redcathedral.server.core.wire.final_scoring import Margin, Over, Step
from redcathedral.text import Narrator
from tests.e2e.games import text
from tests.server.harness import ANY_VISITOR

HEAD = EditionRef("key", "id", "name", "hash")
GAMES = ("2p-basic-01", "3p-advanced-02", "4p-basic-01", "solo-basic-01", "solo-advanced-02")


def final_scoring(game: Game) -> Over:
    """The message with the final scoring."""
    final = over_message_of(SeatedGame(game, players(game.header)), Narrator())
    assert final is not None
    return final


@pytest.mark.parametrize("name", GAMES)
def test_last_round_lists_the_seats_with_a_turn_left(name: str) -> None:
    """The list has the seats with a later turn, and the seat to move unless it closes the game."""
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
def test_payments_sum_to_the_totals(name: str) -> None:
    game = Game(record=read(text(name)))
    final = final_scoring(game)
    sums = {score.colour: score.total for score in final.scores}
    assert {
        colour: sum(payment.pays[colour] for payment in final.payments) for colour in sums
    } == sums
    assert [payment.source for payment in final.payments[:2]] == ["track", "goods"]
    towers = [payment.tower for payment in final.payments[2:]]
    assert towers == [*range(1, sum(height > 0 for height in game.state.setting.heights) + 1)]
    assert [sums[colour] for colour in final.places] == sorted(sums.values(), reverse=True)
    assert final.places[0] in final.winners
    closed = last_round(game.state, is_over=True)
    assert closed is not None
    assert closed.left == []


def test_game_ended_by_agreement_is_scored_without_a_last_round() -> None:
    game = Game(record=read(text("3p-basic-01", 0.5)))
    assert over_message_of(SeatedGame(game, players(game.header)), Narrator()) is None
    game.end_by_agreement()
    final = final_scoring(game)
    assert final.reason == "agreed"
    assert final.decided is not None
    assert last_round(game.state, is_over=True) is None


def test_a_shared_victory_without_points_is_not_announced() -> None:
    game = Game(2, seed=1)
    game.end_by_agreement()
    final = final_scoring(game)
    assert final.winners == ["red", "blue"]
    assert final.text == "Nobody has scored a point." == Narrator().result(game.state)


# --- giving up


class GameWithScores(Game):
    """A finished game with given scores."""

    def __init__(self, *scores: Score) -> None:
        super().__init__(len(scores), seed=1)
        self._scores = list(scores)
        self.end_by_agreement()

    def scores(self) -> list[Score]:
        return self._scores


def after_giving_up(game: Game, *seats: int) -> SeatedGame:
    table = SeatedGame(game, players(game.header))
    for seat in seats:
        table = table.after(Substituted(seat, "random", "gave-up"))
    return table


def score(total: int, cards: int = 5, ornaments: int = 2) -> Score:
    return Score(total, 0, [0] * 6, cards, ornaments)


@pytest.mark.parametrize(
    ("scores", "gave_up", "winners", "places"),
    [
        ((score(30), score(20), score(10)), {0}, [1], [1, 2, 0]),
        ((score(30), score(20), score(10)), {2}, [0], [0, 1, 2]),
        ((score(30), score(20), score(10)), {0, 1}, [2], [2, 0, 1]),
        ((score(30), score(20, 6), score(20)), {0}, [1], [1, 2, 0]),
        ((score(30), score(20), score(20, 5, 3)), {0}, [2], [2, 1, 0]),
        ((score(30), score(20), score(20)), {0}, [1, 2], [1, 2, 0]),
        ((score(20), score(20), score(20)), {0}, [1, 2], [1, 2, 0]),
        ((score(10), score(20), score(30)), {0, 1, 2}, [], [2, 1, 0]),
    ],
)
def test_players_who_gave_up_cannot_win(
    scores: tuple[Score, ...], gave_up: set[int], winners: list[int], places: list[int]
) -> None:
    table = after_giving_up(GameWithScores(*scores), *gave_up)
    final = over_message_of(table, Narrator())
    assert final is not None
    colours = table.game.colours
    assert table.winners == winners
    assert final.winners == [colours[seat] for seat in winners]
    assert final.places == [colours[seat] for seat in places]
    assert final.gave_up == [colours[seat] for seat in sorted(gave_up)]
    if final.decided:
        assert final.decided.over == colours[places[1]]
        assert (final.decided.by == "shared") == (len(winners) > 1)
    assert (final.decided is None) == (len(gave_up) > 1)
    if not winners:
        assert final.text == "All players have given up: nobody wins."
    rights = Rights("house", {})
    row = GameRow(
        "g", 0, 0, HEAD, 1, table_standing(table), seats_text(table.game.header), (), rights
    )
    listed = summary(row, ANY_VISITOR)
    assert (listed.winners, listed.gave_up) == (final.winners, final.gave_up)


def test_record_keeps_the_result_of_the_rules_after_giving_up() -> None:
    game = Game(record=read(text("3p-advanced-02")))
    [best] = game.winners()
    table = after_giving_up(game, best)
    assert best not in table.winners
    lines = table.record(names=False).text().splitlines()
    assert f"result {game.colours[best]}" in lines
    assert replay(table.record(names=False).text()).problems == []
    text_of_result = Narrator().result(table.game.state, won=table.winners)
    assert text_of_result != Narrator().result(table.game.state)
    assert text_of_result.endswith(" wins.")
    assert Narrator().result(table.game.state, won=[]) == "All players have given up: nobody wins."


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
def test_deciding_margin(first: Score, second: Score, expected: tuple[Step, list[int]]) -> None:
    setting = Game(2, colours=["red", "blue"]).state.setting
    payments = final_payments([first, second], setting)[:4]
    by, most = expected
    lead = first.total - second.total
    assert winning_margin([first, second], payments, setting, [0, 1]) == Margin(
        by, "blue", lead, most
    )
