"""Check the translations against the English texts, and generate files from the English texts.

``check`` prints a line for each problem, with file, id and rule, and exits with 1 if it finds any;
name languages, or your own files, to check only these.  ``read`` prints every text of a language
with the numbers 0, 1, 2, 5 and 22.  ``make`` writes docs/rules and translation/schema.json.
With the schema, which git ignores, an editor shows the English text and the translator's note.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, TypeAlias

from babel import Locale

from redcathedral.box.options import CHOICES, value_text
from redcathedral.text.catalog import (
    FOLDER_VARIABLE,
    LESSON_TEXTS,
    PLACEHOLDER,
    PLURALS,
    SEARCH_WORDS,
    LocaleError,
    Node,
    load_texts,
    read_texts,
)
from redcathedral.text.rule_citations import OPTION_RULES
from redcathedral.text.rulebook import INTRODUCTION, OPTIONS_PART, Rulebook
from redcathedral.text.translator import Translator

sys.path.insert(0, str(Path(__file__).parents[1]))  # for the other tools
from tools.text_nodes import arguments, choices, forms, placeholders, wordings
from tools.text_samples import sentences
from tools.text_style import check_numbers, check_style

ROOT: Final = Path(__file__).parents[1]
LOCALES: Final = ROOT / "src" / "redcathedral" / "locales"
TRANSLATION: Final = ROOT / "translation"
SCHEMA: Final = TRANSLATION / "schema.json"
RULES: Final = ROOT / "docs" / "rules" / "README.md"
FOLDERS: Final = ("", LESSON_TEXTS, "rules", SEARCH_WORDS)  # of texts, within LOCALES
TERM_MARKS: Final = ("printed", "ours")
RULES_PAGE_END: Final = """\
Code, tests and error messages cite the rules by number: `R5.4` is the tsar's reprimand everywhere.
`redcathedral edition show` prints the numbers of all cards and tiles, each with its mark;
[Editions](../reference/editions.md) shows how to correct one.  Positions count one lap of the score
track on from the other: position 80 is prestige 40.

Records name the options that are not at their default, the first value here; `redcathedral terminal
--option NAME=VALUE` sets one.

| option | values | see |
|---|---|---|"""
Texts: TypeAlias = Mapping[str, Node]


def plural_categories(language: str) -> set[str]:
    """Return the plural categories of the whole numbers in a language, without ``other``."""
    locale = Locale.parse(language)
    return {locale.plural_form(n) for n in range(200)} - {"other"}


def end_punctuation(wording: str) -> str:
    """Return the punctuation at the end of a sentence, or an empty string."""
    return wording[-1:] if wording.endswith((".", "?", ":")) else ""


# --- checks: each yields the problems that it finds


def check_against_english(id_: str, node: Node, english: Node) -> Iterator[str]:
    """Compare the placeholders, spacing, punctuation and lines of a text with the English text."""
    allowed, used = arguments(english), arguments(node)
    if id_.startswith("typed."):
        allowed.add("of")
    if unknown := used - allowed - {"n"}:
        yield f"{id_}: unknown argument {{{min(unknown)}}}; English has {sorted(allowed)}"
    if missing := placeholders(english) - used:
        yield f"{id_}: {{{min(missing)}}} is missing"
    ends = {end_punctuation(wording) for wording in wordings(english)}
    for wording in wordings(node):
        if wording != wording.strip() and id_ != "paragraph.separator":
            yield f"{id_}: begins or ends with a space: {wording!r}"
        if (end := end_punctuation(wording)) not in ends:
            yield f"{id_}: ends with {end!r}, English with {sorted(ends)}: {wording!r}"
    line_breaks = {wording.count("\n") for wording in wordings(english)}
    if any(wording.count("\n") not in line_breaks for wording in wordings(node)):
        yield f"{id_}: must have as many lines as the English text"


def check_plurals(id_: str, node: Node, categories: set[str]) -> Iterator[str]:
    """Check that a text with a number has all plural categories of the language."""
    for by, cases in choices(node):
        has_number = any(f"{{{by}}}" in wording for wording in wordings(cases))
        if (
            has_number
            and PLURALS - {"other"} & cases.keys()
            and (missing := categories - cases.keys())
        ):
            yield f"{id_}: the plural case {min(missing)!r} is missing"


def check_forms(texts: Texts) -> Iterator[str]:
    """Check that each form in a placeholder exists, in all texts of a group or in none."""
    requested: dict[str, str] = {}  # for each form, the id of a text that uses it
    for id_, node in texts.items():
        for wording in wordings(node):
            for match in PLACEHOLDER.finditer(wording):
                if match[2]:
                    requested.setdefault(match[2], id_)
    forms_of = {id_: forms(node) for id_, node in texts.items()}
    existing = set().union(*forms_of.values())
    for form, id_ in requested.items():
        if form not in existing:
            yield f"{id_}: uses the form {form!r}, which no text has"
    for id_, own_forms in forms_of.items():
        group = id_.rpartition(".")[0]
        members = [member for member in forms_of if group and member.rpartition(".")[0] == group]
        for form in own_forms & requested.keys():
            if without := [member for member in members if form not in forms_of[member]]:
                yield f"{without[0]}: has no form {form!r}, which {id_} has"
                break


def check_lengths(texts: Texts, notes: Mapping[str, Mapping[str, object]]) -> Iterator[str]:
    """Compare the lengths of texts with the most specific limit in the notes."""
    for id_, node in texts.items():
        limits = [
            limit for note in notes_for(id_, notes) if isinstance(limit := note.get("most"), int)
        ]
        for wording in wordings(node):
            if limits and len(PLACEHOLDER.sub("00", wording)) > limits[-1]:
                yield f"{id_}: longer than {limits[-1]}: {wording!r}"


def check_typed_words(texts: Texts) -> Iterator[str]:
    """Check that the texts that a user types are single words, and all different."""
    words: dict[str, str] = {}
    for id_, node in texts.items():
        if not id_.startswith("typed."):
            continue
        for word in wordings(node):
            if not re.fullmatch(r"\w+|\+", word):
                yield f"{id_}: must be one word, without spaces"
            elif words.setdefault(word, id_) != id_:
                yield f"{id_}: {word!r} is already used by {words[word]}"
            elif len(id_) == len("typed.W") and not re.fullmatch(r"[^\W\d_]", word):
                yield f"{id_}: must be one letter"


def check_terms(texts: Texts, english: Texts, language: str) -> Iterator[str]:
    """Check that a translation uses the terms in translation/terms."""
    english_terms = tomllib.loads((TRANSLATION / "terms" / "en.toml").read_text(encoding="utf-8"))
    file = TRANSLATION / "terms" / f"{language}.toml"
    if not file.exists():
        yield f"translation/terms/{file.name} does not exist"
        return
    terms = tomllib.loads(file.read_text(encoding="utf-8"))
    avoid = terms.pop("avoid", [])
    for name in english_terms.keys() ^ terms.keys():
        yield f"translation/terms/{file.name}: {name!r} is in one file only"
    for name in english_terms.keys() & terms.keys():
        term = terms[name]
        if term.get("mark") not in TERM_MARKS:
            marks = " or ".join(TERM_MARKS)
            yield f"translation/terms/{file.name}: the mark of {name} must be {marks}"
        english_pattern, pattern = "|".join(english_terms[name]), "|".join(term["find"])
        for id_ in texts.keys() & english.keys() - set(term.get("except", ())):
            if (
                not id_.startswith(("typed.", "help"))
                and contains(english[id_], english_pattern)
                and not contains(texts[id_], pattern)
            ):
                yield f"{id_}: {name} is {term['word']!r} ({term['mark']})"
    for id_, node in texts.items():
        for wording in wordings(node):
            for bad in avoid:
                if re.search(bad, wording):
                    yield f"{id_}: {bad!r} must be avoided: {wording!r}"


def contains(node: Node, pattern: str) -> bool:
    """Return whether a pattern occurs in the wordings of a text, without their placeholders."""
    text = PLACEHOLDER.sub("", "\n".join(wordings(node)))
    return bool(re.search(pattern, text, re.IGNORECASE))


def check_file(file: Path, language: str, folder: str) -> Iterator[str]:
    """Yield the problems of a file of texts; only a packaged one must have all texts and terms."""
    english = read_texts(LOCALES / folder / "en.json")
    try:
        texts = read_texts(file)
    except (LocaleError, FileNotFoundError) as error:
        yield str(error)
        return
    is_packaged = file.is_relative_to(LOCALES)
    if is_packaged:
        yield from (f"{id_}: is missing" for id_ in english if id_ not in texts)
    yield from (f"{id_}: English has no such text" for id_ in texts if id_ not in english)
    common = {id_: node for id_, node in texts.items() if id_ in english}
    categories = plural_categories(language)
    for id_, node in common.items():
        yield from check_against_english(id_, node, english[id_])
        yield from check_plurals(id_, node, categories)
    yield from check_forms(common)
    yield from check_lengths(common, read_notes())
    yield from check_typed_words(common)
    if folder == SEARCH_WORDS:  # people search with words that are not terms
        return
    yield from check_style(common, language)
    if folder == "":
        yield from check_numbers(common, Translator(language))
    if language != "en" and (is_packaged or (TRANSLATION / "terms" / f"{language}.toml").exists()):
        yield from check_terms(common, english, language)


def problems_in(file: Path) -> Iterator[str]:
    """Yield the problems of a file of texts, each with its place."""
    folder = file.parent.name if file.parent.name in FOLDERS else ""
    if not file.is_relative_to(LOCALES):
        os.environ[FOLDER_VARIABLE] = str(file.parents[1] if folder else file.parent)
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    lines_by_id = {
        line.split('"')[1]: f":{number}" for number, line in enumerate(lines, 1) if '":' in line
    }
    name = file.relative_to(ROOT) if file.is_relative_to(ROOT) else file
    for problem in check_file(file, file.stem, folder):
        yield f"{name}{lines_by_id.get(problem.partition(':')[0], '')}: {problem}"


def read(language: str) -> Iterator[str]:
    """Yield every text of a language with sample values, for a person to read."""
    translator = Translator(language)
    for id_, node in load_texts(language).items():
        yield from (f"{id_}: {sentence}" for sentence in sentences(translator, id_, node))


# --- generated files


def read_notes() -> dict[str, dict[str, object]]:
    """Read the notes for translators, each for the ids with a given prefix."""
    return tomllib.loads((TRANSLATION / "notes.toml").read_text(encoding="utf-8"))


def notes_for(id_: str, notes: Mapping[str, Mapping[str, object]]) -> list[Mapping[str, object]]:
    """Return the notes about a text, the most general first."""
    return [notes[prefix] for prefix in sorted(notes, key=len) if id_.startswith(prefix)]


def schema() -> str:
    """Return the JSON schema of a file of texts, with the English texts and the notes."""
    english, notes = read_texts(LOCALES / "en.json"), read_notes()

    def text_schema(id_: str, node: Node) -> dict[str, object]:
        hints = [str(note["note"]) for note in notes_for(id_, notes) if "note" in note]
        original = f"English: {json.dumps(node, ensure_ascii=False)}"
        return {"$ref": "#/$defs/text", "description": " ".join([*hints, original])}

    content = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The texts of one language",
        "type": "object",
        "properties": {"$schema": {"type": "string"}}
        | {id_: text_schema(id_, node) for id_, node in english.items()},
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
    """Return docs/rules/README.md: the English rules by number."""
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
        "\n\n".join([*parts, f"## {options}", book.lead(OPTIONS_PART), RULES_PAGE_END])
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
    """Check languages, or write the files generated from the texts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", choices=("check", "read", "make"))
    parser.add_argument("language", nargs="*", help="a language, or a file of texts")
    arguments = parser.parse_args()
    if arguments.command == "make":
        SCHEMA.write_text(schema(), encoding="utf-8")
        RULES.write_text(rules_page(), encoding="utf-8")
        return 0
    languages = arguments.language or sorted(path.stem for path in LOCALES.glob("*.json"))
    if arguments.command == "read":
        for language in languages:
            print("\n".join(read(language)))
        return 0
    problems = [
        problem
        for language in languages
        for file in _files(language)
        for problem in problems_in(file)
    ]
    if not arguments.language and RULES.read_text(encoding="utf-8") != rules_page():
        problems.append(f"{RULES.relative_to(ROOT)} is outdated: run make locales")
    print("\n".join(problems), end="\n" if problems else "")
    return 1 if problems else 0


def _files(language: str) -> list[Path]:
    if language.endswith(".json"):
        return [Path(language).resolve()]
    return [LOCALES / folder / f"{language}.json" for folder in FOLDERS]


if __name__ == "__main__":
    sys.exit(main())
