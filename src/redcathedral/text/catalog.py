"""Load the texts of one language by id from ``locales/<language>.json``.

The file is one flat object.  A text is a string with ``{placeholders}``, or an object of cases:

- ``{"one": "...", "other": "..."}`` chooses by the number ``n``, with the plural categories of
  CLDR; an exact number (``"0"``) takes precedence over its category;
- ``{"by": "gems", "none": "...", "other": "..."}`` chooses by the argument ``gems``: a number by
  its plural category, a list by its length, a term by the last part of its id;
- ``{"base": "door", "a": "a door"}`` has the forms of a term; ``{ornament.a}`` uses the form ``a``,
  and the first form is the default.

Cases and forms may be nested.

The folder in REDCATHEDRAL_LOCALES can have files too.  Their texts replace the packaged texts, and
the files are read again after a change.
"""

import functools
import json
import os
import re
import warnings
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final, TypeAlias

from babel import Locale, UnknownLocaleError

Node: TypeAlias = "str | Mapping[str, Node]"

FOLDER: Final = files("redcathedral").joinpath("locales")
FOLDER_VARIABLE: Final = "REDCATHEDRAL_LOCALES"
DEFAULT_LANGUAGE: Final = "en"
LESSON_TEXTS: Final = "learn"  # the folder with the texts of lessons
RULE_TEXTS: Final = "rules"  # the folder with the numbered rules
SEARCH_WORDS: Final = "index"  # the folder with the search words of the rules
PLURALS: Final = frozenset({"zero", "one", "two", "few", "many", "other"})
# In these languages, a word of one letter does not end a line: the space after it does not break.
_SHORT_WORDS: Final = {
    "cs": re.compile(r"(?<!\w)([AIKOSUVZaikosuvz]) (?=\S)"),
    "pl": re.compile(r"(?<!\w)([AIOUWZaiouwz]) (?=\S)"),
}
PLACEHOLDER: Final = re.compile(r"\{(\w+)(?:\.([\w-]+))?\}")


class LocaleError(ValueError):
    """A locale file cannot be used; the message names the file, the text and the reason."""


class MissingText(LookupError):
    """A text, or an argument of a text, is missing."""


def languages() -> list[str]:
    """Return the languages with a usable file, English first; warn once of each unusable file."""
    usable = [name for name in _files() if _is_usable(name)]
    return sorted(usable, key=lambda language: (language != DEFAULT_LANGUAGE, language))


def _files() -> list[str]:
    names = _packaged_files(str(FOLDER))
    if (folder := os.environ.get(FOLDER_VARIABLE)) and Path(folder).is_dir():
        names |= {entry.name for entry in Path(folder).iterdir()}
    return sorted(name.removesuffix(".json") for name in names if name.endswith(".json"))


@functools.cache  # for each FOLDER: tests replace it
def _packaged_files(_: str) -> frozenset[str]:
    return frozenset(entry.name for entry in FOLDER.iterdir())


def _override(language: str, part: str) -> Path | None:
    folder = os.environ.get(FOLDER_VARIABLE)
    if not folder:
        return None
    file = Path(folder, part) / f"{language}.json"
    return file if file.is_file() else None


def texts_version(language: str, part: str = "") -> int:
    """Return the time of the user's file of a language, a key for caches; 0 without such a file."""
    file = _override(language, part)
    return file.stat().st_mtime_ns if file else 0


def _is_usable(language: str) -> bool:
    if language == DEFAULT_LANGUAGE:
        return True
    try:
        load_texts(language, texts_version(language))
        _locale(language)
    except (ValueError, UnknownLocaleError) as error:  # a LocaleError names the file
        reason = str(error) if isinstance(error, LocaleError) else f"{language}.json: {error}"
        warnings.warn(f"{reason}; another language replaces it", stacklevel=2)
        return False
    return True


@functools.cache
def _locale(language: str) -> Locale:
    return Locale.parse(language)


def preferred_language(environment: Mapping[str, str]) -> str:
    """Return the first available language of LANGUAGE, LC_ALL, LC_MESSAGES or LANG."""
    available = languages()
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for locale in environment.get(name, "").split(":"):
            language = locale.split(".")[0].split("_")[0].lower()
            if language in available:
                return language
        if environment.get(name):
            break
    return DEFAULT_LANGUAGE


@functools.cache
def load_texts(language: str, version: int = 0, part: str = "") -> Mapping[str, Node]:
    """Return all texts of a language by id; raises LocaleError.

    ``version`` is the result of ``texts_version``, so that the cache keeps versions apart.  A
    ``part`` is a folder with separate texts, such as LESSON_TEXTS.  If its file, or a file of the
    user, cannot be used, there is a warning, and other texts are used instead.
    """
    if language not in _files():
        raise LocaleError(f"no locale {language!r}; there are {', '.join(_files())}")
    packaged = FOLDER.joinpath(part, f"{language}.json")
    override = _override(language, part) if version else None
    is_required = not part or language == DEFAULT_LANGUAGE
    texts: Mapping[str, Node] = {}
    if packaged.is_file():
        texts = read_texts(packaged) if is_required else _read_or_warn(packaged, part)
    if override:
        texts = {**texts, **_read_or_warn(override, str(override.parent))}
    if (short_words := _SHORT_WORDS.get(language)) is None or part == SEARCH_WORDS:
        return texts
    return {id_: _unbroken(node, short_words) for id_, node in texts.items()}


def _unbroken(node: Node, short_words: re.Pattern[str]) -> Node:
    if isinstance(node, str):
        return short_words.sub("\\1\u00a0", node)
    return {
        key: case if key == "by" else _unbroken(case, short_words) for key, case in node.items()
    }


def _read_or_warn(file: Traversable, folder: str) -> Mapping[str, Node]:
    try:
        return read_texts(file)
    except (LocaleError, OSError) as error:
        warnings.warn(f"{folder}: {error}; without it", stacklevel=3)
        return {}


def read_texts(file: Traversable) -> Mapping[str, Node]:
    """Return the texts of a file by id, without the schema for editors; raises LocaleError."""
    name = file.name
    try:
        content: object = json.loads(
            file.read_text(encoding="utf-8"), object_pairs_hook=_without_duplicates
        )
    except ValueError as error:
        raise LocaleError(f"{name}: {error}") from error
    if not isinstance(content, dict):
        raise LocaleError(f"{name}: the file is one object of texts by id")
    content.pop("$schema", None)
    return {id_: _checked_node(name, id_, node) for id_, node in content.items()}


def _without_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return a JSON object; raises ValueError for a duplicate key."""
    content: dict[str, object] = {}
    for key, value in pairs:
        if key in content:
            raise ValueError(f"duplicate key {key!r}; remove one")
        content[key] = value
    return content


def _checked_node(name: str, id_: str, node: object) -> Node:
    if isinstance(node, str):
        plain_text = PLACEHOLDER.sub("", node)
        if "{" in plain_text or "}" in plain_text:
            raise LocaleError(f"{name}: {id_}: a placeholder is {{name}} or {{name.form}}: {node}")
        return node
    if not isinstance(node, dict) or not node:
        raise LocaleError(f"{name}: {id_}: a text is a string or an object of cases")
    cases = {
        key: case if key == "by" and isinstance(case, str) else _checked_node(name, id_, case)
        for key, case in node.items()
    }
    if is_choice(cases) and "other" not in cases:
        raise LocaleError(f"{name}: {id_}: cases need an 'other'")
    return cases


@functools.cache
def split_wording(wording: str) -> tuple[str, list[tuple[str, str | None, str]]]:
    """Split a wording: its start; then for each placeholder its name, form and following text."""
    opening, *rest = PLACEHOLDER.split(wording)
    return opening, list(zip(rest[::3], rest[1::3], rest[2::3], strict=True))


def is_choice(cases: Mapping[str, Node]) -> bool:
    """Return whether an object has cases for an argument; otherwise it has the forms of a term."""
    return "by" in cases or all(key in PLURALS or key.isdigit() for key in cases)
