"""Headers: options, seats, and errors."""

from __future__ import annotations

from typing import Any

import pytest

from redcathedral.box.options import Options
from redcathedral.box.problem import ParseError
from redcathedral.record.header import Header, HeaderError, HeaderReader, Seat, with_option
from tests.record.games import COMPONENTS

RED, BLUE, GREEN, YELLOW = range(4)
TWO = (Seat(RED, "Ana"), Seat(BLUE))


def read(*lines: str) -> Header:
    reader = HeaderReader()
    for line in lines:
        reader.feed(line.split(), line)
    return reader.header()


EDITION = "edition reconstructed-2020"


def test_a_header_is_written_as_it_is_read() -> None:
    lines = [
        "redcathedral-record 1",
        "edition mine sha256:00ff",
        "option workshop_side advanced",
        "option workshop_side.blue basic",
        "option first_game true",
        "option prestige_for_rubles one_moment",
        "option limited_rubles true",
        "option ivan_recognition_tile once",
        "seat red Ana  the first",
        "seat blue",
        "event club evening",
    ]
    header = read(*lines[1:])
    assert header.lines() == lines
    assert header.options.side(RED) == "advanced"
    assert header.options.side(BLUE) == "basic"
    setting = header.setting(COMPONENTS)
    assert list(setting.advanced) == [1, 0]
    assert list(setting.colours) == [RED, BLUE]
    assert setting.first_game
    assert setting.one_moment
    assert setting.limited_rubles
    assert setting.ivan_once
    assert not setting.solo


def test_a_seat_names_its_bot() -> None:
    assert Seat(RED, "bot:greedy").bot == "greedy"
    assert Seat(RED, "Ana").bot is None


def test_defaults_are_not_written() -> None:
    header = read(
        "RULES 1",
        EDITION,
        "option Workshop_Side BASIC",
        "option workshop_side.RED basic",
        "seat RED",
        "seat yellow a\tb",
    )
    assert header.lines()[1:] == [EDITION, "seat red", "seat yellow a b"]


def test_a_solo_header() -> None:
    header = read(EDITION, "option workshop_side advanced", "seat green Ana", "ivan blue")
    assert header.colours == [GREEN, BLUE]
    assert header.lines()[-2:] == ["seat green Ana", "ivan blue"]
    setting = header.setting(COMPONENTS)
    assert setting.solo
    assert list(setting.advanced) == [1, 0]


@pytest.mark.parametrize(
    ("lines", "reason", "fix"),
    [
        (["seat red", "seat blue"], "the header has no `edition` line", "reconstructed-2020"),
        ([EDITION, EDITION], "a second `edition` line", "keep one"),
        (["edition a b c"], "an edition has an id and at most a hash", "hash"),
        (["edition"], "an edition has an id and at most a hash", "id"),
        (["rules 2"], "the rulings known here are version 1", "rules 1"),
        (["rules 1", "rules 1"], "a second `rules` line", "keep one"),
        (["option limited_rubles"], "an option has a name and a value, not 1 words", "write"),
        (["option rubles true"], "`rubles` is not an option", "limited_rubles"),
        (["option first_game yes"], "`yes` is not a value of first_game", "false, true"),
        (["option first_game.red true"], "`first_game.red` is not an option", "workshop_side.blue"),
        (["option workshop_side.pink basic"], "`workshop_side.pink` is not an option", "seat"),
        (["option first_game true", "option First_Game true"], "repeated", "keep one"),
        (["seat purple"], "`purple` is not a color", "red, blue, green, yellow"),
        (["seat"], "`` is not a color", "red"),
        (["seat rde"], "`rde` is not a color", "did you mean red?"),
        (["seat red", "seat red"], "red is taken twice", "own color"),
        (["seat red", "ivan red"], "red is taken twice", "own color"),
        (["ivan red", "seat blue"], "a seat after Ivan's", "last"),
        (["ivan red", "ivan blue"], "not one color for Ivan", "ivan blue"),
        (["ivan red blue"], "not one color for Ivan", "ivan blue"),
        ([EDITION, "seat red"], "a game cannot have 1 seat", "2 to 4"),
        ([EDITION, "seat red", "seat blue", "ivan green"], "here are 2 and Ivan's", "keep one"),
        ([EDITION, "seat red", "seat blue", "option workshop_side.green basic"], "nobody", "seat"),
        ([EDITION, "seat red", "ivan blue", "option workshop_side.blue basic"], "Ivan has no", ""),
        ([EDITION, "seat red \x1b[0m", "seat blue"], "cannot stand in a header", "printable"),
    ],
)
def test_rejects_invalid_headers(lines: list[str], reason: str, fix: str) -> None:
    with pytest.raises(ParseError) as caught:
        read(*lines)
    assert reason in caught.value.reason
    assert fix in caught.value.fix


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ({"seats": (Seat(RED), Seat(RED))}, "red is taken twice"),
        ({"seats": TWO, "edition": "two words"}, "is not an edition"),
        ({"seats": TWO, "edition": ""}, "is not an edition"),
        ({"seats": TWO, "edition_hash": "#x"}, "is not an edition"),
        ({"seats": (Seat(RED, "one\ntwo"), Seat(BLUE))}, "cannot stand in a header"),
        ({"seats": (Seat(RED, "Ana #1"), Seat(BLUE))}, "cannot stand in a header"),
        ({"seats": (Seat(RED, " Ana"), Seat(BLUE))}, "cannot stand in a header"),
        ({"seats": TWO, "extra": ("event a\nturn red",)}, "cannot stand in a header"),
    ],
)
def test_rejects_texts_that_a_file_cannot_contain(header: dict[str, object], reason: str) -> None:
    with pytest.raises(HeaderError, match=reason):
        Header(**{"edition": "mine", **header})  # type: ignore[arg-type]


def test_a_hash_in_a_text_is_no_comment() -> None:
    assert Header("mine", (Seat(RED, "C#"), Seat(BLUE))).lines()[2] == "seat red C#"


def test_options_keep_other_values() -> None:
    options = with_option(Options(), "limited_rubles", "true")
    options = with_option(options, "workshop_side.red", "advanced")
    assert options == Options(limited_rubles=True, sides={"red": "advanced"})


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        (
            {"prestige_for_rubles": "never"},
            "'never' is not a value of prestige_for_rubles; take one",
        ),
        ({"ivan_recognition_tile": "twice"}, "'twice' is not a value of ivan_recognition_tile"),
        ({"first_game": 1}, "1 is not a value of first_game; take one of: false, true"),
        ({"first_game": "yes"}, "'yes' is not a value of first_game; take one of: false, true"),
        ({"workshop_side": "left"}, "'left' is not a value of workshop_side"),
        ({"sides": {"red": "left"}}, "'left' is not a value of workshop_side"),
        ({"sides": {"pink": "basic"}}, "'pink' is not a color; take one of: red, blue"),
    ],
)
def test_options_have_no_value_that_a_record_could_not_hold(
    values: dict[str, Any], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        Options(**values)
