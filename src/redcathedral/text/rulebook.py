"""Provide the rules by number in the reader's language, from ``locales/rules/<language>.json``.

The texts use a part of Markdown: paragraphs, lists, tables, ``*emphasis*``, ``**Ruling.**``, links.
"""

import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from redcathedral.record.components import components_of
from redcathedral.text.catalog import (
    DEFAULT_LANGUAGE,
    RULE_TEXTS,
    SEARCH_WORDS,
    load_texts,
    texts_version,
)
from redcathedral.text.rule_citations import OPTION_RULES, certainty
from redcathedral.text.rule_search import RuleEntry, RuleSearch
from redcathedral.text.translator import Translator

InputMethod: TypeAlias = Literal["", "typed", "clicked", "printed"]
NUMBER: Final = re.compile(r"r?\d+(\.\d+b?)?", re.IGNORECASE)
INTRODUCTION: Final = ("aim", "example")
OPTIONS_PART: Final = "options"
COMPLETE_RESULTS: Final = 3  # results of a search that are shown in full
MAX_RESULTS: Final = 10  # of a search
# Sections with an extra text for the terminal or the page.
TOPICS: Final = {"R3": "turn", "R6": "influence"}
_LINK: Final = re.compile(r"\[([^]]+)\]\([^)]*\)")
_TABLE_RULE: Final = re.compile(r"\|[-| ]+\|")  # the line below the heading of a table
_TERM: Final = re.compile(r"(?<!\*)\*([^*\n]+)\*(?!\*)")  # emphasis marks the subject of a rule
_OPTION: Final = re.compile(r"`(\w+)`")


class Rulebook:
    """The rules in one language; English texts replace missing ones.

    The rules also explain how a player enters decisions that are ``typed`` or ``clicked``.  Options
    have their labels on the page if decisions are ``clicked`` or the rules ``printed``, otherwise
    their names.
    """

    def __init__(self, language: str = DEFAULT_LANGUAGE, input_method: InputMethod = "") -> None:
        translated = load_texts(language, texts_version(language, RULE_TEXTS), RULE_TEXTS)
        texts = {**load_texts(DEFAULT_LANGUAGE, 0, RULE_TEXTS), **translated}
        self._texts = {id_: text for id_, text in texts.items() if isinstance(text, str)}
        self._translator = Translator(language)
        self._input = input_method
        self._has_labels = input_method in ("clicked", "printed")

    @property
    def sections(self) -> list[str]:
        return [name for name in self._texts if re.fullmatch(r"R\d+", name)]

    def within(self, section: str) -> list[str]:
        rules = [name for name in self._texts if name.startswith(f"{section}.")]
        return [name for name in rules if NUMBER.fullmatch(name)]

    def markdown(self, name: str) -> str:
        text = self._texts[name]
        return _OPTION.sub(self._option, text) if self._has_labels else text

    def _option(self, match: re.Match[str]) -> str:
        return f"*{self._translator.text(f'web.option.{match[1]}')}*"

    def title(self, section: str) -> str:
        """Return the title of a section, or of a part before or after the rules."""
        return self._texts.get(f"{section}.title") or self._texts[section]

    def lead(self, section: str) -> str:
        lead = f"{section}.lead"
        paragraphs = [self.markdown(lead)] if lead in self._texts else []
        if f"{section}.title" in self._texts:
            paragraphs.append(self.markdown(section))
        if section == OPTIONS_PART:
            paragraphs.append("\n".join(self._options()))
        if self._input in ("typed", "clicked") and section in TOPICS:
            paragraphs.append(self._translator.text(f"rules.{TOPICS[section]}.{self._input}"))
        return "\n\n".join(paragraphs)

    def _options(self) -> Iterator[str]:
        for name, rule in OPTION_RULES.items():
            label = self._translator.text(f"web.option.{name}")
            prefix = "" if self._has_labels else f"`{name}`: "
            yield f"- {prefix}{label} ({rule})"

    def certainty(self, rule: str) -> str:
        """Describe the certainty of a rule's numbers; return "" for a rule without numbers."""
        term = certainty(components_of().edition, rule)
        return self._translator.say(term) if term else ""

    def number(self, text: str) -> str | None:
        """Return the rule or section of a number: ``R5.4``, ``r5.4`` or ``5.4``."""
        if not NUMBER.fullmatch(text):
            return None
        name = "R" + text.casefold().removeprefix("r")
        return name if name in self._texts else None

    def lines(self, name: str) -> list[str]:
        """Return a rule with its number, or a section with its title and rules, as plain lines."""
        if name in (*self.sections, *INTRODUCTION, OPTIONS_PART):
            rules = (line for rule in self.within(name) for line in self.lines(rule))
            heading = f"{name} {self.title(name)}" if name in self.sections else self.title(name)
            return [f"{heading}.", *plain(self.lead(name)), *rules]
        first, *other_lines = plain(f"{self.markdown(name)}\n{self.certainty(name)}")
        return [f"{name} {first}", *other_lines]

    def found(self, text: str) -> list[str]:
        """Return a rule by its number, or the results of a search, as plain lines.

        Later results have only their first line.  If the best is a section, it includes its rules.
        """
        if name := self.number(text):
            return self.lines(name)
        names = self.search(text)
        included = self.within(names[0]) if names else []
        names = [name for name in names if name not in included][:MAX_RESULTS]
        result = []
        for index, name in enumerate(names):
            is_complete = index == 0 or (index < COMPLETE_RESULTS and name not in self.sections)
            lines = self.lines(name)
            result += lines if is_complete else lines[:1]
        return result

    def overview(self) -> list[str]:
        first = [line for name in INTRODUCTION for line in self.lines(name)]
        sections = [f"{name} {self.title(name)}" for name in self.sections]
        return [*first, *sections, *self.lines(OPTIONS_PART)]

    def search(self, text: str) -> list[str]:
        return self._search.find(text)

    def suggestion(self, text: str) -> str:
        if NUMBER.fullmatch(text):
            name = "R" + text.casefold().removeprefix("r")
            numbers = [number for number, _, _ in self.entries() if NUMBER.fullmatch(number)]
            return next(iter(get_close_matches(name, numbers, 1)), "")
        return self._search.suggestion(text)

    @property
    def _search(self) -> RuleSearch:
        language = self._translator.language
        return _search(
            language, (texts_version(language, RULE_TEXTS), texts_version(language, SEARCH_WORDS))
        )

    def entries(self) -> Iterator[tuple[str, str, str]]:
        """Yield the entries of the search: a name, its title or emphasized words, and its text."""
        for name in (*INTRODUCTION, OPTIONS_PART):
            yield name, self.title(name), self._texts[name]
        for section in self.sections:
            yield section, self.title(section), self._texts.get(f"{section}.lead", "")
            for rule in self.within(section):
                yield rule, " ".join(_TERM.findall(self._texts[rule])), self._texts[rule]


@lru_cache(maxsize=32)
def _search(language: str, versions: tuple[int, int]) -> RuleSearch:
    _, search_version = versions
    about = {
        **load_texts(DEFAULT_LANGUAGE, 0, SEARCH_WORDS),
        **load_texts(language, search_version, SEARCH_WORDS),
    }
    words = {name: text for name, text in about.items() if isinstance(text, str)}
    entries = {
        name: RuleEntry(title, words.get(name, ""), text)
        for name, title, text in Rulebook(language).entries()
    }
    return RuleSearch(entries, words.get("stop", ""))


def plain(markdown: str) -> Iterator[str]:
    """Yield the lines of a text without its Markdown, with one line for each row of a table."""
    for line in markdown.splitlines():
        if not line.strip() or _TABLE_RULE.fullmatch(line.strip()):
            continue
        text = _LINK.sub(r"\1", line).replace("*", "").replace("`", "")
        if text.startswith("|"):
            text = "; ".join(cell.strip() for cell in text.strip("|").split("|"))
        yield text
