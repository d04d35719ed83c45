"""The texts of one language, by id, as read from ``locales/<language>.json``.

The file is one flat object.  A text is a string with ``{placeholders}``, or an object of cases:

- ``{"one": "...", "other": "..."}`` chooses by the number ``n``, with the plural categories of
  CLDR; an exact number (``"0"``) goes before its category;
- ``{"by": "gems", "none": "...", "other": "..."}`` chooses by the argument named: a number by its
  plural category, a list by its length, a term by the last part of its id;
- ``{"base": "door", "a": "a door"}`` are the forms of a term; ``{ornament.a}`` asks for one, the
  first is taken where none is asked for or the one asked for is missing.

Cases and forms may be nested.

A folder named by REDCATHEDRAL_LOCALES may hold files too: what they say goes before the packaged
texts, and they are read again when they have changed.
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
LESSON_TEXTS: Final = "learn"  # the part with the texts of lessons
RULE_TEXTS: Final = "rules"  # the part with the numbered rules
SEARCH_WORDS: Final = "index"  # the part with the search words of the rules
PLURALS: Final = frozenset({"zero", "one", "two", "few", "many", "other"})
PLACEHOLDER: Final = re.compile(r"\{(\w+)(?:\.([\w-]+))?\}")


class LocaleError(ValueError):
    """A locale file that cannot be used; the message names the file, the text and the reason."""


class MissingText(LookupError):
    """A text, or an argument of a text, that is not there."""


def languages() -> list[str]:
    """The languages there is a file for, English first.

    A translation that cannot be used is none of them; a warning says so, once.
    """
    found = [language for language in _files() if _is_usable(language)]
    return sorted(found, key=lambda language: (language != DEFAULT_LANGUAGE, language))


def _files() -> list[str]:
    names = [entry.name for entry in FOLDER.iterdir()]
    if (own := os.environ.get(FOLDER_VARIABLE)) and Path(own).is_dir():
        names += (entry.name for entry in Path(own).iterdir())
    return sorted({name.removesuffix(".json") for name in names if name.endswith(".json")})


def _own(language: str, part: str) -> Path | None:
    folder = os.environ.get(FOLDER_VARIABLE)
    if not folder:
        return None
    file = Path(folder, part) / f"{language}.json"
    return file if file.is_file() else None


def texts_version(language: str, part: str = "") -> int:
    """When somebody's own file of a language was last changed; 0 where there is none."""
    file = _own(language, part)
    return file.stat().st_mtime_ns if file else 0


def _is_usable(language: str) -> bool:
    if language == DEFAULT_LANGUAGE:
        return True
    try:
        load_texts(language, texts_version(language))
        Locale.parse(language)
    except (ValueError, UnknownLocaleError) as error:  # a LocaleError names the file
        reason = str(error) if isinstance(error, LocaleError) else f"{language}.json: {error}"
        warnings.warn(f"{reason}; another language stands in for it", stacklevel=2)
        return False
    return True


def preferred_language(environment: Mapping[str, str]) -> str:
    """The first language of LANGUAGE, LC_ALL, LC_MESSAGES or LANG that there is a file for."""
    known = languages()
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for wish in environment.get(name, "").split(":"):
            language = wish.split(".")[0].split("_")[0].lower()
            if language in known:
                return language
        if environment.get(name):
            break
    return DEFAULT_LANGUAGE


@functools.cache
def load_texts(language: str, when: int = 0, part: str = "") -> Mapping[str, Node]:
    """Return all texts of a language by id, in their version at a stamp; raises LocaleError.

    A ``part`` is a folder of texts that are read separately, such as ``LEARN``.  If its file, or a
    file of the user, cannot be used, a warning says so, and other texts replace it.
    """
    if language not in _files():
        raise LocaleError(f"no locale {language!r}; there are {', '.join(_files())}")
    packaged = FOLDER.joinpath(part, f"{language}.json")
    own = _own(language, part) if when else None
    needed = not part or language == DEFAULT_LANGUAGE
    texts: Mapping[str, Node] = {}
    if packaged.is_file():
        texts = read_texts(packaged) if needed else _read_or_warn(packaged, part)
    return {**texts, **_read_or_warn(own, str(own.parent))} if own else texts


def _read_or_warn(file: Traversable, folder: str) -> Mapping[str, Node]:
    try:
        return read_texts(file)
    except (LocaleError, OSError) as error:
        warnings.warn(f"{folder}: {error}; without it", stacklevel=3)
        return {}


def read_texts(file: Traversable) -> Mapping[str, Node]:
    """The texts of a file by id; its schema, for editors, is none. Raises LocaleError."""
    name = file.name
    try:
        content: object = json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=_once)
    except ValueError as error:
        raise LocaleError(f"{name}: {error}") from error
    if not isinstance(content, dict):
        raise LocaleError(f"{name}: the file is one object of texts by id")
    content.pop("$schema", None)
    return {id_: _checked(name, id_, node) for id_, node in content.items()}


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """A JSON object whose keys stand in the file once; raises ValueError."""
    content: dict[str, object] = {}
    for key, value in pairs:
        if key in content:
            raise ValueError(f"{key!r} stands there twice; remove one")
        content[key] = value
    return content


def _checked(name: str, id_: str, node: object) -> Node:
    if isinstance(node, str):
        rest = PLACEHOLDER.sub("", node)
        if "{" in rest or "}" in rest:
            raise LocaleError(f"{name}: {id_}: a placeholder is {{name}} or {{name.form}}: {node}")
        return node
    if not isinstance(node, dict) or not node:
        raise LocaleError(f"{name}: {id_}: a text is a string or an object of cases")
    cases = {
        key: case if key == "by" and isinstance(case, str) else _checked(name, id_, case)
        for key, case in node.items()
    }
    if is_choice(cases) and "other" not in cases:
        raise LocaleError(f"{name}: {id_}: cases need an 'other'")
    return cases


@functools.cache
def split_wording(wording: str) -> tuple[str, list[tuple[str, str | None, str]]]:
    """How a wording begins; then each placeholder's name and form, and what follows it."""
    opening, *rest = PLACEHOLDER.split(wording)
    return opening, list(zip(rest[::3], rest[1::3], rest[2::3], strict=True))


def is_choice(cases: Mapping[str, Node]) -> bool:
    """Whether an object chooses by an argument; otherwise it holds the forms of a term."""
    return "by" in cases or all(key in PLURALS or key.isdigit() for key in cases)
