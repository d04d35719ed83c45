"""The rules by number, for players, in the reader's language: ``locales/rules/<language>.json``.

A text is a little Markdown: paragraphs, lists, tables, ``*emphasis*``, ``**Ruling.**`` and links.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from redcathedral.words.catalogue import DEFAULT_LANGUAGE, load_rules

NUMBER: Final = re.compile(r"r?\d+(\.\d+b?)?", re.IGNORECASE)
BEGINNING: Final = ("aim.title", "example.title")
FEW: Final = 3  # rules that are told whole
_LINK: Final = re.compile(r"\[([^]]+)\]\([^)]*\)")
_LINE: Final = re.compile(r"\|[-| ]+\|")  # below the heading of a table
_WORD: Final = re.compile(r"\w+")


class Rulebook:
    """The rules in one language; English stands in for what it lacks."""

    def __init__(self, language: str = DEFAULT_LANGUAGE) -> None:
        self._texts: Mapping[str, str] = {**load_rules(DEFAULT_LANGUAGE), **load_rules(language)}

    @property
    def beginning(self) -> list[str]:
        """The names of what comes before the rules: the aim and an example."""
        return [name.removesuffix(".title") for name in BEGINNING]

    @property
    def sections(self) -> list[str]:
        """The numbers of the sections: R1, R2 and so on."""
        return [name for name in self._texts if re.fullmatch(r"R\d+", name)]

    def within(self, section: str) -> list[str]:
        """The numbers of a section's rules."""
        rules = [name for name in self._texts if name.startswith(f"{section}.")]
        return [name for name in rules if not name.endswith(".lead")]

    def markdown(self, name: str) -> str:
        """A text as it stands in the file."""
        return self._texts[name]

    def title(self, section: str) -> str:
        """The title of a section, or of what comes before the rules."""
        return self._texts[f"{section}.title" if section in self.beginning else section]

    def lead(self, section: str) -> str:
        """What stands before a section's rules; empty where nothing does."""
        return self._texts.get(section if section in self.beginning else f"{section}.lead", "")

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
        first, *rest = plain(self._texts[name])
        return [f"{name} {first}", *rest]

    def found(self, text: str) -> list[str]:
        """What there is about a number or about words, as plain lines; of many the first line."""
        if name := self.number(text):
            return self.lines(name)
        names = self.search(text)
        if len(names) > FEW:
            return [self.lines(name)[0] for name in names]
        return [line for name in names for line in self.lines(name)]

    def search(self, text: str) -> list[str]:
        """The numbers of the rules in which all these words begin a word."""
        wanted = _WORD.findall(text.casefold())
        found = []
        for section in self.sections:
            for name in self.within(section):
                words = _WORD.findall(self._texts[name].casefold())
                if wanted and all(any(w.startswith(want) for w in words) for want in wanted):
                    found.append(name)
        return found


def plain(markdown: str) -> Iterator[str]:
    """A text without its marks, line by line; a row of a table is a line."""
    for line in markdown.splitlines():
        if not line.strip() or _LINE.fullmatch(line.strip()):
            continue
        told = _LINK.sub(r"\1", line).replace("*", "").replace("`", "")
        if told.startswith("|"):
            told = "; ".join(cell.strip() for cell in told.strip("|").split("|"))
        yield told
