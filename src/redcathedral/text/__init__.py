"""Describe events, decisions and positions in sentences of the reader's language.

Every text has an id in ``locales/<language>.json``.  This package chooses the id and the arguments
of a text; the locale files have the words.
"""

from redcathedral.text.catalog import LocaleError, MissingText, languages, preferred_language
from redcathedral.text.narrator import Narrator
from redcathedral.text.translator import AllOf, AnyOf, Argument, Term

__all__ = [
    "AllOf", "AnyOf", "Argument", "LocaleError", "MissingText", "Narrator", "Term", "languages",
    "preferred_language"
]  # fmt: skip
