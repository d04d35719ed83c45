"""Names of people: real names are accepted, unreadable names are not."""

from __future__ import annotations

import pytest

from redcathedral.box.characters import comparison_key, remove_excess_marks
from redcathedral.box.quoting import MAX_LENGTH, printable, quote, shorten
from redcathedral.record import read
from redcathedral.record.header import Header, HeaderError, Seat
from redcathedral.record.person_name import PersonNameError, person_name
from tests.record.games import SOLO
from tests.record.people import BAD, BLANKS, REAL

JOINER = "\u200d"


@pytest.mark.parametrize("name", [name for _, name in REAL], ids=[kind for kind, _ in REAL])
def test_a_name_that_people_have_is_kept_in_a_record(name: str) -> None:
    assert person_name(name) == name
    record = read(SOLO.replace("Ana", name))
    assert record.header.seats[0].text == name
    assert f"seat red {name}\n" in record.text()
    assert printable(name) == name


@pytest.mark.parametrize(("typed", "name"), BLANKS)
def test_blanks_become_spaces(typed: str, name: str) -> None:
    assert person_name(typed) == name


@pytest.mark.parametrize(("typed", "fault", "at", "character"), BAD)
def test_a_bad_name_is_refused_for_a_character(
    typed: str, fault: str, at: int, character: str
) -> None:
    with pytest.raises(PersonNameError) as refused:
        person_name(typed)
    error = refused.value
    assert (error.fault, error.at, error.character) == (fault, at, character)


@pytest.mark.parametrize(
    "name", ["\u3164", "\u0301", "\ufffc", "x" * 60, "Ana\u00a0B", "o" + "\u0301" * 9]
)
def test_a_record_of_an_earlier_version_keeps_its_names(name: str) -> None:
    assert read(SOLO.replace("Ana", name)).header.seats[0].text == name


@pytest.mark.parametrize(
    "text", ["\u202eAna", "Ana\u200b", "Ana" + JOINER, "a\tb", "a\x07", "A #1"]
)
def test_a_header_has_no_name_that_cannot_be_read(text: str) -> None:
    with pytest.raises(HeaderError, match="cannot stand in a header"):
        Header("x", (Seat(0, text), Seat(1)))


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ana Maria", "ana  MARIA"),
        ("Ana", "\uff21\uff4e\uff41"),
        ("Ana", "Ana\u034f"),
        ("Ana", "A" + JOINER + "na\ufe0f"),
        ("Ana", "Ana\u2800"),
        ("Ana B", "Ana\u3000B"),
        ("Aná", "Ana\u0301"),
        ("Groß", "GROSS"),
        ("Σάς", "ΣΆΣ"),
        ("ﬁona", "FIONA"),
    ],
)
def test_names_that_look_alike_are_compared_as_one(name: str, other: str) -> None:
    assert comparison_key(name) == comparison_key(other)


@pytest.mark.parametrize(("name", "other"), [("Ana", "Aná"), ("Ana B", "AnaB"), ("Ana", "Anna")])
def test_names_that_look_different_are_compared_as_two(name: str, other: str) -> None:
    assert comparison_key(name) != comparison_key(other)


def test_removes_excess_marks() -> None:
    assert remove_excess_marks("a" + "\u0335" * 9 + "b", 2) == "a\u0335\u0335b"


def test_a_quoted_text_hides_nothing() -> None:
    assert quote("a\u00a0b\u202f" + JOINER) == "`a\\xa0b\\u202f\\u200d`"
    assert printable("a\u00a0b\u202fc\u3000\u200b\x1b") == "a\u00a0b\u202fc\\u3000\\u200b\\x1b"


def test_a_long_text_is_cut() -> None:
    assert shorten("é" * MAX_LENGTH) == "é" * MAX_LENGTH
    assert shorten("é" * MAX_LENGTH + "\x1b") == "é" * MAX_LENGTH + "..."
    assert shorten("a\x1b") == "a\\x1b"
