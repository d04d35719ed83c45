"""The games of a survey: all modes in turn, with their results, stored in a file."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from redcathedral.ai.bots import make
from redcathedral.box.options import Options
from redcathedral.lab.arena.games_file import GAMES_FILE, ResultsError, games_text
from redcathedral.lab.arena.survey import MODES, Mode, SurveyFixture
from redcathedral.play.series import Series, play_series
from tests.tools.game_statistics.surveys import EDITION, games, settings
from tools.game_statistics.survey import SURVEY_FORMAT, PlacedTile, SurveyGame, make_survey_worker

WANTED = settings()
PLAYED = games(WANTED, 2)


def test_eight_modes_in_turn_and_a_seed_for_each_game() -> None:
    assert [str(mode) for mode in MODES] == [
        "2-basic",
        "2-advanced",
        "3-basic",
        "3-advanced",
        "4-basic",
        "4-advanced",
        "solo-basic",
        "solo-advanced",
    ]
    fixtures = WANTED.fixtures(5)
    assert set(Counter(fixture.mode for fixture in fixtures).values()) == {5}
    assert [fixture.seed for fixture in fixtures] == list(range(1, 41))
    assert WANTED.fixtures(3) == fixtures[:24]
    assert list(WANTED.sample(40)) == list(range(8))
    assert list(WANTED.sample(3)) == [0, 1, 2]
    assert list(settings("master:ms=1").sample(40)) == []


@pytest.mark.parametrize("mode", MODES, ids=str)
def test_a_game_is_that_of_simulate(mode: Mode) -> None:
    bots = ("random",) * mode.players
    series = Series(bots, 1, 8, solo=mode.is_solo, options=Options(workshop_side=mode.side))
    (theirs,) = play_series(series, make)
    played = make_survey_worker("random", make)((3, SurveyFixture(mode, 8)))
    ours = played.game
    assert (played.number, len(played.thinking_times)) == (3, mode.players)
    assert (ours.mode, ours.seed, ours.checksum) == (str(mode), 8, theirs.checksum)
    assert (ours.totals, ours.winners) == (theirs.totals, theirs.winners)
    assert (ours.decisions, ours.turns, ours.capped) == (
        theirs.decisions,
        theirs.turns,
        theirs.capped,
    )
    for seat, total in enumerate(ours.totals):
        assert ours.track[seat] + ours.goods[seat] + sum(ours.towers[seat]) == total
    assert ours.plan in EDITION.plans[max(mode.players, 2)]
    groups = {card.id: card.group for card in EDITION.influence}
    assert sorted(groups[card] for card in ours.influence) == [0, 1, 2, 3]
    kinds = {tile.id: tile for tile in EDITION.workshop_tiles}
    used = Counter(tile.id for tiles in ours.tiles for tile in tiles)
    assert all(count <= kinds[name].count for name, count in used.items())
    assert mode.players > 2 or not any(kinds[name].three_or_more for name in used)
    assert (
        all(len(tiles) >= cards for tiles, cards in zip(ours.tiles, ours.cards, strict=True))
        or mode.is_solo
    )  # a claim for each card completed (R4.3)
    assert msgspec.json.decode(msgspec.json.encode(ours), type=SurveyGame) == ours


def test_tiles_are_recorded_as_placed() -> None:
    tiles = [
        tile
        for seed in range(4)
        for placed in make_survey_worker("random", make)(
            (0, SurveyFixture(MODES[0], seed))
        ).game.tiles
        for tile in placed
    ]
    assert {tile.is_up for tile in tiles} == {True, False}


def test_shares_means_and_margins() -> None:
    three = msgspec.structs.replace(PLAYED[2], totals=(30, 20, 25), winners=(0, 2))
    assert [three.won(seat) for seat in range(3)] == [0.5, 0, 0.5]
    assert (three.mean, three.margin, list(three.people)) == (25, 5, [0, 1, 2])
    solo = msgspec.structs.replace(PLAYED[6], totals=(20, 26), winners=(1,))
    assert (solo.mean, solo.margin, list(solo.people), solo.won(0)) == (20, -6, [0], 0)
    capped = msgspec.structs.replace(three, winners=(), capped=True)
    assert [capped.won(seat) for seat in range(3)] == [0, 0, 0]


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"mode": "5-basic"}, "there is no mode 5-basic; the modes are 2-basic"),
        ({"totals": (1, 2, 3)}, "an entry for each of 2 seats"),
        ({"tiles": ((PlacedTile("wood", True),),)}, "an entry for each of 2 seats"),
        ({"winners": (2,)}, "winners must be seats"),
        ({"winners": ()}, "at least one, in a capped game at most one"),
        ({"capped": True, "winners": (0, 1)}, "in a capped game at most one"),
    ],
)
def test_rejects_impossible_games(changes: dict[str, object], problem: str) -> None:
    wrong = msgspec.structs.asdict(PLAYED[0]) | changes
    with pytest.raises(msgspec.ValidationError, match=problem):
        msgspec.convert(wrong, SurveyGame)


def test_a_torn_line_is_written_again(tmp_path: Path) -> None:
    whole = games_text(WANTED, PLAYED).encode()
    path = tmp_path / GAMES_FILE
    for size in range(0, len(whole), 97):
        path.write_bytes(whole[:size])
        with SURVEY_FORMAT.resume(tmp_path, WANTED) as survey:
            for game in PLAYED[len(survey.games) :]:
                survey.append(game)
        assert path.read_bytes() == whole


@pytest.mark.parametrize("other", [settings("greedy"), settings(seed=2)])
def test_other_settings_are_refused(tmp_path: Path, other: object) -> None:
    assert isinstance(other, type(WANTED))
    path = tmp_path / GAMES_FILE
    path.write_text(games_text(WANTED, PLAYED), encoding="utf-8")
    before = path.read_bytes()
    message = pytest.raises(ResultsError, match=r"was begun with .* or name another folder")
    with message, SURVEY_FORMAT.resume(tmp_path, other):
        pass
    assert path.read_bytes() == before


def test_a_game_that_is_not_the_next_of_the_plan(tmp_path: Path) -> None:
    path = tmp_path / GAMES_FILE
    path.write_text(games_text(WANTED, [*PLAYED[:3], PLAYED[4]]), encoding="utf-8")
    message = pytest.raises(ResultsError, match=r":5 is damaged: .* 3-advanced, seed 4; .* 3 games")
    with message, SURVEY_FORMAT.resume(tmp_path, WANTED):
        pass
