"""Serve the built page from memory, compressed for browsers that accept it."""

import functools
import gzip
import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from litestar import Response

FOLDER: Final = Path(__file__).parents[1] / "page"
KINDS: Final = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain",
    ".woff2": "font/woff2",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".mp3": "audio/mpeg",
}
COMPRESSED: Final = (".html", ".js", ".css", ".svg", ".json", ".webmanifest", ".txt")
HASHED: Final = re.compile(r"^assets/.*-[\w-]{8,}\.\w+$")
FOR_EVER: Final = "public, max-age=31536000, immutable"
MISSING: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>The page is not built</title>
<p>The server runs, but its page is not built.</p>
<p>In a clone of the project: <code>make install</code>, or in the folder <code>web</code>
<code>npm ci; npm run build</code>, then start the server again.</p>
<p>An installed package has the page in it; if it is missing there, install it again.</p>
<p><code>redcathedral terminal</code> plays without a browser.</p>
</html>
"""


@dataclass(frozen=True)
class File:
    """A file of the page, plain and compressed."""

    kind: str
    plain: bytes
    compressed: bytes | None
    tag: str
    cache: str

    def response(self, *, accepts_gzip: bool, known: str) -> Response[bytes]:
        headers = {"cache-control": self.cache, "etag": self.tag}
        if self.compressed is not None:
            headers["vary"] = "accept-encoding"
        if self.tag in known:
            return Response(b"", status_code=304, headers=headers, media_type=self.kind)
        body = self.plain
        if accepts_gzip and self.compressed is not None:
            body = self.compressed
            headers["content-encoding"] = "gzip"
        return Response(body, headers=headers, media_type=self.kind)


class Page:
    """The files of a folder by path; other files cannot be requested."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._files: dict[str, File] = {}
        for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
            if path.is_file() and path.suffix in KINDS:
                name = path.relative_to(folder).as_posix()
                self._files[name] = _read(name, path)

    @property
    def is_built(self) -> bool:
        return "index.html" in self._files

    def file(self, name: str) -> File | None:
        return self._files.get(name or "index.html")


def _read(name: str, path: Path) -> File:
    plain = path.read_bytes()
    return File(
        kind=KINDS[path.suffix],
        plain=plain,
        compressed=_compressed(plain) if path.suffix in COMPRESSED else None,
        tag='"' + hashlib.sha256(plain).hexdigest()[:20] + '"',
        cache=FOR_EVER if HASHED.match(name) else "no-cache",
    )


@functools.cache
def _compressed(plain: bytes) -> bytes | None:
    """Return the data compressed, or None if that saves nothing; cached for the whole process."""
    compressed = gzip.compress(plain, 9, mtime=0)
    return compressed if len(compressed) < len(plain) else None
