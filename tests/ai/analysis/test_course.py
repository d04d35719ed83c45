"""A recorded game turn by turn: what adds up, what a mistake is, what is luck."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from itertools import pairwise

import pytest
from msgspec import structs

from redcathedral import Game
from redcathedral.ai.analysis import analyse, from_json, hint, to_json
from redcathedral.ai.analysis.error_model import NO_ERROR
from redcathedral.ai.analysis.hint import judge_of
from redcathedral.ai.analysis.judge import QUICK, JudgeBudget
from redcathedral.ai.analysis.report import Analysis, Turn
from redcathedral.ai.analysis.review import GameReview, build_analysis, turn_ends
from redcathedral.ai.analysis.value import ZERO, Value, Values, no_change, rounded
from redcathedral.ai.bots import make
from redcathedral.engine.phases import DRAW_IVAN_TILE
from redcathedral.engine.scoring import scores, winners
from redcathedral.record import Ending, Record, read, replay
from tests.ai.analysis.endings import at_market, last_turn, last_turns, record_of
from tests.ai.analysis.weights import LITTLE, tiny
from tests.record.games import FOLDER, NAMES, SMALL, SOLO, SOLO_HEAD, is_first, states, text

MORE = structs.replace(LITTLE, find=2_000, field=8)
BARELY = JudgeBudget(20, 1, 2, 1, 2, 5, 2)  # where only the turns matter
LEARNED = files("redcathedral.ai.weights").joinpath("weights.bin").is_file()


# Games with and without Ivan that are analysed in every run of the tests.
ALWAYS = ("2p-basic-01", "solo-basic-01")


def marks(name: str) -> list[pytest.MarkDecorator]:
    """When a conformance game is analysed."""
    if name in ALWAYS:
        return []
    return [pytest.mark.slow if is_first(name) else pytest.mark.long]


def worked_out(record: Record, budget: JudgeBudget = LITTLE, top: int = 3) -> Analysis:
    analysis = analyse(record, budget=budget, top=top, weights=tiny())
    assert_adds_up(analysis)
    return analysis


def near(first: Values, second: Values, tolerance: float = 1e-9) -> bool:
    return all(
        abs(one.share - other.share) < tolerance and abs(one.margin - other.margin) < tolerance
        for one, other in zip(first, second, strict=True)
    )


def total(*parts: Values) -> Values:
    return tuple(
        rounded(sum(value.share for value in seat), sum(value.margin for value in seat))
        for seat in zip(*parts, strict=True)
    )


def assert_adds_up(analysis: Analysis) -> None:
    """Every change of what a seat may expect has a name, in each turn and over the game."""
    seats = len(analysis.seats)
    for turn in analysis.turns:
        assert near(turn.after, total(turn.before, turn.skill, turn.luck, turn.correction))
        assert near(turn.luck, total(no_change(seats), *(roll.luck for roll in turn.rolls)))
        assert sum(value.share for value in turn.after) == pytest.approx(1, abs=1e-4)
        for play in turn.plays:
            assert play.mistake >= 0
            assert play.best[0].loss == 0
            worth = play.values[play.seat].worth
            assert play.mistake == pytest.approx(play.best[0].value.worth - worth, abs=1e-9)
        made = sum(play.mistake for play in turn.plays)
        for seat in {play.seat for play in turn.plays}:
            assert turn.skill[seat].worth == pytest.approx(-made, abs=5e-5)
    for last, following in pairwise(analysis.turns):
        assert last.after == following.before
    for one in analysis.seats:
        parts = [(one.before,), (one.own,), (one.others,), (one.luck,), (one.correction,)]
        if analysis.turns:
            assert near((one.after,), total(*parts), 1e-6)


def played(turn: Turn) -> list[str]:
    return [play.line for play in turn.plays]


def test_the_best_turn_is_no_mistake_and_its_result_is_known_before() -> None:
    record = record_of(last_turn(), "deliver W 3.3", "end")
    (turn,) = worked_out(record, MORE).turns
    (play,) = turn.plays
    assert play.mistake == 0
    assert play.best[0].line == play.line == "deliver W 3.3 / end"
    assert turn.after == play.values
    assert turn.after[0].share == 1
    assert turn.skill == turn.luck == no_change(2)


def test_a_mistake_is_what_the_best_turn_would_have_been_worth_more() -> None:
    """The other dome loses the game: the whole win, and the difference of the margins."""
    record = record_of(last_turn(), "deliver W 1.3", "end")
    (turn,) = worked_out(record, MORE).turns
    (play,) = turn.plays
    best = play.best[0]
    assert best.line == "deliver W 3.3 / end"
    assert (best.value.share, turn.after[0].share, turn.after[1].share) == (1, 0, 1)
    margin = best.value.margin - turn.after[0].margin
    assert play.mistake == pytest.approx(1 + margin / 128, abs=1e-5)
    assert turn.skill == (rounded(-1, -margin), rounded(1, margin))
    seat = analyse(record, budget=MORE, weights=tiny()).seats[0]
    assert (seat.own, seat.plays) == (turn.skill[0], 1)
    assert analyse(record, budget=MORE, weights=tiny()).seats[1].others == turn.skill[1]


@pytest.mark.long
def test_luck_is_what_a_roll_brought_beyond_what_was_expected() -> None:
    """Over all faces little is left of it: what was expected is their mean, but for the error."""
    lucks: list[Value] = []
    sure = structs.replace(LITTLE, rollouts=60, horizon=100)
    for face in range(1, 7):
        record = record_of(at_market(), "die yellow +0", "take 1", "end", face)
        (turn,) = worked_out(record, sure).turns
        (roll,) = turn.rolls
        assert roll.line == f"roll yellow={face}"
        assert roll.luck == turn.luck
        lucks.append(roll.luck[0])
    assert len({luck.share for luck in lucks}) > 2
    error = max(luck.error for luck in lucks)
    assert abs(sum(luck.share for luck in lucks)) / 6 < error < 0.1


def test_a_paid_reroll_parts_a_turn_into_two_plays_and_two_rolls() -> None:
    """R3.3: what comes is luck; what is then made of it is skill."""
    record = record_of(at_market(), "die white +0", "prestige reroll 3", 5, "take 1", "end", 2, 6)
    (turn,) = worked_out(record).turns
    assert played(turn) == ["die white +0 / prestige reroll 3", "take 1 / end"]
    assert [roll.line for roll in turn.rolls] == ["roll blue=5", "roll white=2 red=6"]


def test_a_turn_that_the_record_leaves_in_the_middle_is_worth_its_best_end() -> None:
    record = record_of(at_market(), "die yellow +0", "take 1")
    (turn,) = worked_out(record).turns
    (play,) = turn.plays
    assert (play.whole, play.line) == (False, "die yellow +0 / take 1")
    assert turn.after == play.values
    whole = record_of(at_market(), "die yellow +0", "take 1", "end")
    (end,) = worked_out(whole).turns[0].plays
    assert end.whole
    assert play.values[0].worth >= end.values[0].worth


def test_every_beginning_of_a_game_can_be_analysed() -> None:
    whole = read(SMALL)
    seen = []
    for steps in range(len(whole.steps) + 1):
        record = read(SMALL)
        record.truncate(steps)
        analysis = worked_out(record)
        assert analysis.ending == "unfinished"
        seen.append(sum(len(play.ids) for turn in analysis.turns for play in turn.plays))
    assert seen[0] == 0
    assert seen[-1] == 9
    assert all(after - before in (0, 1) for before, after in pairwise(seen))


def test_turns_point_into_the_record() -> None:
    record = read(SMALL)
    analysis = worked_out(record)
    assert [(turn.number, turn.seat, turn.decisions) for turn in analysis.turns] == [
        (1, 0, 0),
        (2, 1, 3),
        (3, 0, 7),
    ]
    assert [(seat.colour, seat.name, seat.ivan) for seat in analysis.seats] == [
        ("green", "Ana", False),
        ("yellow", "bot:greedy", False),
    ]
    for turn in analysis.turns:
        for play in turn.plays:
            assert tuple(record.steps[play.step : play.step + len(play.ids)]) == play.ids
    assert analysis.edition == record.header.edition
    assert analysis.edition_hash == record.components.edition.hash


def test_alone_against_ivan() -> None:
    """What the human chooses for him is the human's play; his dice are luck (R8.4)."""
    analysis = worked_out(read(SOLO))
    assert [(turn.seat, len(turn.plays), len(turn.rolls)) for turn in analysis.turns] == [
        (0, 1, 1),
        (1, 1, 1),
    ]
    human, ivan = analysis.seats
    assert (ivan.ivan, ivan.name, ivan.plays, ivan.own) == (True, "", 0, ZERO)
    assert human.plays == 2
    (choice,) = analysis.turns[1].plays
    assert (choice.seat, choice.line) == (0, "ivan claim 4.1")


def test_a_game_that_starts_with_ivans_turn() -> None:
    start = next(line for line in states("solo-basic-01")[1:] if '"to_move":"green"' in line)
    text = f"{SOLO_HEAD}start {start}\nturn green\nroll white=5 red=4\n"
    analysis = worked_out(read(text))
    assert analysis.turns[0].seat == 1
    assert analysis.turns[0].rolls[0].line == "roll white=5 red=4"


def test_ivans_tiles_are_dealt_by_chance() -> None:
    """R8.5: what they bring is luck."""
    record = read(FOLDER / "solo-basic-01.rcg.gz")
    dealt = next(
        moment.step
        for moment in record.moments()
        if moment.state.phase == DRAW_IVAN_TILE and moment.state.turn
    )
    record.truncate(dealt + 6)
    (turn,) = [turn for turn in worked_out(record).turns if "ivan-tiles" in str(turn)]
    (roll,) = [roll for roll in turn.rolls if roll.line.startswith("ivan-tiles ")]
    assert roll.luck != no_change(2)


def test_reports_an_agreed_end() -> None:
    record = read(SMALL)
    record.ending = Ending.AGREED
    assert worked_out(record).ending == "agreed"


def test_a_set_up_alone_has_no_turns() -> None:
    record = read(SMALL)
    record.truncate(5)
    analysis = worked_out(record)
    assert analysis.turns == ()
    assert [seat.before for seat in analysis.seats] == [ZERO] * 2
    assert from_json(to_json(analysis)) == analysis


def test_reports_more_about_the_best_turns_on_request() -> None:
    record = record_of(at_market(), "die yellow +0", "take 1", "end", 3)
    for top in (1, 5):
        (turn,) = worked_out(record, MORE, top=top).turns
        assert len(turn.plays[0].best) == top


def test_somebody_can_watch_the_turns_pass_by() -> None:
    seen: list[int] = []

    def watch(turns: Iterator[Turn]) -> Iterator[Turn]:
        for turn in turns:
            seen.append(turn.number)
            yield turn

    analyse(read(SMALL), budget=LITTLE, weights=tiny(), observe=watch)
    assert seen == [1, 2, 3]


@pytest.mark.installed
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_best_turn_is_no_mistake(players: int) -> None:
    """A game in which the analysis itself decides."""
    game = Game(players=players, seed=5)
    for _ in range(3 * players):
        turn = game.state.turn
        while game.state.turn == turn:
            for decision in hint(game.state, 3, LITTLE, tiny())[0].ids:
                game.play(decision)
    analysis = worked_out(game.record)
    assert len(analysis.turns) == 3 * players
    assert sum(play.mistake for turn in analysis.turns for play in turn.plays) == 0


@pytest.mark.long
@pytest.mark.installed
@pytest.mark.skipif(not LEARNED, reason="the package has no weights yet")
def test_a_good_game_has_fewer_mistakes_than_a_bad_one() -> None:
    """By the weights of the package; those of the other tests know nothing of the game."""

    def mistakes(bot: str) -> float:
        game = Game(players=2, seed=3)
        bots = [make(bot, 3, seat) for seat in range(2)]
        while game.state.turn < 20 and not game.is_over:
            game.play(bots[game.seat].choose(game.state))
        turns = analyse(game.record, budget=structs.replace(QUICK, rollouts=8)).turns
        return sum(play.mistake for turn in turns for play in turn.plays)

    assert mistakes("greedy") < mistakes("random")


@pytest.mark.installed
@pytest.mark.parametrize("name", [pytest.param(name, marks=marks(name)) for name in NAMES])
def test_a_conformance_game_is_analysed_and_valid(name: str) -> None:
    report = replay(FOLDER / f"{name}.rcg.gz", check=False)
    assert report.record is not None
    analysis = worked_out(report.record)
    text = to_json(analysis)
    assert from_json(text) == analysis
    assert len(analysis.turns) in (report.turns, report.turns - 1)
    decided = sum(len(play.ids) for turn in analysis.turns for play in turn.plays)
    assert decided == report.decisions
    if analysis.ending == "finished":
        won = [seat for seat, value in enumerate(analysis.turns[-1].after) if value.share > 0]
        assert won == winners(scores(report.record.walk().state))


@pytest.mark.parametrize("game", ["2p-basic-01", "solo-basic-01", "4p-advanced-01"])
def test_each_turn_can_be_analyzed_separately(game: str) -> None:
    """Another judge gives the same result, so another process can resume an analysis."""
    record = last_turns(read(text(game)), 7)
    whole = analyse(record, budget=LITTLE, weights=tiny())
    assert len(whole.turns) == len(turn_ends(record))
    for number, turn in enumerate(whole.turns):
        judge = judge_of(LITTLE, tiny())
        assert next(GameReview(record, judge, 3, NO_ERROR).turns(number)) == turn
    assert build_analysis(record, whole.turns, LITTLE, tiny()) == whole
    judge = judge_of(LITTLE, tiny())
    assert list(GameReview(record, judge, 3, NO_ERROR).turns(len(whole.turns))) == []


@pytest.mark.parametrize("game", ["2p-basic-01", "solo-basic-01", "options-09"])
def test_turns_are_counted_without_judging_them(game: str) -> None:
    """Wherever the record ends, in the middle of a roll too."""
    whole = last_turns(read(text(game)), 5)
    for length in range(len(whole.steps) + 1):
        record = replace(whole, steps=whole.steps[:length], ending=Ending.AGREED)
        judge = judge_of(BARELY, tiny())
        assert len(list(GameReview(record, judge, 1, NO_ERROR).turns())) == len(turn_ends(record))
