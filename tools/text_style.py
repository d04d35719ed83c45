"""Check how texts are written: registers, typography, numbers, and English in translations.

The patterns of each language are in ``translation/style.toml``.  Terms of the rulebooks are checked
by ``tools/locales.py``, which runs these checks too.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from redcathedral.text.catalog import PLACEHOLDER, MissingText, Node
from redcathedral.text.translator import Translator
from tools.text_nodes import wordings
from tools.text_samples import sentences

STYLE: Final = Path(__file__).parents[1] / "translation" / "style.toml"
NO_WORDS: Final = re.compile(r"`[^`]*`|\]\([^)]*\)|https?:\S+|--[\w-]+|The Red Cathedral")
NUMBER_TWICE: Final = re.compile(r"(?<![\w.,:-])(\d+)\s\1(?![\w.,:-])")
HYPHEN_AS_MINUS: Final = re.compile(r"(?<![\w{}.])-(\d|\{)")
PROBLEMS: Final = {
    "other-register": "addresses the reader in another register",
    "quotation-marks": "quotation marks or apostrophes of another kind",
    "spaces": "the space next to the punctuation is missing or can break",
    "english": "English in a translation",
}


def check_style(texts: Mapping[str, Node], language: str) -> Iterator[str]:
    """Yield each wording that breaks a pattern of its language."""
    patterns = _patterns(language)
    for id_, node in texts.items():
        if id_.startswith("typed."):
            continue
        for wording in wordings(node):
            for rule, found in _found(NO_WORDS.sub("", PLACEHOLDER.sub("0", wording)), patterns):
                yield f"{id_}: {PROBLEMS[rule]} ({rule}): {found!r} in {wording!r}"
            if HYPHEN_AS_MINUS.search(wording):
                yield f"{id_}: a hyphen instead of a minus sign (minus): {wording!r}"


def check_numbers(texts: Mapping[str, Node], translator: Translator) -> Iterator[str]:
    """Yield each sentence that prints a number twice, as in "1 1 stone"."""
    for id_, node in texts.items():
        try:
            printed = list(sentences(translator, id_, node))
        except MissingText:  # reported by other checks
            continue
        for sentence in printed:
            if NUMBER_TWICE.search(sentence):
                yield f"{id_}: a number is printed twice (number-twice): {sentence!r}"
                break


def _found(text: str, patterns: Mapping[str, re.Pattern[str]]) -> Iterator[tuple[str, str]]:
    for rule, pattern in patterns.items():
        if match := pattern.search(text):
            yield rule, match[0]


@cache
def _patterns(language: str) -> Mapping[str, re.Pattern[str]]:
    styles = tomllib.loads(STYLE.read_text(encoding="utf-8"))
    rules: dict[str, str] = styles["all"] | styles.get(language, {})
    if language == "en":
        del rules["english"]
    return {rule: re.compile(pattern, re.IGNORECASE) for rule, pattern in rules.items()}
