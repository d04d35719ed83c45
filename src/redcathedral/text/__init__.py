"""Ids, events and amounts become sentences in the reader's language.

Every text has an id in ``locales/<language>.json``; this layer says which text is due and with
which amounts, and knows no language itself.
"""

from redcathedral.text.catalogue import LocaleError, MissingText, languages, preferred_language
from redcathedral.text.message import AllOf, AnyOf, Argument, Term
from redcathedral.text.words import Words

__all__ = [
    "AllOf",
    "AnyOf",
    "Argument",
    "LocaleError",
    "MissingText",
    "Term",
    "Words",
    "languages",
    "preferred_language",
]
