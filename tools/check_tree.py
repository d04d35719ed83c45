"""Look for what must not be tracked: addresses of registries, machine paths, built or large files.

Of a language's texts it looks for ids that stand twice: the server takes no such file.  Run by
``make lint``.  Prints one line for each finding and exits with 1 when there is one.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

LIMIT = 3_000_000

# One letter stands in brackets, so that this file does not find itself.
FORBIDDEN = {
    "the address of a package registry": re.compile(
        rb"pythonhoste[d]|pypi\.or[g]|npmj[s]\.|yarnpk[g]|deb\.d[e]bian|proxy\.golan[g]"
    ),
    "a path of somebody's machine": re.compile(
        rb"/roo[t]/|/hom[e]/[a-z]|/User[s]/[A-Za-z]|[A-Z]:\\User[s]|/wor[k]/(main|shared)"
    ),
}
BUILT = re.compile(
    r"(^|/)(node_modules|dist|build|__pycache__|[^/]+\.egg-info)/|\.(so|pyd|pyc|whl|o)$|\.tar\.gz$"
)
TEXTS = re.compile(r"(^|/)locales/[^/]+\.json$")
KEY_OR_BRACE = re.compile(rb'("(?:[^"\\]|\\.)*")\s*(:?)|[{}]')
# Source folders whose name is also the name of a folder of built things would be listed here.
ALLOWED: frozenset[str] = frozenset()


def tracked() -> list[str]:
    """Return the paths that git tracks and that are still there."""
    listing = subprocess.run(["git", "ls-files", "-z"], check=True, capture_output=True).stdout
    names = [name.decode() for name in listing.split(b"\0") if name]
    return [name for name in names if Path(name).is_file()]


def findings(name: str) -> list[str]:
    """Return what is wrong with one tracked file, a line each."""
    found: list[str] = []
    if BUILT.search(name) and name not in ALLOWED:
        found.append(f"{name}: a built file; remove it from git and name it in .gitignore")
    content = Path(name).read_bytes()
    if len(content) > LIMIT:
        found.append(f"{name}: {len(content):,} bytes, more than {LIMIT:,}")
    for what, pattern in FORBIDDEN.items():
        for number, line in enumerate(content.split(b"\n"), 1):
            if match := pattern.search(line):
                found.append(f"{name}:{number}: {what} ({match.group().decode()})")
    if TEXTS.search(name):
        found += [f"{name}:{line}: {what}" for line, what in twice(content)]
    return found


def twice(content: bytes) -> list[tuple[int, str]]:
    """Return the keys of JSON objects that stand twice, with their lines."""
    found: list[tuple[int, str]] = []
    objects: list[dict[bytes, int]] = []  # those that are open, with the line of each key
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
                found.append((line, f"{key.decode()} stands there already, in line {first}"))
            objects[-1].setdefault(key, line)
    return found


def main() -> int:
    """Check every tracked file."""
    found = [line for name in tracked() for line in findings(name)]
    print("\n".join(found) if found else "nothing found")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
