"""The texts of the page, and the rules to read and search."""

from collections.abc import Sequence
from typing import Final

from redcathedral.play.lessons import ILLUSTRATIONS, load_lesson
from redcathedral.server.core.route import get
from redcathedral.server.core.server_feature import ServerFeature
from redcathedral.server.features.rules.wire import Rule, RulePicture, RuleSection
from redcathedral.text.catalog import DEFAULT_LANGUAGE, Node, load_texts, texts_version
from redcathedral.text.rulebook import INTRODUCTION, OPTIONS_PART, Rulebook

# Loaded later, or not used by the page.
OTHER_TEXTS: Final = (
    "answer.", "deal.", "decision.", "edition-problem.", "event.", "goodbye", "help.", "landing.",
    "lay.", "list.", "load.", "paper.", "position.", "refused.", "resume.", "rules-", "save.",
    "setup.", "show.", "story.", "told.", "typed.", "welcome.", "workshop-space.",
)  # fmt: skip


class RulesFeature(ServerFeature):
    """The texts and rules in all languages."""

    @get("/api/words/{lang}")
    async def get_words(self, lang: str, part: str = "") -> dict[str, Node]:
        """Return texts of the page by id, English for missing ones; a ``part`` is loaded late."""
        known = {**load_texts(DEFAULT_LANGUAGE), **load_texts(lang, texts_version(lang))}
        if part:
            return {id_: known[id_] for id_ in known if id_.startswith(f"{part}.")}
        others = OTHER_TEXTS if self.context.in_browser else (*OTHER_TEXTS, "web.site.")
        return {id_: known[id_] for id_ in known if not id_.startswith(others)}

    @get("/api/rules/{lang}")
    async def get_rules(
        self, lang: str, find: str = "", printed: bool = False
    ) -> list[RuleSection]:
        """Return all rules by number, or the rules for the search text ``find``, the best first."""
        book = Rulebook(lang, "printed" if printed else "clicked")
        if not find:
            names = [*INTRODUCTION, *book.sections, OPTIONS_PART]
            return [_section(book, name, book.within(name)) for name in names]
        if number := book.number(find):
            return _sections(book, [number])
        return _sections(book, book.search(find))


def _sections(book: Rulebook, names: Sequence[str]) -> list[RuleSection]:
    """Return the rules with these names by section; the name of a section means all its rules."""
    sections: dict[str, list[str]] = {}
    for name in names:
        section = name.partition(".")[0]
        rules = sections.setdefault(section, [])
        named_rules = [name] if name != section else book.within(section)
        rules += [rule for rule in named_rules if rule not in rules]
    return [
        _section(book, name, rules, lead=None if name in (*INTRODUCTION, OPTIONS_PART) else "")
        for name, rules in sections.items()
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
