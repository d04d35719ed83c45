"""The same deal: the dice of a code, and finished games as short texts."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping
from datetime import date

import pytest

from redcathedral import Game
from redcathedral.box import load_edition, parse_edition
from redcathedral.box.vocabulary import Die
from redcathedral.engine.decisions import END
from redcathedral.play.deal import Deal, dealt_steps, game_text, new_code
from redcathedral.record import read
from redcathedral.record.event import DieRolled
from redcathedral.record.setup_code import SetupCodeError, setup_code_of
from tests.server.run.test_page import changed_edition

EDITION = load_edition()
OPPONENTS = ("ivan", "journeyman")


def deal_of(opponent: str, day: int = 1) -> Deal:
    return Deal(f"{opponent}~2026-11-{day:02}", EDITION)


def played(deal: Deal, seed: int, turns: int = 1000) -> Game:
    """A game of a deal with random decisions."""
    game = Game(record=deal.record)
    chooser = random.Random(seed)
    while not game.is_over and game.state.turn < turns:
        decision, *outcomes = dealt_steps(deal.code, game, chooser.choice(game.legal_ids))
        game.play(decision, outcomes)
    return game


def streams(game: Game) -> Mapping[Die, list[int]]:
    """The rolls of each die, and the tiles dealt to Ivan, in their order."""
    result: defaultdict[Die, list[int]] = defaultdict(list)
    for move in game.history:
        for event in move.events:
            if isinstance(event, DieRolled):
                result[event.die].append(event.face)
    rolled = sum(map(len, result.values()))
    steps = [step for move in game.history for step in move.steps[1:]]
    assert len(steps) - rolled in range(0, len(steps) + 1, 5)
    return result


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_two_lines_of_play_get_the_same_nth_roll_of_each_die(opponent: str) -> None:
    deal = deal_of(opponent)
    games = [played(deal, seed, turns=40) for seed in range(3)]
    assert len({tuple(game.record.steps) for game in games}) == len(games)
    for one in map(streams, games):
        for other in map(streams, games):
            for die in one:
                pairs = list(zip(one[die], other[die], strict=False))
                assert pairs
                assert all(face == same for face, same in pairs)
    others = streams(played(deal_of(opponent, 2), 0, turns=40))
    assert any(others[die][:3] != streams(games[0])[die][:3] for die in others)


def test_the_tiles_of_ivan_are_dealt_in_the_same_order() -> None:
    deal = deal_of("ivan")
    orders = set()
    for seed in range(3):
        lines = played(deal, seed).record.text().splitlines()
        dealt = [line for line in lines if line.startswith("ivan-tiles")][1:]
        orders.add(tuple(dealt[:3]))
        assert len(dealt) > 2
    assert len(orders) == 1


def test_all_faces_of_all_dice_come_about_equally_often() -> None:
    deal = deal_of("journeyman")
    rolls = streams(played(deal, 1, turns=100))
    faces = [face for die in rolls.values() for face in die]
    assert {*faces} == {*range(1, 7)}
    assert all(len(faces) / 12 < faces.count(face) < len(faces) / 3 for face in range(1, 7))


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_another_try_of_an_undone_decision_has_the_same_dice(opponent: str) -> None:
    deal = deal_of(opponent)
    game = Game(record=deal.record)
    rolls = []
    for move in ("die white +0", "die red +0", "die white +0"):
        game.play(move)
        decision, *outcomes = dealt_steps(deal.code, game, END)
        assert outcomes
        game.play(decision, outcomes)
        rolls.append(streams(game))
        while game.history:
            game.undo(beyond=True)
    assert rolls[0] == rolls[2]
    for die in {*rolls[0]} & {*rolls[1]}:
        assert rolls[0][die][0] == rolls[1][die][0]


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_a_finished_game_is_a_short_text(opponent: str) -> None:
    deal = deal_of(opponent)
    game = played(deal, 7)
    text = game_text(game.record)
    assert len(text) < 2000
    again = deal.read_game(text)
    assert again.text() == game.record.text()


def test_an_incomplete_text_of_a_game_is_refused() -> None:
    deal = deal_of("ivan")
    text = game_text(played(deal, 3).record)
    for bad in ("", text[:-2], text[2:], "\xe4", text[: len(text) // 2]):
        with pytest.raises(ValueError, match=r"incomplete|utf-8|ascii|ASCII|base64"):
            Deal(deal.code, EDITION).read_game(bad)
    with pytest.raises(ValueError, match="another deal"):
        deal_of("ivan", 2).read_game(text)


def test_a_record_follows_from_its_deal_only() -> None:
    deal, other = deal_of("ivan"), deal_of("ivan", 2)
    record = played(deal, 1).record
    assert deal.wrong_line(record) is None
    assert other.wrong_line(read(record.text()))
    assert deal.has_start_of(record)
    assert not other.has_start_of(record)
    setup = setup_code_of(deal.record)
    assert deal.has_start_of(Game(setup=setup, seed=1, names=["Ana"]).record)
    assert not deal.has_start_of(Game(setup=setup, seed=1, side="advanced").record)
    assert not deal.has_start_of(Game(setup=setup, colours=["red", "green"], solo=True).record)


def test_a_deal_of_the_day_is_the_same_for_everyone() -> None:
    deal = Deal("ivan~2026-11-27", EDITION)
    assert deal.day == date(2026, 11, 27)
    assert setup_code_of(deal.record) == "8HG6-NJ2Y-CMKQ-BGX3-WCKQ-KQ68-ZKC5-FAKR-B"
    assert Deal("ivan~2026-11-28", EDITION).record.steps != deal.record.steps
    game = Game(record=deal.record)
    game.play("die white +0")
    assert dealt_steps(deal.code, game, END)[1:] == [3, 2, 6]


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_the_code_of_a_deal_has_all_of_it(opponent: str) -> None:
    code = new_code(opponent, EDITION)
    deal = Deal(code, EDITION)
    assert (deal.opponent, deal.day) == (opponent, None)
    assert deal.record.steps == Deal(code, EDITION).record.steps
    for bad in (code[:-1], code[:20], code.upper(), code.replace("~", "~0", 1)):
        with pytest.raises(ValueError, match=r"incomplete|set-up code"):
            Deal(bad, EDITION)
    with pytest.raises(SetupCodeError):
        Deal(code, parse_edition(changed_edition()))


@pytest.mark.parametrize("code", ["", "ivan", "ivan~2026-02-30", "~~~", "ivan~~~"])
def test_nonsense_is_no_deal(code: str) -> None:
    with pytest.raises(ValueError, match=r"incomplete|day is out of range|day 30 must be in range"):
        Deal(code, EDITION)
