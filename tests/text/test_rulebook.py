"""The rules by number: found by number and by word, shown without marks."""

from __future__ import annotations

import re

import pytest

from redcathedral.text import languages
from redcathedral.text.rulebook import COMPLETE_RESULTS, MAX_RESULTS, Rulebook, plain

BOOK = Rulebook()


@pytest.mark.parametrize("text", ["R5.4", "r5.4", "5.4"])
def test_a_rule_by_its_number(text: str) -> None:
    assert BOOK.found(text)[0].startswith("R5.4 The tsar’s reprimand. When")


@pytest.mark.parametrize("text", ["5.40", "R99", "5.", "R", "5.4.1", "lead", "R8.lead"])
def test_what_is_no_number_of_a_rule(text: str) -> None:
    assert BOOK.number(text) is None


def test_a_section_is_shown_with_its_rules() -> None:
    shown = BOOK.found("R8")
    assert shown[:2] == [
        "R8 Solo, against Ivan.",
        "Ivan Yakovlevich plays by fixed rules. The Czech edition calls him Postnik Yakovlev.",
    ]
    assert [line.split()[0] for line in shown if re.match(r"R8\.", line)] == BOOK.within("R8")


def test_words_are_looked_for_in_all_rules() -> None:
    assert BOOK.search("Reprimand unfinish") == ["R5.4"]
    assert BOOK.search("nowhere to be found") == []
    assert BOOK.search("...") == []
    assert BOOK.found("lightning") == BOOK.lines("R6.6")


def test_the_best_are_shown_whole_and_more_by_their_first_line() -> None:
    names = BOOK.search("banner")
    assert len(names) > MAX_RESULTS
    whole = [line for name in names[:COMPLETE_RESULTS] for line in BOOK.lines(name)]
    assert BOOK.found("banner") == whole + [
        BOOK.lines(name)[0] for name in names[COMPLETE_RESULTS:MAX_RESULTS]
    ]


def test_a_section_that_answers_best_is_shown_with_its_rules_once() -> None:
    shown = BOOK.found("set-up")
    assert shown[: len(BOOK.lines("R2"))] == BOOK.lines("R2")
    assert sum(line.startswith("R2.1 ") for line in shown) == 1


def test_markdown_is_removed() -> None:
    assert [
        *plain("*Face down* is `free`, see [Claim](#r4).\n\n| a | b |\n|---|---|\n| 1 | 2 |")
    ] == ["Face down is free, see Claim.", "a; b", "1; 2"]
    for section in BOOK.sections:
        for line in BOOK.lines(section):
            assert not re.search(r"[*`|\]]|^$", line), line


def test_it_begins_with_the_aim_and_an_example_and_ends_with_the_options() -> None:
    shown = BOOK.overview()
    assert shown[0] == "The aim of the game."
    assert shown.index("An example turn.") < shown.index("R1 Terms") < shown.index("Options.")
    option = "Rubles are limited to the coins in the box (their total is our reconstruction)"
    assert f"- limited_rubles: {option} (R1.3)" in shown


def test_the_page_speaks_of_what_is_clicked_and_the_terminal_of_what_is_typed() -> None:
    assert "Click your prestige" in Rulebook("en", "clicked").lead("R3")
    assert Rulebook("en", "typed").lead("R3") == "“end” ends the turn."
    assert Rulebook("en", "printed").lead("R3") == ""
    on_page = Rulebook("en", "clicked").markdown("R1.3")
    assert "option “*Rubles are limited to the coins in the box (" in on_page
    assert Rulebook("en", "printed").markdown("R1.3") == on_page
    assert "`limited_rubles`" in Rulebook("en", "typed").markdown("R1.3")


@pytest.mark.parametrize(
    ("rule", "mark"),
    [
        ("R1.4", "printed"),
        ("R6.5", "likely"),
        ("R2.8", "reconstructed"),
        ("R1.3", "reconstructed"),  # of the bank of the option; the materials are printed
    ],
)
def test_numbers_of_the_box_show_their_mark(rule: str, mark: str) -> None:
    assert BOOK.certainty(rule).startswith(f"{mark.capitalize()} numbers: ")
    assert BOOK.lines(rule)[-1] == BOOK.certainty(rule)


def test_the_least_sure_number_counts_but_sentences_count_apart() -> None:
    assert "price, and amount of its actions: printed. Materials shown" in BOOK.certainty("R6.7")
    assert BOOK.certainty("R3.1") == ""


@pytest.mark.parametrize(
    ("language", "text"), [("cs", "carovo pokarani"), ("pl", "kara CAR nieukon")]
)
def test_accents_need_not_be_typed(language: str, text: str) -> None:
    assert "R5.4" in Rulebook(language).search(text)


@pytest.mark.parametrize("language", [name for name in languages() if name != "en"])
def test_a_translation_cites_what_the_english_text_cites(language: str) -> None:
    book, cited = Rulebook(language), re.compile(r"R\d+(?:\.\d+b?)?|`\w+`|\d+")
    for section in BOOK.sections:
        assert book.title(section) != BOOK.title(section)
        for rule in BOOK.within(section):
            assert book.markdown(rule) != BOOK.markdown(rule), rule
            shown = (sorted(cited.findall(each.markdown(rule))) for each in (book, BOOK))
            assert next(shown) == next(shown), rule
