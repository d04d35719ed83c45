"""Check the tracked files for registry addresses, machine paths, built files and large files.

The check also finds duplicate ids in the texts of a language, which the server does not accept.
``make lint`` runs it.  It prints a line for each problem, and exits with status 1 if there is one.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

MAX_BYTES = 3_000_000

# One letter of each pattern is in brackets, so that this file does not find itself.
FORBIDDEN = {
    "the address of a package registry": re.compile(
        rb"pythonhoste[d]|pypi\.or[g]|npmj[s]\.|yarnpk[g]|deb\.d[e]bian|proxy\.golan[g]"
    ),
    "a path of one machine": re.compile(
        rb"/roo[t]/|/hom[e]/[a-z]|/User[s]/[A-Za-z]|[A-Z]:\\User[s]|/wor[k]/(main|shared)"
    ),
}
BUILT_FILE = re.compile(
    r"(^|/)(node_modules|dist|build|__pycache__|[^/]+\.egg-info)/|\.(so|pyd|pyc|whl|o)$|\.tar\.gz$"
)
LOCALE_FILE = re.compile(r"(^|/)locales/[^/]+\.json$")
KEY_OR_BRACE = re.compile(rb'("(?:[^"\\]|\\.)*")\s*(:?)|[{}]')
# Source files in a folder that has the name of a build folder.
ALLOWED_PATHS: frozenset[str] = frozenset()


def tracked_files() -> list[str]:
    """Return the tracked paths that still exist."""
    listing = subprocess.run(["git", "ls-files", "-z"], check=True, capture_output=True).stdout
    names = [name.decode() for name in listing.split(b"\0") if name]
    return [name for name in names if Path(name).is_file()]


def check_file(name: str) -> list[str]:
    """Return the problems of one tracked file, one line for each."""
    problems: list[str] = []
    if BUILT_FILE.search(name) and name not in ALLOWED_PATHS:
        problems.append(f"{name}: a built file; remove it from git and add it to .gitignore")
    content = Path(name).read_bytes()
    if len(content) > MAX_BYTES:
        problems.append(f"{name}: {len(content):,} bytes, more than {MAX_BYTES:,}")
    for description, pattern in FORBIDDEN.items():
        for number, line in enumerate(content.split(b"\n"), 1):
            if match := pattern.search(line):
                problems.append(f"{name}:{number}: {description} ({match.group().decode()})")
    if LOCALE_FILE.search(name):
        problems += [f"{name}:{problem}" for problem in duplicate_keys(content)]
    return problems


def duplicate_keys(content: bytes) -> list[str]:
    """Return the duplicate keys of JSON objects, each after its line number."""
    problems: list[str] = []
    objects: list[dict[bytes, int]] = []  # the open objects, with the line of each key
    for token in KEY_OR_BRACE.finditer(content):
        line = content.count(b"\n", 0, token.start()) + 1
        if token[0] == b"{":
            objects.append({})
        elif token[0] == b"}":
            objects.pop()
        elif token[2]:
            key = token[1]
            if key in objects[-1]:
                first = objects[-1][key]
                problems.append(f"{line}: {key.decode()} is already in line {first}")
            objects[-1].setdefault(key, line)
    return problems


def main() -> int:
    """Check every tracked file."""
    problems = [problem for name in tracked_files() for problem in check_file(name)]
    print("\n".join(problems) if problems else "nothing found")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
