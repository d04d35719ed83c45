"""What lessons and short rules teach in each language is what the engine does.

In each the word that a claim turns on is looked for: without it the sentence says something else.
"""

from __future__ import annotations

import re

import pytest

from redcathedral.cli.terminal.typed import Typed
from redcathedral.engine.scoring import scores
from redcathedral.text import Narrator, languages
from redcathedral.text.catalog import LESSON_TEXTS
from redcathedral.text.rulebook import Rulebook
from redcathedral.text.translator import Translator
from tests.engine.table import Table

# A third for the second of two; one ornament on a card; cards of others; cards that are completed.
TURNS_ON = {
    "ca": ("un terç", "un sol ornament", "d’altres", "cartes completades"),
    "cs": ("třetinu", "jediná ozdoba", "jiných", "dokončených kartách"),
    "de": ("ein Drittel", "ein einziges Ornament", "anderer", "vollendeten Karten"),
    "en": ("a third", "one ornament", "other", "completed cards"),
    "es": ("un tercio", "un solo ornamento", "de otros", "cartas completadas"),
    "fr": ("un tiers", "un seul ornement", "qu’un autre joueur", "cartes achevées"),
    "it": ("un terzo", "un solo ornamento", "da altri", "carte completate"),
    "pl": ("trzecią", "jedno zdobienie", "cudzą", "ukończonych kartach"),
    "pt": ("um terço", "um só ornamento", "de outros", "cartas terminadas"),
}
# The owner of the cards above, in the tsar's reprimand.
SOMEBODY_ELSE = {
    "ca": "d’altres",
    "cs": "jiných hráčů",
    "de": "anderer",
    "en": "other players",
    "es": "de otros",
    "fr": "qu’un autre joueur",
    "it": "da altri",
    "pl": "cudzą",
    "pt": "de outros",
}
QUOTED = re.compile("[“„«]\\s?(.+?)\\s?[”“»]")


def test_with_two_players_the_second_in_a_tower_is_paid() -> None:
    table = Table("red", "blue", plan="3-3-3-3").completed("red", "1.1", "1.2")
    table.completed("blue", "1.3")
    assert [score.by_tower[0] for score in scores(table.state)] == [6, 2]


def test_every_language_is_looked_at() -> None:
    assert sorted(TURNS_ON) == sorted(languages())


@pytest.mark.parametrize("language", TURNS_ON)
def test_the_word_that_the_claim_turns_on_is_there(language: str) -> None:
    third, one, others, completed = TURNS_ON[language]
    lesson, words, book = (
        Translator(language, part=LESSON_TEXTS),
        Narrator(language),
        Rulebook(language),
    )
    assert third in lesson.text("first.score.task")
    assert third in words.text("rules.ending")
    assert third in book.markdown("R7.5")
    assert one in words.text("rules.build")
    assert one in book.markdown("R5.5")
    assert SOMEBODY_ELSE[language] in lesson.text("once.reprimanded")
    assert SOMEBODY_ELSE[language] in lesson.text("first.reprimand.done")
    assert others in words.text("rules.build")
    assert completed in words.text("rules.ending").splitlines()[-1]


@pytest.mark.parametrize("language", languages())
def test_short_rules_quote_what_can_be_typed(language: str) -> None:
    words = Narrator(language)
    typed = Typed(words)
    explained = f"{words.text('rules.turn.typed')} {words.text('rules.influence.typed')}"
    influence = typed.word("influence")
    assert sorted(QUOTED.findall(explained)) == sorted(
        [
            typed.word("end"),
            f"{typed.word('look')} {typed.word('market')}",
            f"{influence} 1",
            f"{influence} 2",
            typed.word("stop"),
        ]
    )
