"""Find phrases of the project's old style, and print a plain replacement for each.

``python tools/phrases.py`` prints a line for each hit, and exits with status 1 if there is one.
Add files or folders to check only those.  ``python tools/phrases.py count`` prints the number of
hits in each folder.  ``tools/phrases.toml`` has the phrases and the places where they are allowed.

Of the texts of the app, the English ones are checked.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
CONFIG: Final = ROOT / "tools" / "phrases.toml"
APP_TEXTS: Final = ROOT / "src" / "redcathedral" / "locales" / "en.json"
SUFFIXES: Final = frozenset({".py", ".ts", ".js", ".svelte", ".css", ".html", ".md", ".toml"})
OTHER_FILES: Final = frozenset({".ci/run", ".pre-commit-config.yaml", "Containerfile", "Makefile"})
UNCHECKED: Final = re.compile(r"(^|/)locales/(?!.*\ben\.json$)|^docs/rules/|^translation/terms/")

# A word of a sentence or of an identifier: parseFile and PARSE_FILE have two each.
WORD: Final = re.compile(r"[A-Z]?[^\W\d_A-Z]+|[A-Z]+(?![^\W\d_A-Z])")
# What may be between the words of a phrase: nothing (in camelCase), an underscore, an apostrophe,
# spaces, or a line break and the start of a comment.
GAP: Final = re.compile(r"(?:\s|_|['’]|#|//|/\*|\*)*")
DOTTED: Final = re.compile(r"\w[\w-]*(?:\.[\w-]+)+")  # perhaps the id of a text of the app


class Phrase(NamedTuple):
    """A phrase to avoid, as lowercase words, and what to write instead."""

    words: tuple[str, ...]
    use: str
    reason: str
    not_before: frozenset[str]  # before these words the phrase is plain English


class Hit(NamedTuple):
    """A phrase in a file."""

    path: str
    line: int
    text: str
    phrase: Phrase

    def __str__(self) -> str:
        use, reason = self.phrase.use, self.phrase.reason
        return f'{self.path}:{self.line}: "{self.text}"; write: {use} ({reason})'


class PhraseCheck:
    """The phrases of a configuration file, and the texts and places that it allows."""

    def __init__(self, config: Path = CONFIG) -> None:
        content: dict[str, Any] = tomllib.loads(config.read_text(encoding="utf-8"))
        self._phrases: dict[str, list[Phrase]] = defaultdict(list)  # by their first word
        for rule in content["rule"]:
            not_before = frozenset(rule.get("not_before", ()))
            for text in rule["phrases"]:
                words = words_of(text)
                self._phrases[words[0]].append(
                    Phrase(words, rule["use"], rule["reason"], not_before)
                )
        self._kept_texts = re.compile(
            "|".join(rf"(?<!\w)(?:{_pattern_of(entry)})(?!\w)" for entry in content["keep"])
        )
        self._allowed = [
            (entry["path"], {words_of(phrase) for phrase in entry.get("phrases", ())})
            for entry in content["allow"]
        ]
        self._text_ids = frozenset(json.loads(APP_TEXTS.read_text(encoding="utf-8")))

    def hits(self, path: str, text: str) -> Iterator[Hit]:
        """Yield the phrases in the text of a file that are not allowed there."""
        text = self._kept_texts.sub(_spaces, DOTTED.sub(self._without_text_id, text))
        matches = list(WORD.finditer(text))
        words = [match[0].lower() for match in matches]
        for start, word in enumerate(words):
            for phrase in self._phrases.get(word, ()):
                end = start + len(phrase.words)
                if (
                    tuple(words[start:end]) == phrase.words
                    and _are_joined(text, matches[start:end])
                    and not phrase.not_before.intersection(words[end : end + 1])
                    and not self._is_allowed(path, phrase)
                ):
                    first, last = matches[start].start(), matches[end - 1].end()
                    line = text.count("\n", 0, first) + 1
                    yield Hit(path, line, " ".join(text[first:last].split()), phrase)

    def _without_text_id(self, match: re.Match[str]) -> str:
        return _spaces(match) if match[0] in self._text_ids else match[0]

    def _is_allowed(self, path: str, phrase: Phrase) -> bool:
        return any(
            (path == allowed or (allowed.endswith("/") and path.startswith(allowed)))
            and (not phrases or phrase.words in phrases)
            for allowed, phrases in self._allowed
        )


def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a text in lowercase; identifiers are taken apart."""
    return tuple(match[0].lower() for match in WORD.finditer(text))


def checked_files() -> list[str]:
    """Return the tracked files that people write and read, apart from the texts of the app."""
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True)
    return [
        name
        for name in listing.stdout.decode().split("\0")
        if (Path(name).suffix in SUFFIXES or name in OTHER_FILES or name.endswith("/en.json"))
        and not UNCHECKED.search(name)
        and (ROOT / name).is_file()
    ]


def selected_files(names: Sequence[str]) -> list[str]:
    """Return the named files, and the checked files in the named folders.

    Raises FileNotFoundError if a name is neither a file nor a folder.
    """
    checked = checked_files()
    selection: list[str] = []
    for name in names:
        path = Path(name).resolve()
        relative = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
        if path.is_file():
            selection.append(relative.as_posix())
        elif path.is_dir():
            selection += [file for file in checked if Path(file).is_relative_to(relative)]
        else:
            raise FileNotFoundError(f"{name} is neither a file nor a folder")
    return selection


def folder_of(path: str) -> str:
    """Return the folder under which the hits of a file are counted."""
    parts = path.split("/")[:-1]
    depth = 3 if parts[:2] == ["src", "redcathedral"] or parts[:2] == ["web", "src"] else 2
    return "/".join(parts[:depth]) or "."


def print_counts(hits: Sequence[Hit]) -> None:
    """Print the number of hits in each folder, and in all."""
    counts = Counter(folder_of(hit.path) for hit in hits)
    for folder, count in sorted(counts.items()):
        print(f"{count:6,} {folder}")
    print(f"{len(hits):6,} in all")


def _are_joined(text: str, matches: Sequence[re.Match[str]]) -> bool:
    """Return whether nothing but a gap is between consecutive words."""
    return all(
        GAP.fullmatch(text, before.end(), after.start()) for before, after in pairwise(matches)
    )


def _pattern_of(entry: Mapping[str, str]) -> str:
    """Return the regular expression of an entry with a ``pattern`` or an exact ``text``."""
    return entry.get("pattern") or re.escape(entry["text"])


def _spaces(match: re.Match[str]) -> str:
    return " " * len(match[0])


def main(arguments: Sequence[str]) -> int:
    """Check the named files and folders, or everything; or count the hits by folder."""
    parser = argparse.ArgumentParser(description="Find phrases of the project's old style.")
    parser.add_argument(
        "paths",
        nargs="*",
        metavar="path",
        help="a file or folder to check (default: the whole repository); "
        "the word count prints the number of hits in each folder instead",
    )
    paths = parser.parse_args(arguments).paths
    is_count = paths[:1] == ["count"]
    names = paths[1:] if is_count else paths
    try:
        files = selected_files(names) if names else checked_files()
    except FileNotFoundError as error:
        parser.error(str(error))
    check = PhraseCheck()
    hits = [
        hit for name in files for hit in check.hits(name, (ROOT / name).read_text(encoding="utf-8"))
    ]
    if is_count:
        print_counts(hits)
        return 0
    for hit in hits:
        print(hit)
    return 1 if hits else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
