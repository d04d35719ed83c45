"""The rules by number, for players, in the reader's language: ``locales/rules/<language>.json``.

A text is a little Markdown: paragraphs, lists, tables, ``*emphasis*``, ``**Ruling.**`` and links.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Final, Literal, TypeAlias

from redcathedral.box.edition import Edition
from redcathedral.box.loader import load_edition
from redcathedral.words.catalogue import DEFAULT_LANGUAGE, RULES, load, stamp
from redcathedral.words.citation import OPTIONS, origin
from redcathedral.words.message import Messages

Hand: TypeAlias = Literal["", "typed", "clicked"]
NUMBER: Final = re.compile(r"r?\d+(\.\d+b?)?", re.IGNORECASE)
BEGINNING: Final = ("aim", "example")
END: Final = "options"
FEW: Final = 3  # rules that are told whole
# Sections about which the terminal and the page have something to say of their own.
TOPICS: Final = {"R3": "turn", "R6": "influence"}
_LINK: Final = re.compile(r"\[([^]]+)\]\([^)]*\)")
_LINE: Final = re.compile(r"\|[-| ]+\|")  # below the heading of a table
_WORD: Final = re.compile(r"\w+")
_OPTION: Final = re.compile(r"`(\w+)`")


@cache
def _box() -> Edition:
    return load_edition()


class Rulebook:
    """The rules in one language; English stands in for what it lacks.

    Told where decisions are ``typed`` or ``clicked``, they speak of that; options are called by
    their names, and on the page by what they say.
    """

    def __init__(self, language: str = DEFAULT_LANGUAGE, hand: Hand = "") -> None:
        own = load(language, stamp(language, RULES), RULES)
        texts = {**load(DEFAULT_LANGUAGE, 0, RULES), **own}
        self._texts = {id_: text for id_, text in texts.items() if isinstance(text, str)}
        self._words = Messages(language)
        self._hand = hand

    @property
    def sections(self) -> list[str]:
        """The numbers of the sections: R1, R2 and so on."""
        return [name for name in self._texts if re.fullmatch(r"R\d+", name)]

    def within(self, section: str) -> list[str]:
        """The numbers of a section's rules."""
        rules = [name for name in self._texts if name.startswith(f"{section}.")]
        return [name for name in rules if NUMBER.fullmatch(name)]

    def markdown(self, name: str) -> str:
        """A text of the file."""
        text = self._texts[name]
        return _OPTION.sub(self._option, text) if self._hand == "clicked" else text

    def _option(self, match: re.Match[str]) -> str:
        return f"*{self._words.text(f'web.option.{match[1]}')}*"

    def title(self, section: str) -> str:
        """The title of a section, or of what comes before and after the rules."""
        return self._texts.get(f"{section}.title") or self._texts[section]

    def lead(self, section: str) -> str:
        """What stands before a section's rules; empty where nothing does."""
        told = [self.markdown(name) for name in (f"{section}.lead",) if name in self._texts]
        if f"{section}.title" in self._texts:
            told.append(self.markdown(section))
        if section == END:
            told.append("\n".join(self._options()))
        if self._hand and section in TOPICS:
            told.append(self._words.text(f"rules.{TOPICS[section]}.{self._hand}"))
        return "\n\n".join(told)

    def _options(self) -> Iterator[str]:
        for name, rule in OPTIONS.items():
            label = self._words.text(f"web.option.{name}")
            called = "" if self._hand == "clicked" else f"`{name}`: "
            yield f"- {called}{label} ({rule})"

    def origin(self, rule: str) -> str:
        """How sure the numbers of the box are that a rule leads to; empty where there are none."""
        term = origin(_box(), rule)
        return self._words.say(term) if term else ""

    def number(self, text: str) -> str | None:
        """The rule or section that is meant by its number: ``R5.4``, ``r5.4`` or ``5.4``."""
        if not NUMBER.fullmatch(text):
            return None
        name = "R" + text.casefold().removeprefix("r")
        return name if name in self._texts else None

    def lines(self, name: str) -> list[str]:
        """A rule as plain lines, its number before it; a section as its title and rules."""
        if name in self.sections:
            rules = (line for each in self.within(name) for line in self.lines(each))
            lead = plain(self.lead(name))
            return [f"{name} {self._texts[name]}.", *lead, *rules]
        first, *rest = plain(f"{self.markdown(name)}\n{self.origin(name)}")
        return [f"{name} {first}", *rest]

    def found(self, text: str) -> list[str]:
        """What there is about a number or about words, as plain lines; of many the first line."""
        if name := self.number(text):
            return self.lines(name)
        names = self.search(text)
        if len(names) > FEW:
            return [self.lines(name)[0] for name in names]
        return [line for name in names for line in self.lines(name)]

    def overview(self) -> list[str]:
        """The aim and an example, the sections by number, and the options."""
        around = {
            name: [f"{self.title(name)}.", *plain(self.lead(name))] for name in (*BEGINNING, END)
        }
        first = [line for name in BEGINNING for line in around[name]]
        return [*first, *(f"{name} {self.title(name)}" for name in self.sections), *around[END]]

    def search(self, text: str) -> list[str]:
        """The numbers of the rules in which all these words begin a word, accents aside."""
        wanted = _WORD.findall(_bare(text))
        found = []
        for section in self.sections:
            for name in self.within(section):
                words = _WORD.findall(_bare(self._texts[name]))
                if wanted and all(any(w.startswith(want) for w in words) for want in wanted):
                    found.append(name)
        return found


def _bare(text: str) -> str:
    apart = unicodedata.normalize("NFD", text.casefold()).replace("ł", "l")
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def plain(markdown: str) -> Iterator[str]:
    """A text without its marks, line by line; a row of a table is a line."""
    for line in markdown.splitlines():
        if not line.strip() or _LINE.fullmatch(line.strip()):
            continue
        told = _LINK.sub(r"\1", line).replace("*", "").replace("`", "")
        if told.startswith("|"):
            told = "; ".join(cell.strip() for cell in told.strip("|").split("|"))
        yield told
