"""A language that nobody speaks: English with other letters, so that what is not translated shows.

It bears the code of Greek, whose plural forms are those of English and whose lists have no
Latin letters.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path

from redcathedral.text.catalog import LESSON_TEXTS, PLACEHOLDER, Node, load_texts

LANGUAGE = "el"
LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "áƀćđéƒǵĥíĵķĺɱńóƥɋŕśťúṽŵẋýźÁɃĆĐÉƑǴĤÍĴĶĹṀŃÓƤɊŔŚŤÚṼŴẊÝŹ",
)
ENGLISH = re.compile(r"[A-Za-z]{2,}")


def disguised(wording: str) -> str:
    """A wording in other letters; its placeholders stay."""
    end = 0
    parts: list[str] = []
    for match in PLACEHOLDER.finditer(wording):
        parts += wording[end : match.start()].translate(LETTERS), match[0]
        end = match.end()
    return "".join([*parts, wording[end:].translate(LETTERS)])


def _changed(node: Node, change: Callable[[str], str]) -> Node:
    if isinstance(node, str):
        return change(node)
    return {key: case if key == "by" else _changed(case, change) for key, case in node.items()}


def write(folder: Path, change: Callable[[str], str] = disguised) -> None:
    """Write the file of the language into a folder; `change` makes its wordings from English."""
    for part in ("", LESSON_TEXTS):
        texts = {id_: _changed(node, change) for id_, node in load_texts("en", 0, part).items()}
        file = folder / part / f"{LANGUAGE}.json"
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps(texts), encoding="utf-8")


def untranslated(lines: Iterable[str], known: Iterable[str] = ()) -> set[str]:
    """The English words in these lines, but for what is known to be a name."""
    return {word for line in lines for word in ENGLISH.findall(line)} - set(known)
