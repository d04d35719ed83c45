"""What people ask of the rules, in their words, and the rule that has to be among the answers."""

from __future__ import annotations

import pytest

from redcathedral.text import languages
from redcathedral.text.catalog import SEARCH_WORDS, load_texts
from redcathedral.text.rulebook import Rulebook

# The answers in the order of the questions; among how many of the first results each has to be.
ANSWERS = (
    ("aim", 2),
    ("R7.2", 3),
    ("R6.7", 1),
    ("R3.3", 1),
    ("R1.5", 1),
    ("R6.1", 3),
    ("R5.3", 2),
    ("R7.6", 1),
    ("R5.5", 1),
    ("R7.1", 3),
)
QUESTIONS = {
    "en": (
        "How do I win?",
        "score",
        "trade",
        "reroll the dice",
        "can I discard a material",
        "how far do I move a die",
        "when is a card finished",
        "who wins a tie",
        "how many ornaments on one card",
        "when does the game end",
    ),
    "de": (
        "Wie gewinne ich?",
        "Wertung",
        "tauschen",
        "Würfel neu würfeln",
        "Darf ich Material wegwerfen?",
        "wie weit ziehe ich einen Würfel",
        "wann ist eine Karte fertig",  # codespell:ignore ist
        "wer gewinnt bei Gleichstand",
        "wie viele Ornamente pro Karte",
        "wann endet das Spiel",
    ),
    "pl": (
        "Jak wygrać?",
        "punktacja",
        "wymiana budulców",
        "przerzucić kości",
        "czy mogę wyrzucić budulec",
        "jak daleko ruszam kość",
        "kiedy karta jest ukończona",
        "kto wygrywa przy remisie",
        "ile zdobień na karcie",
        "kiedy kończy się gra",
    ),
    "cs": (
        "Jak vyhraju?",
        "závěrečné bodování",
        "směnit materiál",
        "přehodit kostky",
        "můžu zahodit materiál",
        "jak daleko posunu kostku",
        "kdy je karta dokončená",
        "kdo vyhraje při remíze",
        "kolik ozdob na kartě",
        "kdy hra končí",
    ),
    "fr": (
        "Comment gagner ?",
        "décompte final",
        "échanger des matériaux",
        "relancer les dés",
        "puis-je jeter un matériau",
        "de combien avance un dé",  # codespell:ignore avance
        "quand une carte est-elle terminée",
        "qui gagne en cas d’égalité",
        "combien d’ornements par carte",
        "quand finit la partie",
    ),
    "ca": (
        "Com es guanya?",
        "recompte final",
        "canviar materials",
        "tornar a tirar els daus",
        "puc llençar un material",
        "com de lluny moc un dau",
        "quan s’acaba una carta",
        "qui guanya un empat",
        "quants ornaments per carta",
        "quan s’acaba la partida",
    ),
    "es": (
        "¿Cómo se gana?",
        "puntuación final",
        "intercambiar materiales",
        "volver a tirar los dados",
        "¿puedo tirar un material?",
        "hasta dónde se mueve un dado",
        "cuándo está terminada una carta",
        "quién gana un empate",
        "cuántos ornamentos por carta",
        "cuándo termina la partida",
    ),
    "pt": (
        "Como se ganha?",
        "pontuação final",
        "trocar materiais",
        "lançar os dados de novo",
        "posso deitar fora um material",
        "até onde se move um dado",
        "quando está uma carta terminada",
        "quem ganha um empate",
        "quantos ornamentos por carta",
        "quando acaba a partida",
    ),
    "it": (
        "Come si vince?",
        "punteggio finale",
        "scambiare materiali",
        "rilanciare i dadi",
        "posso buttare via un materiale",
        "quanto si sposta un dado",
        "quando è completata una carta",
        "chi vince in caso di pareggio",
        "quanti ornamenti per carta",
        "quando finisce la partita",
    ),
}
ASKED = [
    pytest.param(language, question, *answer, id=f"{language}-{answer[0]}")
    for language, questions in QUESTIONS.items()
    for question, answer in zip(questions, ANSWERS, strict=True)
]


def test_every_language_is_asked() -> None:
    assert sorted(QUESTIONS) == sorted(languages())


@pytest.mark.parametrize(("language", "question", "answer", "among"), ASKED)
def test_the_answer_is_among_the_first(
    language: str, question: str, answer: str, among: int
) -> None:
    found = Rulebook(language).search(question)
    assert answer in found[:among], found[:5]


def test_how_to_win_leads_to_the_aim_and_the_final_scoring() -> None:
    book = Rulebook()
    assert book.search("how do I win") == book.search("win")
    assert book.search("win")[:3] == ["aim", "R7.6", "R7.2"]


def test_accents_hyphens_and_endings_do_not_matter() -> None:
    assert Rulebook().search("RE-ROLLING")[0] == "R3.3"
    assert Rulebook("cs").search("prehozeni")[0] == "R3.3"
    assert Rulebook("ca").search("collocar ornament")[0] == "R5.5"
    assert Rulebook("pl").search("kara cara")[0] == "R5.4"


def test_a_long_question_is_cut() -> None:
    book = Rulebook()
    assert book.search("xyzzy " * 50 + "inventory") == book.search("inventory")
    many = " ".join(f"x{number}" for number in range(1000))
    assert book.search(f"{many} inventory") == []


def test_words_that_say_nothing_are_left_out() -> None:
    book = Rulebook()
    assert book.search("how do I") == []
    assert book.search("what is the inventory for") == book.search("inventory")


def test_a_word_like_those_of_the_rules_is_suggested() -> None:
    assert Rulebook().suggestion("how to ornamnt") == "ornament"
    assert Rulebook("fr").suggestion("reconaisance") == "reconnaissance"
    assert Rulebook().suggestion("xyzzy") == ""


@pytest.mark.parametrize("language", languages())
def test_every_rule_of_the_index_is_there(language: str) -> None:
    book = Rulebook(language)
    known = {name for name, _, _ in book.entries()} | {"stop"}
    assert load_texts(language, 0, SEARCH_WORDS).keys() <= known


@pytest.mark.parametrize("language", languages())
def test_titles_of_sections_are_found(language: str) -> None:
    book = Rulebook(language)
    for section in book.sections:
        assert section in book.search(book.title(section))[:3]
