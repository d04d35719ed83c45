"""Records that can be read but contradict the rules, and editions that differ."""

from __future__ import annotations

import json
from dataclasses import replace as changed
from pathlib import Path

import pytest

from redcathedral.play.game import Game
from redcathedral.record import Disagreement, UnreadableRecord, read, replay
from redcathedral.record.play_reader import OLDER_VERSION
from redcathedral.record.report import MAX_DISAGREEMENTS
from tests.record.games import (
    COMPONENTS,
    SMALL,
    SOLO,
    finished,
    first_turns,
    states,
    text,
    with_line,
)


def test_state_and_legal_lines_are_checked() -> None:
    whole = first_turns("2p-basic-01", 9)
    spoilt = whole.replace('"score":2', '"score":3', 1).replace("\nlegal 1\n", "\nlegal 2\n", 1)
    report = replay(spoilt)
    assert report.is_complete
    first, second = report.problems
    assert first.paths == (("$.seats[0].score", "3", "2"),)
    assert first.reason == "the position is different"
    assert "$.seats[0].score: in the file 3, here 2" in str(first)
    assert second.reason == "1 decisions are legal here"
    assert second.legal == ("end",)
    assert replay(spoilt, check=False).problems == []
    both = [first.line, second.line]
    assert replay(spoilt, excepted=both).problems == []
    assert [found.line for found in replay(spoilt, excepted=both).excepted] == both
    with pytest.raises(Disagreement, match="the position is different"):
        read(spoilt)


def test_every_difference_is_named() -> None:
    whole = text("3p-advanced-03")
    state = states("3p-advanced-03")[0]
    other = state.replace('"supply":{"B":20,', '"supply":{"X":1,').replace('"beside"', '"besides"')
    other = other.replace('"final_round":false', '"final_round":0').replace('"C1",', "", 1)
    report = replay(whole.replace(state, other, 1))
    found = {difference.path: difference[1:] for difference in report.problems[0].paths}
    assert found["$.supply.X"] == ("1", "nothing")
    assert found["$.supply.B"] == ("nothing", "20")
    assert found["$.final_round"] == ("0", "false")
    assert "$.influence" in found


def test_places_of_state_and_legal_lines() -> None:
    state = states("2p-basic-01")[0]
    first, second = (
        replay(SMALL + f"state {state}\nlegal 3\n").problems,
        replay(SMALL.replace("roll", "legal 3\nroll")).problems,
    )
    assert [found.reason for found in first] == ["no turn begins here", "no decision is due here"]
    assert [found.legal for found in first] == [(), ("turn yellow",)]
    assert [found.legal for found in second] == [("roll green=? yellow=?",)]
    assert replay(SMALL + f"state {state}\nlegal 3\n", check=False).problems == []


def test_rejects_repeated_state_and_legal_lines() -> None:
    whole = finished()
    line = next(line for line in whole.splitlines() if line.startswith("state "))
    (found,) = replay(with_line(whole, line, f"{line}\n{line}")).problems
    assert found.reason == "no turn begins here"
    for check in (True, False):
        twice = whole.replace("\nlegal 1\n", "\nlegal 1\nlegal 1\n", 1)
        (found,) = replay(twice, check=check).problems
        assert found.reason == "this decision already has a `legal` line"
        assert found.fix.startswith("keep one line")


def test_results_are_always_compared() -> None:
    whole = finished()
    spoilt = whole.replace("score green track=4", "score green track=5")
    spoilt = spoilt.replace("result yellow", "result green yellow")
    reasons = [found.reason for found in replay(spoilt, check=False).problems]
    assert reasons == ["the score is different", "the result is different"]
    line = next(line for line in whole.splitlines() if line.startswith("score green"))
    (found,) = replay(with_line(whole, line)).problems
    assert found.reason == "1 scores for 2 seats"
    (found,) = replay(whole.rsplit("result", 1)[0]).problems
    assert found.reason == "the game is over, but its result is missing"


def test_an_excepted_line_that_cannot_be_played_ends_the_replay() -> None:
    spoilt = SMALL.replace("take 2", "take 12")
    report = replay(spoilt, excepted=[24])
    assert report.problems == []
    assert [found.line for found in report.excepted] == [24]
    assert not report.is_complete
    assert report.decisions == 4


def test_replay_stops_after_too_many_disagreements() -> None:
    state = f"state {states('2p-basic-01')[0]}\n"
    report = replay(SMALL + state * 2 * MAX_DISAGREEMENTS)
    assert len(report.problems) == MAX_DISAGREEMENTS
    assert not report.is_complete


# --- R8.3: Ivan's first claim pays him; programs before this ruling did not count it

OPEN = text("options-08")
PAYS = SOLO.replace("tiles 2 stone ruble", "tiles 2 recognition ruble").replace(
    "tiles 1 brick recognition", "tiles 1 brick stone"
)


def older(whole: str, short: int = 1) -> str:
    """Return the record as a program before the ruling would have written it."""
    lines = []
    for line in whole.splitlines():
        if line.startswith("state "):
            state = json.loads(line.removeprefix("state "))
            state["seats"][1]["score"] -= short
            line = "state " + json.dumps(state, sort_keys=True, separators=(",", ":"))
        lines.append(line)
    return "\n".join(lines) + "\n"


def test_a_game_saved_before_the_ruling_opens_with_a_warning() -> None:
    report = replay(PAYS)
    assert report.problems == []
    (word,) = report.warnings
    assert "Ivan's first claim takes a workshop tile with recognition, which is his (R8.3)" in word
    assert report.record is not None
    start = report.record.walk(report.record.steps_to(0)).state
    assert start.score(1) == 3
    assert replay(SOLO).warnings == []  # another tile lies there


def test_no_warning_if_states_follow_the_ruling() -> None:
    whole = read(PAYS).text(states=True)
    report = replay(whole)
    assert (report.problems, report.warnings) == ([], [])
    spoilt = whole.replace('"rubles":3', '"rubles":4', 1)
    (problem,) = replay(spoilt).problems
    assert problem.reason == "the position is different"


def test_error_names_the_ruling_if_only_a_state_differs() -> None:
    spoilt = older(read(PAYS).text(states=True))
    report = replay(spoilt)
    assert {problem.reason for problem in report.problems} == {OLDER_VERSION[0]}
    assert "(R8.3)" in str(report.problems[0])
    assert "leave its `state` lines out, and end it with the `score`" in str(report.problems[0])
    both = spoilt.replace('"rubles":3', '"rubles":4', 1)
    assert replay(both).problems[0].reason == "the position is different"
    for wrong in (2, -1, -40):  # he cannot have had more, nor less at the first turn
        found = replay(older(read(PAYS).text(states=True), wrong)).problems[0]
        assert found.reason == "the position is different"


def test_error_names_the_ruling_if_only_a_score_differs() -> None:
    game = Game(record=read(PAYS))
    game.end_by_agreement()
    whole = game.record.text()
    assert replay(whole).warnings == []
    own = next(line for line in whole.splitlines() if line.startswith("score green"))
    track = int(own.split("track=")[1].split()[0])
    total = int(own.split("total=")[1].split()[0])
    before = own.replace(f"track={track}", f"track={track - 1}")
    before = before.replace(f"total={total}", f"total={total - 1}")
    (problem,) = replay(whole.replace(own, before)).problems
    assert problem.reason == OLDER_VERSION[0]
    assert "it is: score green" in problem.fix
    result = whole.splitlines()[-1]
    other = "result red" if result == "result green" else "result green"
    both = whole.replace(own, before).replace(result, other)
    assert [problem.reason for problem in replay(both).problems] == [OLDER_VERSION[0]] * 2
    assert replay(both).problems[1].fix == f"it is: {result}"
    other = own.replace("cards=0", "cards=1")
    assert replay(whole.replace(own, other)).problems[0].reason == "the score is different"


def test_error_names_the_option_for_an_open_turn() -> None:
    """R3.5: without the option, a new turn has begun after the roll."""
    plain = read(OPEN).text()
    left = plain.replace("option final_roll leaves_open\n", "")
    assert left != plain
    with pytest.raises(Disagreement, match="`option final_roll leaves_open` into the header"):
        read(left)
    assert read(OPEN).header.options.final_roll == "leaves_open"


# --- editions


def test_warns_about_other_numbers_of_an_edition() -> None:
    edition = COMPONENTS.edition
    line = f"edition {edition.id}"
    assert replay(with_line(SMALL, line, f"{line} {edition.hash}")).warnings == []
    report = replay(with_line(SMALL, line, f"{line} sha256:00"))
    assert report.problems == []
    assert "<text>: made with other numbers of the edition" in report.warnings[0]


def test_extra_edition() -> None:
    edition = changed(COMPONENTS.edition, id="mine")
    whole = SMALL.replace("edition reconstructed-2020", "edition mine")
    assert read(whole, edition).components.edition == edition
    assert read(SMALL, edition).components.edition.id == "reconstructed-2020"
    with pytest.raises(UnreadableRecord, match="--edition FILE; in the package are: reconstr"):
        read(whole)


# --- files


def test_a_file_is_named_in_its_errors(tmp_path: Path) -> None:
    file = tmp_path / "a.rcg"
    file.write_text(SMALL.replace("take 2", "take 12"))
    with pytest.raises(Disagreement) as caught:
        read(file)
    assert str(caught.value).startswith(f"{file}:24: `take 12`: ")


def test_distinguishes_unreadable_from_disagreeing() -> None:
    wrong = replay(SMALL.replace("take 2", "take 12"))
    assert wrong.problems
    assert not wrong.is_unreadable
    assert replay(SMALL.replace("take 2", "take two")).is_unreadable
    assert not replay(SMALL).is_unreadable
