"""How a game comes to its end: the last round, what pays whom, what decides."""

from __future__ import annotations

import pytest

from redcathedral.engine.scoring import Score
from redcathedral.play.game import Game
from redcathedral.record.event import TurnBegan
from redcathedral.record.replay import read, replay
from redcathedral.server.core.store.rows import GameRow, Rights
from redcathedral.server.core.stored_table import seats_text, standing, summary
from redcathedral.server.core.table.actions import Substituted
from redcathedral.server.core.table.ending import decided, last_round, over, paid
from redcathedral.server.core.table.seated_game import SeatedGame, players
from redcathedral.server.core.wire.edition import EditionRef
from redcathedral.server.core.wire.final_scoring import Margin, Over, Step
from redcathedral.text import Narrator
from tests.e2e.games import text
from tests.server.harness import ANY_VISITOR

HEAD = EditionRef("key", "id", "name", "hash")
GAMES = ("2p-basic-01", "3p-advanced-02", "4p-basic-01", "solo-basic-01", "solo-advanced-02")


def ended(game: Game) -> Over:
    """What is told of the end."""
    told = over(SeatedGame(game, players(game.header)), Narrator())
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
    assert over(SeatedGame(game, players(game.header)), Narrator()) is None
    game.end_by_agreement()
    told = ended(game)
    assert told.reason == "agreed"
    assert told.decided is not None
    assert last_round(game.state, is_over=True) is None


# --- giving up


class Scored(Game):
    """A game of three that has ended with these scores."""

    def __init__(self, *found: Score) -> None:
        super().__init__(len(found), seed=1)
        self.found = list(found)
        self.end_by_agreement()

    def scores(self) -> list[Score]:
        return self.found


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
def test_who_gave_up_has_not_won(
    scores: tuple[Score, ...], gave_up: set[int], winners: list[int], places: list[int]
) -> None:
    table = after_giving_up(Scored(*scores), *gave_up)
    told = over(table, Narrator())
    assert told is not None
    colours = table.game.colours
    assert table.winners == winners
    assert told.winners == [colours[seat] for seat in winners]
    assert told.places == [colours[seat] for seat in places]
    assert told.gave_up == [colours[seat] for seat in sorted(gave_up)]
    if told.decided:
        assert told.decided.over == colours[places[1]]
        assert (told.decided.by == "shared") == (len(winners) > 1)
    assert (told.decided is None) == (len(gave_up) > 1)
    if not winners:
        assert told.text == "All have given up: nobody wins."
    rights = Rights("house", {})
    row = GameRow("g", 0, 0, HEAD, 1, standing(table), seats_text(table.game.header), (), rights)
    listed = summary(row, ANY_VISITOR)
    assert (listed.winners, listed.gave_up) == (told.winners, told.gave_up)


def test_the_record_of_a_game_says_what_the_rules_do() -> None:
    game = Game(record=read(text("3p-advanced-02")))
    [best] = game.winners()
    table = after_giving_up(game, best)
    assert best not in table.winners
    lines = table.record_text(names=False).splitlines()
    assert f"result {game.colours[best]}" in lines
    assert replay(table.record_text(names=False)).problems == []
    said = Narrator().result(table.game.state, won=table.winners)
    assert said != Narrator().result(table.game.state)
    assert said.endswith(" wins.")
    assert Narrator().result(table.game.state, won=[]) == "All have given up: nobody wins."


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
