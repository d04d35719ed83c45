"""Records that are rejected: the place, the reason and the fix."""

from __future__ import annotations

import pickle

import pytest

from redcathedral.box.quoting import quote
from redcathedral.record import Disagreement, RecordError, UnreadableRecord, replay
from tests.record.games import HEAD as HEAD_LINES
from tests.record.games import SETUP, SMALL, SOLO, agreed, finished, problem, text, with_line


def check(whole: str, kind: type[RecordError], line: int, reason: str, fix: str) -> RecordError:
    found = problem(whole)
    assert type(found) is kind, found
    assert (found.line, reason in found.reason, fix in found.fix) == (line, True, True), found
    assert str(found).startswith(f"<text>:{line}: " if line else "<text>: ")
    return found


@pytest.mark.parametrize(
    ("whole", "line", "reason", "fix"),
    [
        ("", 0, "the file is empty", "redcathedral-record 1"),
        ("# only a comment\n", 1, "the file is empty", "redcathedral-record 1"),
        ("GIF89a\n", 1, "this is not a game record", "redcathedral-record 1"),
        ("redcathedral-record 2\n", 1, "this version of the record is not known", "version 1"),
        ("redcathedral-record\n", 1, "this version of the record is not known", "version 1"),
        ("redcathedral-record 1\n", 1, "the header has no `edition` line", "edition"),
        (HEAD_LINES, 5, "the set-up has no `plan` line", "before the first `turn`"),
        (HEAD_LINES + "take 3\n", 6, "the game has no set-up yet", "`start` line"),
        (HEAD_LINES + "legal 3\n", 6, "the game has no set-up yet", "`start` line"),
        (HEAD_LINES + "turn green\n", 6, "the set-up has no `plan` line", "turn"),
        (with_line(SMALL, "seat green Ana"), 5, "a game cannot have 1 seat", "2 to 4"),
        (SMALL.replace("-2020", "-2019"), 2, "the edition `reconstructed-2019`", "--edition FILE"),
        (with_line(SMALL, "seat green Ana", "seat grene"), 4, "`grene`", "did you mean green?"),
        # the set-up
        (with_line(SMALL, "plan 3-2-4-3"), 17, "the set-up has no `plan` line", "add it"),
        (with_line(SMALL, "plan 3-2-4-3", "plan"), 6, "not a plan for 2 players", "3-2-4-3"),
        (with_line(SMALL, "plan 3-2-4-3", "plan 3-4-4-4-3"), 6, "not a plan for 2", "3-2-4-3"),
        (with_line(SMALL, "plan 3-2-4-3", "plan 2-4-4-2"), 7, "3 ids for a tower of 2", "plan"),
        (with_line(SMALL, "cards 2 b6 d3"), 17, "no `cards 2` line", "add it"),
        (with_line(SMALL, "cards 2 b6 d3", "cards b6 d3"), 8, "which tower", "base up"),
        (with_line(SMALL, "cards 2 b6 d3", "cards"), 8, "which tower", "base up"),
        (with_line(SMALL, "cards 2 b6 d3", "cards 1 b6 d3"), 8, "line 7 has this already", ""),
        (with_line(SMALL, "cards 2 b6 d3", "cards 2 b6 d33"), 8, "`d33` is unknown", "d3?"),
        (with_line(SMALL, "cards 2 b6 d3", "cards 2"), 8, "0 ids for a tower of 2 cards", "one"),
        (SMALL.replace("tiles 1", "tiles 5 wood\ntiles 1"), 11, "the plan has 4 towers only", ""),
        (SMALL.replace(" brick recognition\ninf", "\ninf"), 15, "6 ids", "write 8"),
        (SMALL.replace("M1 T1 C1 K1", "M1 T1 C1"), 16, "3 ids", "write 4"),
        (SMALL.replace("white=3@4", ""), 17, "not each die once", "white"),
        (SMALL.replace("white=3@4", "red=3@4"), 17, "not each die once", "white"),
        (SMALL.replace("white=3@4", "white=7@4"), 17, "`white=7@4` is not a die", "DIE=FACE@SPACE"),
        (SMALL.replace("white=3@4", "brown=3@4"), 17, "`brown=3@4` is not a die", "DIE=FACE@SPACE"),
        (SMALL.replace("white=3@4", "white=3@5"), 17, "recognition tile", "8, 1, 2, 3, 4"),
        (SMALL.replace("turn green\nc", "ivan-start 1.1\nturn green\nc"), 18, "Ivan plays", "ivan"),
        (
            SMALL.replace("turn green\nc", "tunr green\nc"),
            18,
            "`tunr` is not a set-up line",
            "one of",
        ),
        (HEAD_LINES + SETUP + "dise 1\n", 18, "`dise` is not a set-up line", "did you mean dice?"),
        (
            with_line(SOLO, "ivan-cards claim inventory recognition build transport"),
            20,
            "`ivan",
            "",
        ),
        (SOLO.replace(" build transport", " build"), 18, "4 ids", "write 5"),
        # a position in place of the set-up
        (HEAD_LINES + "start\n", 6, "$: this is not JSON", "one line"),
        (HEAD_LINES + "start {}\n", 6, "$: the key dice is missing", "all of"),
        (HEAD_LINES + "plan 3-2-4-3\nstart {}\n", 7, "after set-up lines", "one of the two"),
        # the play
        (SMALL + "delver W 2.1\n", 31, "no line begins with `delver`", "did you mean deliver?"),
        (SMALL + "turn\n", 31, "0 words", "name one color"),
        (SMALL + "turn red\n", 31, "`red` is not a seat of this game", "green, yellow"),
        (SMALL + "legal\n", 31, "no number of legal decisions", "legal 17"),
        (SMALL + "legal 9999999\n", 31, "no number of legal decisions", "legal 17"),
        (SMALL + "state {\n", 31, "this is not JSON", "one line"),
        (SMALL + "roll mauve\n", 31, "`mauve` is not a die and face", "white=3"),
        (SMALL + "roll mauve=3\n", 31, "`mauve` is not a die", "white"),
        (SMALL + "roll red=3 red=4\n", 31, "the red die is named twice", "once"),
        (SMALL + "ivan-tiles wod\n", 31, "`wod` is unknown", "did you mean wood?"),
        (SMALL + "stopped\n", 31, "this end is unknown", "stopped cap"),
        (SMALL + "agreed by all\n", 31, "more than one word", "agreed"),
        (SMALL + "score green\n", 31, "no score", "track=0 goods=0"),
        (SMALL + "score\n", 31, "0 words", "name one color"),
        (
            SMALL + "score green track=1 track=2 goods=0 towers=0 cards=0 ornaments=0\n",
            31,
            "a number twice",
            "once",
        ),
        (SMALL + "result\n", 31, "0 words", "name 1 to 2 colors"),
        (SMALL + "seat red\n", 31, "`seat` belongs to the header", "before the first"),
        (SMALL + "start {}\n", 31, "no line begins with `start`", "did you mean sta"),
        ("redcathedral-record 1\n" + "x" * 70000, 2, "a line of 70000 characters", "one game"),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) and "\n" not in value else "",
)
def test_rejects_unreadable_lines(whole: str, line: int, reason: str, fix: str) -> None:
    check(whole, UnreadableRecord, line, reason, fix)


@pytest.mark.parametrize(
    ("whole", "line", "reason", "fix"),
    [
        (SMALL.replace("cards 2 b6", "cards 2 b7"), 8, "b7 is not possible here", ""),
        (SMALL.replace("cards 2 b6", "cards 2 m1"), 8, "m1 is not possible here", ""),
        (SMALL.replace("tiles 4 stone", "tiles 4 wood*"), 14, "wood* is not possible here", ""),
        (
            SMALL.replace("s gold purple", "s purple-gem purple"),
            15,
            "purple-gem is not possible",
            "",
        ),
        (SMALL.replace("M1 T1 C1 K1", "M1 M2 C1 K1"), 16, "M2 is not possible here", ""),
        (SMALL.replace("M1 T1 C1 K1", "M1 T2 C1 K1"), 16, "T2 is not possible here", ""),
        (
            SOLO.replace("-cards claim inventory", "-cards claim claim"),
            18,
            "claim is not possible",
            "",
        ),
        (with_line(SOLO, "ivan-start 2.1", "ivan-start 1.1"), 20, "2.1 (R8.3)", "ivan-start 2.1"),
        # turns
        (with_line(SMALL, "turn green", "turn yellow"), 18, "green is to move", "R3.1"),
        (SMALL.replace("turn green\nc", "c"), 18, "a new turn has begun", "`turn green`"),
        (SMALL.replace("turn yellow\n", ""), 22, "a new turn has begun", "`turn yellow`"),
        (
            SMALL.replace("4.1\nend", "4.1\nturn yellow\nend"),
            30,
            "the turn of green continues",
            "end",
        ),
        (SMALL.replace("roll green=5 yellow=3\n", ""), 27, "chance outcome is due", "roll green=?"),
        (
            SMALL.replace("roll green", "turn yellow\nroll green"),
            27,
            "chance outcome is due",
            "roll",
        ),
        # decisions
        (SMALL.replace("take 2", "take 12"), 24, "this is not legal here", "legal decisions"),
        (SMALL.replace("roll green=5 yellow=3", "end"), 27, "chance outcome is due", "yellow=?"),
        (SMALL.replace("take 2", "roll green=5 yellow=3"), 24, "no chance outcome is due", ""),
        (SMALL.replace("roll green=5 y", "roll y"), 27, "other dice must be rolled", "green=?"),
        (SMALL.replace("roll green=5 yellow=3", "roll"), 27, "other dice", "green=? yellow=?"),
        (
            SMALL.replace("roll green=5 yellow=3", "ivan-tiles wood"),
            27,
            "no tiles must be dealt",
            "roll green=? yellow=?",
        ),
        (SOLO.replace("ivan claim 4.1", "ivan claim 4.2"), 29, "not legal here", "legal"),
        # the end
        (SMALL + "agreed\nend\n", 32, "the game ended on line 31", "remove"),
        (SMALL + "agreed\nturn yellow\n", 32, "the game ended on line 31", "remove"),
        (SMALL + "agreed\nstopped cap\n", 32, "the game ended on line 31", "keep one"),
        (SMALL + "stopped cap\nresult green\n", 32, "the game is not over here", "agreed"),
        (SMALL + "result green\n", 31, "the game is not over here", "agreed"),
        (SMALL + "agreed\n", 31, "its result is missing", "score green track=0"),
        (agreed(SMALL) + "result green\n", 35, "the record already has a result", "agreed"),
        (finished() + "turn green\n", 0, "the game is over", "can follow"),
        (finished() + "stopped cap\n", 0, "the game is over by itself", "remove"),
        (finished() + finished().splitlines()[-1], 0, "the record already has a result", ""),
        (finished().rsplit("result", 1)[0], 0, "its result is missing", "result yellow"),
        (
            finished().replace("\nscore yellow", "\nscore green", 1),
            0,
            "green already has a score",
            "",
        ),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) and "\n" not in value else "",
)
def test_reports_lines_that_contradict_the_rules(
    whole: str, line: int, reason: str, fix: str
) -> None:
    if not line:
        line = replay(whole).problems[0].line
        assert line > 600
    check(whole, Disagreement, line, reason, fix)


def test_an_illegal_decision_names_what_was_legal() -> None:
    found = problem(SMALL.replace("take 2", "take 12"))
    assert found.legal == ("end", "influence 1", "influence 2", "take 1", "take 2")
    assert "legal there (5): end, influence 1, influence 2, take 1, take 2" in str(found)


def test_a_misspelt_decision_lists_the_legal_ones() -> None:
    assert "take 2" in problem(SMALL.replace("take 2", "tak 2")).legal


def test_ivans_tiles_are_dealt_once_each() -> None:
    whole = text("solo-basic-01")
    line = next(line for line in whole.split("turn", 1)[1].splitlines() if "ivan-tiles" in line)
    words = line.split()
    found = replay(whole.replace(f"\n{line}\n", f"\n{' '.join([*words[:5], words[1]])}\n"))
    assert "not each of Ivan's tiles once" in found.problems[0].reason
    assert "die-red*" in found.problems[0].fix


@pytest.mark.parametrize(
    "whole", [SMALL + "deliver W 2.", SMALL + "  \r\nstat", SMALL[:300]], ids=range(3)
)
def test_error_says_that_a_file_is_cut_off(whole: str) -> None:
    found = problem(whole)
    assert found.fix.endswith("(the file may be cut off: its last line has no end)")
    assert found.line == len(whole.replace("\r\n", "\n").split("\n"))


def test_an_error_survives_pickling() -> None:
    for whole in (SMALL.replace("take 2", "take 12"), "x"):
        found = problem(whole)
        again = pickle.loads(pickle.dumps(found))
        assert (type(again), str(again)) == (type(found), str(found))


def test_a_long_text_is_quoted_in_part() -> None:
    assert quote("x" * 61) == "`" + "x" * 60 + "...`"
    assert quote("a\tb\u2028") == r"`a\tb\u2028`"
