"""The texts of the page, and the rules to read and search."""

from collections.abc import Sequence

from redcathedral.play.lessons import ILLUSTRATIONS, load_lesson
from redcathedral.server.core.params import checked_language
from redcathedral.server.core.route import get
from redcathedral.server.core.server_feature import ServerFeature
from redcathedral.server.features.rules.wire import Rule, RulePicture, RuleSection
from redcathedral.text.catalog import DEFAULT_LANGUAGE, Node, load_texts, texts_version
from redcathedral.text.rulebook import INTRODUCTION, OPTIONS_PART, Rulebook


class RulesFeature(ServerFeature):
    """The texts and rules in all languages."""

    @get("/api/words/{lang}")
    async def get_words(self, lang: str) -> dict[str, Node]:
        """Return all texts of a language by id, with English for missing ones."""
        texts = load_texts(checked_language(lang), texts_version(lang))
        return {**load_texts(DEFAULT_LANGUAGE), **texts}

    @get("/api/rules/{lang}")
    async def get_rules(self, lang: str, find: str = "") -> list[RuleSection]:
        """Return all rules by number, or the rules that answer a question, the best first."""
        book = Rulebook(checked_language(lang), "clicked")
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
