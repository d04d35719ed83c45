"""Translate texts by id, and fill in their arguments, amounts and lists."""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, Literal, NamedTuple, Self, TypeAlias
from unicodedata import bidirectional

from babel import Locale
from babel.lists import format_list
from babel.numbers import format_decimal

from redcathedral.text import catalog
from redcathedral.text.catalog import DEFAULT_LANGUAGE, MissingText

_START: Final = "\u2068"
_END: Final = "\u2069"
_MARKS: Final = re.compile(f"[{_START}{_END}]")
# Spanish writes "e Iván" for "y Iván", and "u oro" for "o oro"; Babel does not.
_Y_BEFORE_I: Final = re.compile(r" y (?=h?[ií](?![ae]))", re.IGNORECASE)
_O_BEFORE_O: Final = re.compile(r" o (?=h?[oó])", re.IGNORECASE)
_RIGHT_TO_LEFT: Final = ("R", "AL", "AN")
MAX_TERMS: Final = 4096  # translated terms that a translator keeps
Argument: TypeAlias = "int | str | Term | AnyOf | AllOf | Localized | tuple[Argument, ...]"


class _Term(NamedTuple):
    id: str
    pairs: "tuple[tuple[str, Argument], ...]"


class Term(_Term):
    """The id of a text with its arguments, to be translated; a text may have several forms.

    It is a tuple, which Python hashes fast: a translator looks up the terms it has translated.
    """

    __slots__ = ()

    def __new__(cls, id: str, /, **arguments: Argument) -> Self:
        return tuple.__new__(cls, (id, tuple(arguments.items())))

    @property
    def arguments(self) -> Mapping[str, Argument]:
        return dict(self.pairs)


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Alternatives: "wood, brick or stone"."""

    items: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class AllOf:
    """A complete list: "Red and Blue"; a plain tuple has commas only: "Red, Blue"."""

    items: tuple[Argument, ...]


class Localized(ABC):
    """A value that is computed for each language."""

    __slots__ = ()

    @abstractmethod
    def argument(self, translator: "Translator") -> Argument:
        """Return the value in the language of these texts."""


class Translator:
    """The texts of one language by id.

    A ``strict`` translator raises MissingText for a missing or wrong text; otherwise the English
    text replaces it, or the id if there is none.  ``part`` is a folder with separate texts.
    ``isolates`` is for texts on a page, which isolate right-to-left names.
    """

    def __init__(
        self,
        language: str = DEFAULT_LANGUAGE,
        *,
        strict: bool = False,
        part: str = "",
        isolates: bool = False,
    ) -> None:
        self.language = language
        self.strict = strict
        self._part = part
        self._isolates = isolates
        self._texts = catalog.load_texts(language, catalog.texts_version(language, part), part)
        self._locale = Locale.parse(language)
        self._plural = cache(self._locale.plural_form)
        self._term = lru_cache(MAX_TERMS)(self._translate)  # most terms of a game come again

    def text(self, id: str, **values: Argument) -> str:
        return self.say(Term(id, **values))

    def has(self, id: str) -> bool:
        """Return whether this language, or English, has a text with this id."""
        return id in self._texts or id in catalog.load_texts(DEFAULT_LANGUAGE, 0, self._part)

    def say(self, value: Argument, form: str | None = None) -> str:
        """Return a value in words; a term has the form ``form``, if its text has this form."""
        match value:
            case Term():
                return self._term(value, form)
            case int():
                return str(value)
            case str():
                return isolated(value) if self._isolates else value
            case tuple():
                return self._list(value, "unit", form)
            case AnyOf(items):
                return self._list(items, "or", form)
            case AllOf(items):
                return self._list(items, "standard", form)
            case Localized():
                return self.say(value.argument(self), form)

    def decimal(self, value: float, pattern: str) -> str:
        """Return a number in the notation of the language, with a minus sign, not a hyphen."""
        return str(format_decimal(value, format=pattern, locale=self._locale)).replace("-", "−")

    def _list(
        self,
        items: tuple[Argument, ...],
        style: Literal["unit", "or", "standard"],
        form: str | None,
    ) -> str:
        words = [self.say(item, form) for item in items]
        # Babel stores a "unit" list only in part where it is the same as the standard list.
        is_complete = "start" in self._locale.list_patterns.get(style, {})
        joined = format_list(words, style if is_complete else "standard", locale=self._locale)
        if self.language == "es":
            joined = _O_BEFORE_O.sub(" u ", _Y_BEFORE_I.sub(" e ", joined))
        return joined

    def _translate(self, term: Term, form: str | None) -> str:
        try:
            return self._fill(term, form)
        except MissingText:
            if self.strict:
                raise
            if self.language == DEFAULT_LANGUAGE:
                return term.id
            return Translator(DEFAULT_LANGUAGE, part=self._part).say(term, form)

    def _fill(self, term: Term, form: str | None) -> str:
        node = self._texts.get(term.id)
        if node is None:
            raise MissingText(f"{self.language}.json has no text {term.id!r}")
        result, placeholders = catalog.split_wording(self._choose(term, node, form))
        for name, argument_form, following in placeholders:
            result += self.say(_get(term, name), argument_form) + following
        return result

    def _choose(self, term: Term, node: catalog.Node, form: str | None) -> str:
        while not isinstance(node, str):
            if catalog.is_choice(node):
                keys = (*self._cases(_get(term, str(node.get("by", "n")))), "other")
                node = next(node[key] for key in keys if key in node)
            else:
                node = node.get(form or "") or next(iter(node.values()))
        return node

    def _cases(self, value: Argument) -> tuple[str, str]:
        """Return the keys of the cases that fit a value, the exact one first."""
        match value:
            case Term(id_):
                last = id_.rpartition(".")[2]
                return last, last
            case int():
                return str(value), self._plural(value)
            case (tuple() as items) | AnyOf(items) | AllOf(items):
                return str(len(items)), self._plural(len(items))
            case str():
                return value, value
            case Localized():
                return self._cases(value.argument(self))


def _get(term: Term, name: str) -> Argument:
    for known, value in term.pairs:
        if known == name:
            return value
    raise MissingText(f"{term.id} has no argument {name!r}")


def isolated(text: str) -> str:
    """Return a text, with isolation marks around it if it has right-to-left letters.

    Without isolation, the number after such a name is shown before it ("30 :NAME").
    """
    if text.isascii() or not any(bidirectional(letter) in _RIGHT_TO_LEFT for letter in text):
        return text
    return f"{_START}{text}{_END}"


def without_isolation(text: str) -> str:
    return _MARKS.sub("", text)
