"""The lessons: each step can be done as its texts say, and what is not asked for has a reason."""

from __future__ import annotations

from fnmatch import fnmatchcase

import pytest

from redcathedral.play.lessons import LESSONS, Attempt, load_lesson
from redcathedral.play.lessons.first_events import RULE_OF_EVENT
from redcathedral.record.notation import decision_text
from redcathedral.text import catalog, languages
from redcathedral.text.catalog import LESSON_TEXTS
from redcathedral.text.rulebook import Rulebook
from redcathedral.text.translator import Translator

STEPS = [
    pytest.param(lesson, index, id=f"{lesson}-{step.name}")
    for lesson in LESSONS
    for index, step in enumerate(load_lesson(lesson).steps)
]
TEXTS = ("task", "hint", "no", "done")


def verbs(attempt: Attempt) -> set[str]:
    """The first words of the decisions that are legal now and not asked for."""
    other = {*attempt.game.legal_ids} - {*attempt.expected}
    return {decision_text(decision).split()[0] for decision in other}


@pytest.mark.parametrize(("lesson", "index"), STEPS)
def test_a_step_can_be_done_and_missed(lesson: str, index: int) -> None:
    """Whichever of the decisions asked for is played; something else would be legal too."""
    attempt = load_lesson(lesson).attempt(index)
    missed = set()
    while not attempt.is_done:
        assert attempt.expected, attempt.game.legal_texts
        for pattern in attempt.step.wanted[attempt.decisions_made]:
            assert any(fnmatchcase(text, pattern) for text in attempt.game.legal_texts), pattern
        missed |= verbs(attempt)
        attempt.game.play(attempt.expected[-1])
    assert missed, "nothing else can be done there"
    assert attempt.expected == []


@pytest.mark.parametrize(("lesson", "index"), STEPS)
def test_all_that_can_be_done_there_has_words(lesson: str, index: int) -> None:
    step = load_lesson(lesson).steps[index]
    attempt = load_lesson(lesson).attempt(index)
    missed = set()
    while not attempt.is_done:
        missed |= verbs(attempt)
        attempt.game.play(attempt.expected[0])
    for language in languages():
        texts = Translator(language, part=LESSON_TEXTS)
        assert texts.text(f"{lesson}.{step.name}")
        for verb in missed:
            assert texts.text(f"{lesson}.{step.name}.no", verb=verb), language
        for part in TEXTS:
            text = texts.text(f"{lesson}.{step.name}.{part}", verb="-")
            assert len(text) > len("a word"), (language, part)


def test_there_is_no_other_text() -> None:
    known = {
        f"{lesson}.{step.name}{part}"
        for lesson in LESSONS
        for step in load_lesson(lesson).steps
        for part in ("", *(f".{text}" for text in TEXTS))
    }
    known |= {f"once.{kind}" for kind in RULE_OF_EVENT}
    known |= {f"since.{change}" for change in ("turns", "new", "back")}
    assert {*catalog.load_texts("en", 0, LESSON_TEXTS)} == known


def played_on(attempt: Attempt, lines: list[str]) -> list[str]:
    """The record after a step is done with the decisions of these lines, where they are its own."""
    for line in lines:
        if attempt.is_done:
            break
        legal = attempt.game.legal_texts
        if line in legal:
            assert attempt.game.legal_ids[legal.index(line)] in attempt.expected, line
            attempt.game.play(line)
    return attempt.game.record.text().splitlines()


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_step_continues_the_game_of_the_step_before(lesson: str) -> None:
    """With what the learner has played there, or the step says why the table is different."""
    loaded = load_lesson(lesson)
    for index, step in enumerate(loaded.steps[1:], 1):
        change = loaded.change(index)
        if step.game.startswith("start ") or step.after:
            assert change is not None
            continue
        after = played_on(loaded.attempt(index - 1), step.game.splitlines())
        if step.name == "close":  # any space could be rolled again
            after = after[: after.index("prestige reroll 1")]
        record = loaded.attempt(index).game.record.text().splitlines()
        assert record[: len(after)] == after, step.name
        turns = loaded.attempt(index).game.state.turn - loaded.attempt(index - 1).game.state.turn
        assert change == (("since.turns", turns - 1) if turns else None), step.name


def test_the_first_steps_allow_one_way() -> None:
    """Otherwise the table of the next step would surprise the learner."""
    lesson = load_lesson("first")
    for index in range(lesson.index("build")):
        attempt = lesson.attempt(index)
        while not attempt.is_done:
            [decision] = attempt.expected
            attempt.game.play(decision)


def test_turns_of_the_first_lesson_count_on() -> None:
    lesson = load_lesson("first")
    turns = [int(lesson.attempt(index).game.state.turn) for index in range(len(lesson.steps))]
    assert turns[:7] == [0, 0, 2, 2, 2, 2, 4]
    assert turns[:-1] == sorted(turns[:-1])
    assert turns[-1] > turns[lesson.index("reroll")] > 20


def test_reasons_are_about_what_can_be_done() -> None:
    """A case of a reason is a verb that is legal at that step."""
    for lesson in LESSONS:
        for index, step in enumerate(load_lesson(lesson).steps):
            attempt = load_lesson(lesson).attempt(index)
            possible = set()
            while not attempt.is_done:
                possible |= verbs(attempt)
                attempt.game.play(attempt.expected[0])
            reason = catalog.load_texts("en", 0, LESSON_TEXTS)[f"{lesson}.{step.name}.no"]
            cases = set() if isinstance(reason, str) else {*reason} - {"by", "other"}
            assert cases <= possible, (lesson, step.name, cases - possible)


def test_each_step_and_explanation_names_a_rule() -> None:
    book = Rulebook()
    named = [step.rule for lesson in LESSONS for step in load_lesson(lesson).steps]
    for rule in (*named, *RULE_OF_EVENT.values()):
        assert book.number(rule) == rule


def test_the_first_lesson_is_about_all_of_a_turn() -> None:
    """What a newcomer has to have done once before the first game."""
    done = set()
    lesson = load_lesson("first")
    for index in range(len(lesson.steps)):
        attempt = lesson.attempt(index)
        while not attempt.is_done:
            decision = attempt.expected[0]
            done.add(decision_text(decision).split()[0])
            attempt.game.play(decision)
    wanted = "claim tile die take influence activate deliver ornament prestige pay end"
    assert done >= {*wanted.split()}
    assert 12 <= len(lesson.steps) <= 18
    assert attempt.game.is_over
    assert attempt.game.winners() == [0]
