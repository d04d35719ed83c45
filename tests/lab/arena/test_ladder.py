"""From games to the figures of a ladder."""

from __future__ import annotations

from statistics import mean
from xml.etree import ElementTree as ET

import msgspec
import pytest

from redcathedral.ai.ratings.rating import wilson_interval
from redcathedral.lab.arena.figure_chart import plot_figures, standings_panel
from redcathedral.lab.arena.ladder import Pair, Standing, boards, build_ladder
from redcathedral.lab.arena.thinking_time import ThinkingTime
from tests.lab.arena.games import GAMES, THREE, game


def test_figures_by_hand() -> None:
    two, three = boards(THREE, GAMES)
    assert (two.players, three.players) == (2, 3)
    assert [pair.bots for pair in two.pairs] == list(THREE.pairs)
    for board in (two, three):
        for pair in board.pairs:
            met = [game for game in GAMES if set(game.bots) == set(pair.bots)]
            met = [game for game in met if len(game.bots) == board.players]
            won = sum(game.shares()[pair.bots[0]] for game in met)
            assert len(met) == pair.games == 12
            assert pair.score == pytest.approx(won / 12, abs=1e-4)
            assert (pair.low, pair.high) == pytest.approx(wilson_interval(won, 12), abs=1e-4)
            assert pair.even == 0.5
        assert [standing.bot for standing in board.standings][-1] == "weak"
        assert mean(standing.rating for standing in board.standings) == pytest.approx(1000, abs=0.1)
        assert {standing.games for standing in board.standings} == {24}


def test_games_without_a_winner_count_for_neither_bot() -> None:
    """They ended in a tie at the cap (R7.7)."""
    tied = [msgspec.structs.replace(game, winners=()) for game in GAMES]
    for board, same in zip(boards(THREE, GAMES), boards(THREE, GAMES + tied), strict=True):
        for pair, with_tied in zip(board.pairs, same.pairs, strict=True):
            assert with_tied == msgspec.structs.replace(pair, games=2 * pair.games)
        ratings = [(standing.bot, standing.rating, standing.low) for standing in board.standings]
        assert ratings == [(one.bot, one.rating, one.low) for one in same.standings]
    for board in boards(THREE, tied):
        assert {(pair.score, pair.low, pair.high) for pair in board.pairs} == {(0.5, 0, 1)}
        assert {standing.rating for standing in board.standings} == {1000}


def test_even_score_of_a_bot_alone_is_lower() -> None:
    wanted = msgspec.structs.replace(THREE, players=(4,), alone="good")
    played = [game(wanted, number) for number in range(16)]
    (board,) = boards(wanted, played)
    assert [(pair.bots, pair.even) for pair in board.pairs] == [
        (("good", "weak"), 0.25),
        (("good", "fair"), 0.25),
    ]
    assert board.pairs[0].score == 0.25  # every fourth seat won
    assert board.standings[0].rating == pytest.approx(1000, abs=0.1)  # which equals do


def test_reversed_pair() -> None:
    pair = Pair(("a", "b"), 400, 0.25, 0.125, 0.5, 0.5)
    assert pair.reversed == Pair(("b", "a"), 400, 0.75, 0.5, 0.875, 0.5)


def test_speeds_of_bots_that_had_a_choice() -> None:
    thinking_times = {"weak": ThinkingTime(10, 0.02, 0.005), "fair": ThinkingTime()}
    found = build_ladder(THREE, GAMES, thinking_times)
    assert [(speed.bot, speed.mean_ms, speed.max_ms) for speed in found.speeds] == [
        ("weak", 2.0, 5.0)
    ]


def test_the_picture_shows_every_rating() -> None:
    found = boards(THREE, GAMES)
    panels = [
        standings_panel(f"{board.players} players & more", board.standings) for board in found
    ]
    picture = ET.fromstring(plot_figures(panels))
    name = "{http://www.w3.org/2000/svg}"
    words = [text.text for text in picture.iter(f"{name}text")]
    assert "2 players & more" in words
    marks = list(picture.iter(f"{name}circle"))
    assert len(marks) == 6
    for x in (float(mark.attrib["cx"]) for mark in marks):
        assert 0 < x < 720
    across = [float(mark.attrib["cx"]) for mark in marks[:3]]
    assert across == sorted(across, reverse=True)  # the best first, and furthest to the right
    plot_figures(
        [standings_panel("one", [Standing("a", 0.0, 0.0, 0.0, 1)])]
    )  # all equal, all certain
