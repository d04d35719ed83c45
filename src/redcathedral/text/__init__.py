"""Ids, events and amounts become sentences in the reader's language.

Every text has an id in ``locales/<language>.json``; this layer says which text is due and with
which amounts, and knows no language itself.
"""

from redcathedral.text.catalog import LocaleError, MissingText, languages, preferred_language
from redcathedral.text.narrator import Narrator
from redcathedral.text.translator import AllOf, AnyOf, Argument, Term

__all__ = [
    "AllOf",
    "AnyOf",
    "Argument",
    "LocaleError",
    "MissingText",
    "Narrator",
    "Term",
    "languages",
    "preferred_language",
]
