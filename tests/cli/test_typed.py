"""What is typed at the table, in another language than the notation's."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from redcathedral.cli.terminal import user_input
from redcathedral.cli.terminal.typed import Typed
from redcathedral.record.decision import DECISIONS
from redcathedral.record.notation import decision_text, read_decision
from redcathedral.text import AnyOf, Narrator

# As in Polish: the letter of brick is that of no brick, and two words begin alike.
SPOKEN = {
    "deliver": "dostarcz",
    "die": "kość",
    "white": {"by": "of", "die": "biała", "other": "biały"},
    "blue": {"by": "of", "die": "niebieska", "other": "niebieski"},
    "take": "weź",
    "undo": "cofnij",
    "end": "koniec",
    "W": "D",
    "B": "C",
    "S": "K",
    "G": "Z",
    "E": "S",
    "P": "F",
}
OPEN = [read_decision(text) for text in ("deliver W 2.1", "deliver S 2.1", "take 3", "end")]


@pytest.fixture
def typed(packaged: Path) -> Typed:
    spoken = {f"typed.{word}": said for word, said in SPOKEN.items()}
    (packaged / "pl.json").write_text(json.dumps(spoken), encoding="utf-8")
    return Typed(Narrator("pl"))


def test_a_decision_in_the_reader_s_words(typed: Typed) -> None:
    assert typed.decision(read_decision("deliver W 2.1")) == "dostarcz D 2.1"
    assert typed.decision(read_decision("die white +1")) == "kość biała +1"
    assert typed.decision(read_decision("discard WBE")) == "discard DCS"


def test_a_colour_agrees_with_what_it_is_said_of(typed: Typed) -> None:
    assert typed.decision(read_decision("die blue +0")) == "kość niebieska +0"
    assert typed.decision(read_decision("tile blue up")) == "tile niebieski up"
    assert typed.number("kość niebieska +0") == read_decision("die blue +0")
    assert typed.words(["blue"]) == ("niebieski",)


def test_every_decision_is_understood_as_it_is_shown(typed: Typed) -> None:
    for number in range(len(DECISIONS)):
        assert typed.number(typed.decision(number)) == number
    english = Typed(Narrator("en"))
    assert all(english.decision(n) == decision_text(n) for n in range(len(DECISIONS)))


def test_the_notation_is_understood_too(typed: Typed) -> None:
    """Where one means two things, the reader's language goes first: S is the emerald there."""
    assert typed.number("take 3") == read_decision("take 3")
    assert typed.number("dostarcz s 2.1") == read_decision("deliver E 2.1")
    assert typed.number("deliver s 2.1") == read_decision("deliver S 2.1")
    assert typed.number("no decision") is None


@pytest.mark.parametrize(
    ("text", "meant"),
    [("dost d", "deliver W 2.1"), ("d K 2.1", "deliver S 2.1"), ("weź", "take 3"), ("K", "end")],
)
def test_the_start_of_each_word_is_enough(typed: Typed, text: str, meant: str) -> None:
    assert user_input.decision(typed, text, OPEN, [], []) == read_decision(meant)


def test_what_is_not_possible_is_answered_in_the_same_words(typed: Typed) -> None:
    answer = user_input.decision(typed, "kość biała +0", OPEN, [], ["undo"])
    assert isinstance(answer, user_input.Unclear)
    assert answer.id == "answer.not-now"
    assert answer.values["kinds"] == AnyOf(("dostarcz", "weź", "koniec"))
    near = user_input.decision(typed, "cofnjj", OPEN, [], ["undo"])
    assert isinstance(near, user_input.Unclear)
    assert near.values["near"] == "cofnij"


def test_commands_and_answers(typed: Typed) -> None:
    assert typed.command("Cofnij", ["undo", "log"]) == "undo"
    assert typed.command("undo", ["undo", "log"]) == "undo"
    assert typed.command("cof", ["undo", "log"]) == "cof"
    assert typed.matching("cof", ["undo", "log"]) == ["undo"]
    assert typed.is_word("LOG", "log")
    assert not typed.is_word("", "log")
