"""Look at the translations: what is missing, unknown, too long, or does not fit the English text.

``check`` prints a line for each finding, with file and id, and exits with 1 when there is one; a
language may be named to see only that.  ``make`` writes what is made from the English texts:
docs/rules, and translation/schema.json, which git ignores: an editor shows from it the English
text and the note in translation/notes.toml.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, TypeAlias

from babel import Locale

from redcathedral.box.options import CHOICES, value_text
from redcathedral.text.catalog import (
    LESSON_TEXTS,
    PLACEHOLDER,
    PLURALS,
    SEARCH_WORDS,
    LocaleError,
    Node,
    is_choice,
    read_texts,
)
from redcathedral.text.rule_citations import OPTION_RULES
from redcathedral.text.rulebook import INTRODUCTION, OPTIONS_PART, Rulebook

ROOT: Final = Path(__file__).parents[1]
LOCALES: Final = ROOT / "src" / "redcathedral" / "locales"
TRANSLATION: Final = ROOT / "translation"
SCHEMA: Final = TRANSLATION / "schema.json"
RULES: Final = ROOT / "docs" / "rules" / "README.md"
PARTS: Final = ("", LESSON_TEXTS, "rules", SEARCH_WORDS)  # the folders of texts
MARKS: Final = {"printed", "ours"}
PROGRAMS: Final = """\
Code, tests and error messages cite the rules by number: `R5.4` is the tsar's reprimand everywhere.
`redcathedral edition show` prints the numbers of all cards and tiles, each with its mark;
[Editions](../reference/editions.md) shows how to correct one.  Positions count one lap of the score
track on from the other: position 80 is prestige 40.

Records name the options that are not at their default, the first value here; `redcathedral terminal
--option NAME=VALUE` sets one.

| option | values | see |
|---|---|---|"""
Texts: TypeAlias = Mapping[str, Node]


def wordings(node: Node) -> Iterator[str]:
    """All wordings of a text."""
    if isinstance(node, str):
        yield node
        return
    for key, case in node.items():
        if key != "by":
            yield from wordings(case)


def choices(node: Node) -> Iterator[tuple[str, Mapping[str, Node]]]:
    """What a text chooses by, and the cases; also within cases."""
    if isinstance(node, str):
        return
    if is_choice(node):
        yield str(node.get("by", "n")), node
    for key, case in node.items():
        if key != "by":
            yield from choices(case)


def arguments(node: Node) -> set[str]:
    """The names of what a text says or chooses by."""
    said = {match[1] for wording in wordings(node) for match in PLACEHOLDER.finditer(wording)}
    return said | {by for by, _ in choices(node)}


def forms(node: Node) -> set[str]:
    """The forms that a text has."""
    if isinstance(node, str):
        return set()
    own = set() if is_choice(node) else set(node)
    return own.union(*(forms(case) for key, case in node.items() if key != "by"))


def integers(language: str) -> set[str]:
    """The plural categories that whole numbers have in a language, without ``other``."""
    locale = Locale.parse(language)
    return {locale.plural_form(n) for n in range(200)} - {"other"}


def end_of(wording: str) -> str:
    """The sign that ends a wording, where it is one of a sentence."""
    return wording[-1:] if wording.endswith((".", "?", ":")) else ""


# --- what is found


def fits(id_: str, node: Node, english: Node) -> Iterator[str]:
    """Whether a text says what the English one says, and no more."""
    known, used = arguments(english), arguments(node)
    if id_.startswith("typed."):
        known.add("of")
    if more := used - known - {"n"}:
        yield f"{id_}: there is no {{{min(more)}}}; English has {sorted(known)}"
    said = {match[1] for wording in wordings(english) for match in PLACEHOLDER.finditer(wording)}
    if lost := said - used:
        yield f"{id_}: {{{min(lost)}}} is said nowhere"
    for wording in wordings(node):
        if wording != wording.strip() and id_ != "paragraph.separator":
            yield f"{id_}: a blank before or after: {wording!r}"
    ends = {end_of(wording) for wording in wordings(english)}
    for wording in wordings(node):
        if (end := end_of(wording)) not in ends:
            yield f"{id_}: ends with {end!r}, English with {sorted(ends)}: {wording!r}"
    lines = {wording.count("\n") for wording in wordings(english)}
    if any(wording.count("\n") not in lines for wording in wordings(node)):
        yield f"{id_}: has other lines than the English text"


def plurals(id_: str, node: Node, wanted: set[str]) -> Iterator[str]:
    """Whether a number that is said has all the forms of the language."""
    for by, cases in choices(node):
        says = any(f"{{{by}}}" in wording for wording in wordings(cases))
        if says and PLURALS - {"other"} & cases.keys() and (lost := wanted - cases.keys()):
            yield f"{id_}: numbers need the case {min(lost)!r} too"


def inflected(texts: Texts) -> Iterator[str]:
    """Whether the forms that are asked for are there, in all texts of a family."""
    asked: dict[str, str] = {}
    for id_, node in texts.items():
        for wording in wordings(node):
            for match in PLACEHOLDER.finditer(wording):
                if match[2]:
                    asked.setdefault(match[2], id_)
    there = {id_: forms(node) for id_, node in texts.items()}
    every = set().union(*there.values())
    for form, id_ in asked.items():
        if form not in every:
            yield f"{id_}: asks for the form {form!r}, which no text has"
    for id_, own in there.items():
        family = id_.rpartition(".")[0]
        alike = [one for one in there if family and one.rpartition(".")[0] == family]
        for form in own & asked.keys():
            if lost := [one for one in alike if form not in there[one]]:
                yield f"{lost[0]}: has no form {form!r}, which {id_} has"
                break


def too_long(texts: Texts, notes: Mapping[str, Mapping[str, object]]) -> Iterator[str]:
    """What there is no room for."""
    for id_, node in texts.items():
        room = [most for each in noted(id_, notes) if isinstance(most := each.get("most"), int)]
        for wording in wordings(node):
            if room and len(PLACEHOLDER.sub("00", wording)) > (most := room[-1]):
                yield f"{id_}: longer than {most}: {wording!r}"


def typed(texts: Texts) -> Iterator[str]:
    """Whether what is typed is one word, and no two are alike."""
    words: dict[str, str] = {}
    for id_, node in texts.items():
        if not id_.startswith("typed."):
            continue
        for word in wordings(node):
            if not re.fullmatch(r"\w+|\+", word):
                yield f"{id_}: one word, without blanks"
            elif words.setdefault(word, id_) != id_:
                yield f"{id_}: {word!r} is {words[word]} already"
            elif len(id_) == len("typed.W") and not re.fullmatch(r"[^\W\d_]", word):
                yield f"{id_}: one letter"


def termed(texts: Texts, english: Texts, language: str) -> Iterator[str]:
    """Whether the terms of the game are those of the data."""
    base = tomllib.loads((TRANSLATION / "terms" / "en.toml").read_text(encoding="utf-8"))
    file = TRANSLATION / "terms" / f"{language}.toml"
    if not file.exists():
        yield f"translation/terms/{file.name} is not there"
        return
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    avoid = data.pop("avoid", [])
    for term in base.keys() ^ data.keys():
        yield f"translation/terms/{file.name}: {term!r} stands in one file only"
    for term in base.keys() & data.keys():
        own = data[term]
        if own.get("mark") not in MARKS:
            yield f"translation/terms/{file.name}: {term}: mark is one of {sorted(MARKS)}"
        find, theirs = (re.compile("|".join(w), re.IGNORECASE) for w in (own["find"], base[term]))
        free = set(own.get("except", ()))
        for id_ in texts.keys() & english.keys() - free:
            if id_.startswith(("typed.", "help")):
                continue
            said = "\n".join(wordings(english[id_]))
            if theirs.search(PLACEHOLDER.sub("", said)) and not find.search(
                PLACEHOLDER.sub("", "\n".join(wordings(texts[id_])))
            ):
                yield f"{id_}: {term} is {own['word']!r} ({own['mark']})"
    for id_, node in texts.items():
        for wording in wordings(node):
            for bad in avoid:
                if re.search(bad, wording):
                    yield f"{id_}: {bad!r} must be avoided: {wording!r}"


def findings(language: str, part: str = "") -> Iterator[str]:
    """All that is wrong with a language, or with a part of it: a folder of texts."""
    english = read_texts(LOCALES / part / "en.json")
    try:
        texts = read_texts(LOCALES / part / f"{language}.json")
    except (LocaleError, FileNotFoundError) as error:
        yield str(error)
        return
    yield from (f"{id_}: is missing" for id_ in english if id_ not in texts)
    yield from (f"{id_}: English has no such text" for id_ in texts if id_ not in english)
    both = {id_: node for id_, node in texts.items() if id_ in english}
    wanted = integers(language)
    for id_, node in both.items():
        yield from fits(id_, node, english[id_])
        yield from plurals(id_, node, wanted)
    yield from inflected(both)
    yield from too_long(both, notes())
    yield from typed(both)
    if language != "en" and part != SEARCH_WORDS:  # the index has the words that people use instead
        yield from termed(both, english, language)


# --- what an editor shows


def notes() -> dict[str, dict[str, object]]:
    """The notes of context, by the beginning of ids."""
    found = tomllib.loads((TRANSLATION / "notes.toml").read_text(encoding="utf-8"))
    return {start: dict(note) for start, note in found.items()}


def noted(id_: str, all_: Mapping[str, Mapping[str, object]]) -> list[Mapping[str, object]]:
    """The notes about a text, the most general first."""
    return [all_[start] for start in sorted(all_, key=len) if id_.startswith(start)]


def schema() -> str:
    """The schema of a file of texts: its ids, each with English text and note."""
    english, all_ = read_texts(LOCALES / "en.json"), notes()

    def described(id_: str, node: Node) -> dict[str, object]:
        hints = [str(note["note"]) for note in noted(id_, all_) if "note" in note]
        said = f"English: {json.dumps(node, ensure_ascii=False)}"
        return {"$ref": "#/$defs/text", "description": " ".join([*hints, said])}

    content = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The texts of one language",
        "type": "object",
        "properties": {"$schema": {"type": "string"}}
        | {id_: described(id_, node) for id_, node in english.items()},
        "additionalProperties": False,
        "$defs": {
            "text": {
                "oneOf": [
                    {"type": "string"},
                    {
                        "type": "object",
                        "minProperties": 1,
                        "additionalProperties": {"$ref": "#/$defs/text"},
                    },
                ]
            }
        },
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def rules_page() -> str:
    """docs/rules/README.md: the English rules by number."""
    book = Rulebook()
    titles = [(name, book.markdown(name)) for name in book.sections]
    options = book.title(OPTIONS_PART)
    links = [f"[{title}](#{_anchor(f'{name} {title}')})" for name, title in titles]
    parts = [
        f"# {book.markdown('title')}",
        book.markdown("intro"),
        " · ".join([*links, f"[{options}](#{_anchor(options)})"]),
    ]
    for name in INTRODUCTION:
        parts += [f"## {book.title(name)}", book.lead(name)]
    for name, title in titles:
        parts.append(f"## {name} {title}")
        parts += [book.lead(name)] if book.lead(name) else []
        parts += [f"**{rule}** {book.markdown(rule)}" for rule in book.within(name)]
    return (
        "\n\n".join([*parts, f"## {options}", book.lead(OPTIONS_PART), PROGRAMS])
        + "\n"
        + "".join(_option_rows())
    )


def _option_rows() -> Iterator[str]:
    for name, values in CHOICES.items():
        value_list = ", ".join(f"`{value_text(value)}`" for value in values)
        yield f"| `{name}` | {value_list} | {OPTION_RULES.get(name, 'R2.2')} |\n"


def _anchor(title: str) -> str:
    return re.sub(r"[^\w-]", "", title.casefold().replace(" ", "-"))


def main() -> int:
    """Check all languages, or write what is made from the texts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("check", "make"))
    parser.add_argument("language", nargs="*")
    asked = parser.parse_args()
    if asked.what == "make":
        SCHEMA.write_text(schema(), encoding="utf-8")
        RULES.write_text(rules_page(), encoding="utf-8")
        return 0
    languages = asked.language or sorted(path.stem for path in LOCALES.glob("*.json"))
    found = [
        f"{Path(part) / language}.json: {line}"
        for language in languages
        for part in PARTS
        for line in findings(language, part)
    ]
    if not asked.language and RULES.read_text(encoding="utf-8") != rules_page():
        found.append(f"{RULES.relative_to(ROOT)} is not that of the texts: make locales")
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
