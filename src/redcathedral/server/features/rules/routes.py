"""Texts to read and lessons to play, in the reader's language: what stands in no game."""

from collections.abc import Sequence

from litestar import get
from litestar.params import FromPath, FromQuery

from redcathedral.play.lessons import ILLUSTRATIONS, load_lesson
from redcathedral.server.core.params import language
from redcathedral.server.features.rules.wire import Rule, RulePicture, RuleSection
from redcathedral.text.catalog import DEFAULT_LANGUAGE, Node, load_texts, texts_version
from redcathedral.text.rulebook import INTRODUCTION, OPTIONS_PART, Rulebook


@get("/api/words/{lang:str}", sync_to_thread=False)
def get_words(lang: FromPath[str]) -> dict[str, Node]:
    """All texts of a language by id; English stands in for what it lacks."""
    return {**load_texts(DEFAULT_LANGUAGE), **load_texts(language(lang), texts_version(lang))}


@get("/api/rules/{lang:str}", sync_to_thread=False)
def get_rules(lang: FromPath[str], find: FromQuery[str] = "") -> list[RuleSection]:
    """Return the rules by number, or the rules that answer a question, the best first."""
    book = Rulebook(language(lang), "clicked")
    if not find:
        names = [*INTRODUCTION, *book.sections, OPTIONS_PART]
        return [_section(book, name, book.within(name)) for name in names]
    if number := book.number(find):
        return _found(book, [number])
    return _found(book, book.search(find))


def _found(book: Rulebook, names: Sequence[str]) -> list[RuleSection]:
    """Return these rules by section, in order of the first; a section result has all its rules."""
    sections: dict[str, list[str]] = {}
    for name in names:
        of = name.partition(".")[0]
        rules = sections.setdefault(of, [])
        rules += [rule for rule in ([name] if name != of else book.within(of)) if rule not in rules]
    return [
        _section(book, of, rules, lead=None if of in (*INTRODUCTION, OPTIONS_PART) else "")
        for of, rules in sections.items()
    ]


def _section(
    book: Rulebook, name: str, rules: Sequence[str], lead: str | None = None
) -> RuleSection:
    texts = [
        Rule(rule, book.markdown(rule), book.certainty(rule), _pictures(rule)) for rule in rules
    ]
    lead = book.lead(name) if lead is None else lead
    return RuleSection(name, book.title(name), lead, texts, _pictures(name))


def _pictures(name: str) -> list[RulePicture]:
    return [
        RulePicture(lesson, load_lesson(lesson).index(step) + 1, part)
        for lesson, step, part in ILLUSTRATIONS.get(name, ())
    ]
