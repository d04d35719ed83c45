"""What the seats are called: no two at a table alike, in any language."""

from __future__ import annotations

from itertools import product

import pytest

from redcathedral.box.characters import comparison_key
from redcathedral.record.person_name import NameFault, PersonNameError, person_name
from redcathedral.text import Narrator
from redcathedral.text.catalog import languages, load_texts
from redcathedral.text.names import TablePlayer, given_names, name_problem, seat_names
from tests.record.people import BAD

every_language = pytest.mark.parametrize("language", languages())


def called(language: str, *sitters: TablePlayer) -> list[str]:
    words = Narrator(language, strict=True)
    return [words.say(name) for name in seat_names(sitters)]


@every_language
def test_no_two_at_a_table_are_called_alike(language: str) -> None:
    """Whatever people are called: like each other, a color, a bot, Ivan, any of them with more."""
    words = Narrator(language)
    red, blue, green = (words.text(f"player.{colour}") for colour in ("red", "blue", "green"))
    bot, ivan = words.bot("apprentice"), words.text("player.ivan")
    names = ["", red, blue, green, bot, f"{bot} 2", ivan, "Ana", "ana\u3164", f"Ana ({red})"]
    names += [f"Ana ({blue})", f"{red} ({red})", f"{red} ({blue})", f"{bot} 1 ({blue})", "\u2800"]
    third = (
        TablePlayer("green", "Ana"),
        TablePlayer("green", f"Ana ({red}) ({blue})"),
        TablePlayer("green", bot="apprentice"),
        TablePlayer("green", is_ivan=True),
    )
    for first, second, other in product(names, names, third):
        sitters = [TablePlayer("red", first), TablePlayer("blue", second), other]
        for fourth in ([], [TablePlayer("yellow", bot="apprentice:x=1")]):
            said = called(language, *sitters, *fourth)
            assert len(set(map(comparison_key, said))) == len(said), said


@every_language
def test_a_name_that_is_another_word_of_the_table_has_its_color(language: str) -> None:
    words = Narrator(language)
    red, blue, yellow = (words.text(f"player.{colour}") for colour in ("red", "blue", "yellow"))
    bot, ivan = words.bot("apprentice"), words.text("player.ivan")
    for name in (yellow, yellow.upper(), bot, words.bot("random"), ivan, f"{ivan}\u034f"):
        assert called(language, TablePlayer("red", name), TablePlayer("blue")) == [
            f"{name} ({red})",
            blue,
        ]
    assert called(language, TablePlayer("red", red), TablePlayer("blue")) == [red, blue]
    assert called(language, TablePlayer("red"), TablePlayer("blue", red)) == [
        red,
        f"{red} ({blue})",
    ]
    assert called(language, TablePlayer("red", bot), TablePlayer("blue", bot="apprentice")) == [
        f"{bot} ({red})",
        f"{bot} ({blue})",
    ]


def test_names_of_which_one_says_the_color_of_the_other() -> None:
    ana, boris = TablePlayer("red", "Ana"), TablePlayer("blue", "Ana (Red)")
    assert called("en", ana, boris) == ["Ana", "Ana (Red) (Blue)"]
    assert called("de", ana, boris) == ["Ana", "Ana (Red)"]
    assert called("en", ana, TablePlayer("blue", "Boris")) == ["Ana", "Boris"]


def test_a_name_in_which_nothing_shows_is_none() -> None:
    assert called("en", TablePlayer("red", "\u3164"), TablePlayer("blue", "\u0301")) == [
        "Red",
        "Blue",
    ]


def test_bots_of_one_kind_have_the_same_numbers_behind_their_color() -> None:
    sitters = [
        TablePlayer("red", bot="master:nodes=7"),
        TablePlayer("green", "Ana"),
        TablePlayer("blue", bot="master"),
        TablePlayer("yellow"),
    ]
    assert called("en", *sitters) == ["Master 1", "Ana", "Master 2", "Yellow"]
    words = Narrator()
    given = [words.say(name) for name in given_names(sitters)]
    assert given == ["Master 1", "Ana", "Master 2", ""]


@every_language
def test_what_is_wrong_with_a_name_is_said(language: str) -> None:
    words = Narrator(language, strict=True)
    said: dict[NameFault, str] = {}
    for typed, _, at, character in BAD:
        with pytest.raises(PersonNameError) as refused:
            person_name(typed)
        error = refused.value
        reason, fix = name_problem(words, error)
        assert character.removeprefix("# ") in reason or error.fault == "comment"
        assert str(at) in reason or error.fault in ("invisible", "bot")
        said[error.fault] = reason + fix
    assert len(set(said.values())) == 6
    node = load_texts(language)["problem.bad-name"]
    assert not isinstance(node, str)
    assert set(node) == {*said, "by", "other"}
