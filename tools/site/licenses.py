"""The licenses of everything that the site ships besides the page."""

from __future__ import annotations

import sysconfig
from importlib import metadata
from pathlib import Path
from typing import Final

# Names, SPDX identifiers and the places of the sources, which MPL-2.0 asks for.
PARTS: Final = (
    ("Pyodide 314.0.7", "MPL-2.0", "github.com/pyodide/pyodide"),
    ("CPython 3.14, compiled and without unused modules", "PSF-2.0", "python.org"),
    ("Emscripten and musl", "MIT", "github.com/emscripten-core/emscripten"),
    ("xz-decompress", "MIT", "github.com/httptoolkit/xz-decompress"),
    ("bzip2", "bzip2-1.0.6", "sourceware.org/bzip2"),
    ("expat", "MIT", "libexpat.github.io"),
    ("HACL*", "MIT", "github.com/hacl-star/hacl-star"),
    ("libffi", "MIT", "github.com/libffi/libffi"),
    ("mpdecimal", "BSD-2-Clause", "bytereef.org/mpdecimal"),
    ("SQLite", "blessing", "sqlite.org"),
    ("XZ Utils", "0BSD", "tukaani.org/xz"),
    ("zlib", "Zlib", "zlib.net"),
    ("Zstandard", "BSD-3-Clause", "facebook.github.io/zstd"),
    ("Sphinx, in the documentation", "BSD-2-Clause", "sphinx-doc.org"),
    ("Snowball, in its search", "BSD-3-Clause", "snowballstem.org"),
)
# Installed packages whose scripts and styles are in the documentation.
USED_BY_DOCS: Final = ("sphinx", "snowballstemmer")


def license_texts(packages: Path) -> str:
    """Return the licenses of a folder of unpacked wheels, after those of Python and its libraries.

    The text of Python's license is that of the Python that runs this, where it is installed.
    """
    files = [("Python", Path(sysconfig.get_path("stdlib"), "LICENSE.txt"))]
    unpacked = sorted([*packages.glob("*/licenses/*"), *packages.glob("*/*/LICENSE.*")])
    files += [(path.relative_to(packages).parts[0], path) for path in unpacked]
    for name in USED_BY_DOCS:
        licenses = [file for file in metadata.files(name) or () if "licenses" in file.parts]
        files += [(name, Path(str(file.locate()))) for file in licenses]
    parts = [f"{name}: {spdx}, https://{place}\n" for name, spdx, place in PARTS]
    parts += [f"\n{name}\n\n{path.read_text('utf-8')}" for name, path in files if path.is_file()]
    return "".join(parts)
