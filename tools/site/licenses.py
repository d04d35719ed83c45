"""The licenses of what the site ships besides the page: Python, its libraries, and packages."""

from __future__ import annotations

import sysconfig
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
)


def license_texts(packages: Path) -> str:
    """Return the licenses of a folder of unpacked wheels, after those of Python and its libraries.

    The text of Python's license is that of the Python that runs this, where it is installed.
    """
    parts = [f"{name}: {spdx}, https://{place}\n" for name, spdx, place in PARTS]
    files = [Path(sysconfig.get_path("stdlib"), "LICENSE.txt"), *packages.glob("*/licenses/*")]
    for path in sorted(filter(Path.is_file, [*files, *packages.glob("*/*/LICENSE.*")])):
        name = path.relative_to(packages).parts[0] if packages in path.parents else "Python"
        parts.append(f"\n{name}\n\n{path.read_text('utf-8')}")
    return "".join(parts)
