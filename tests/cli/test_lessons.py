"""The lessons at the terminal."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from redcathedral.cli.terminal import lessons
from redcathedral.cli.terminal.dialogue import Dialogue
from redcathedral.cli.terminal.screen import Quit
from redcathedral.cli.terminal.typed import Typed
from redcathedral.files import HOME_VARIABLE
from redcathedral.play.lessons import LESSONS, load_lesson
from redcathedral.text import Narrator, languages
from redcathedral.text.catalog import FOLDER_VARIABLE
from tests.cli.people import environment
from tests.cli.table import Script
from tests.cli.test_pseudo import bare
from tests.text import pseudo


def lesson_lines(lesson: str, words: Narrator, *, wrongly: bool) -> list[str]:
    """What is typed to play a lesson, after a wrong decision at each step where that is wanted."""
    typed = Typed(words)
    lines = [typed.word(lesson)]
    steps = load_lesson(lesson).steps
    for index in range(len(steps)):
        attempt = load_lesson(lesson).attempt(index)
        while not attempt.is_done:
            fitting = attempt.expected
            others = [each for each in attempt.game.legal_ids if each not in fitting]
            lines += [typed.decision(each) for each in others[:1] if wrongly]
            lines.append(typed.decision(fitting[0]))
            attempt.game.play(fitting[0])
        lines += [""] if index + 1 < len(steps) else []
    return lines


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_also_wrongly(lesson: str, home: Path) -> None:
    words = Narrator("en")
    script = Script(*lesson_lines(lesson, words, wrongly=True))
    lessons.run(Dialogue(script, words))
    assert script.lines == []
    steps = load_lesson(lesson).steps
    assert script.text.count(words.text("lesson.again")) >= len(steps)
    assert [*home.iterdir()] == [home / lessons.PROGRESS_FILE]


def test_no_word_of_it_is_english_elsewhere(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path_factory.mktemp("locales")
    pseudo.write(folder)
    monkeypatch.setenv(FOLDER_VARIABLE, str(folder))
    words = Narrator(pseudo.LANGUAGE, strict=True)
    script = Script(*lesson_lines("first", words, wrongly=True))
    lessons.run(Dialogue(script, words))
    said = [*script.said[:-1], *script.prompts]  # the last one names a command
    assert bare(said) == set()


@pytest.mark.parametrize("language", languages())
def test_help_offers_only_what_a_lesson_has(language: str) -> None:
    """In a later step too, without its answer."""
    words = Narrator(language)
    typed = Typed(words)
    lesson = load_lesson("first")
    first, second = (lesson.attempt(index).expected[0] for index in (0, 1))
    lines = [typed.word("first"), typed.decision(first), "", typed.word("help")]
    script = Script(*lines, typed.word("quit"))
    with pytest.raises(Quit):
        lessons.run(Dialogue(script, words))
    output = script.said[-1]
    for word in ("hint", "back", "look", "rules", "quit"):
        assert typed.word(word) in output
    for word in lessons.DISABLED_COMMANDS:
        assert typed.word(word) not in output.split()
    assert typed.decision(second) not in output


def test_help_the_way_back_and_what_is_not_there() -> None:
    words = Narrator("en")
    lines = [*("", "hint", "", "save x", "undo", "claim 3.1 beside", ""), "back", "look", "back"]
    script = Script(*lines, "quit")
    with pytest.raises(Quit):
        lessons.run(Dialogue(script, words))
    output = script.text
    assert words.text("lesson.not-here") in output
    assert words.text("undo.nothing") in output
    first = [line for line in script.said if line.startswith("Step 1 of 16")]
    assert len(first) == 3


def test_a_lesson_resumes_at_the_last_step(home: Path) -> None:
    words = Narrator("en")
    begun = Script("first", "claim 3.1 beside", "quit")
    with pytest.raises(Quit):
        lessons.run(Dialogue(begun, words))
    again = Script("first", "yes", "quit")
    with pytest.raises(Quit):
        lessons.run(Dialogue(again, words))
    assert "Step 2 of 16" in again.text
    (home / lessons.PROGRESS_FILE).write_text("{", encoding="utf-8")
    broken = Script("first", "quit")
    with pytest.raises(Quit):
        lessons.run(Dialogue(broken, words))
    assert "Step 1 of 16" in broken.text


def test_the_program(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "redcathedral", "terminal", "--learn", "--language", "pl"],
        input="\nwyjdź\n",
        capture_output=True,
        check=True,
        encoding="utf-8",
        env=environment(tmp_path),
    )
    assert "Krok 1 z 16" in done.stdout
    assert done.stderr == ""
