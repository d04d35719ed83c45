"""Serve the built page from memory, compressed for browsers that accept it."""

import functools
import gzip
import hashlib
import html
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from litestar import Response

PAGE_FOLDER: Final = Path(__file__).parents[1] / "page"
MEDIA_TYPES: Final = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain",
    ".woff2": "font/woff2",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".ico": "image/x-icon",
    ".mp3": "audio/mpeg",
}
COMPRESSED_SUFFIXES: Final = (".html", ".js", ".css", ".svg", ".json", ".webmanifest", ".txt")
HASHED_NAME: Final = re.compile(r"^assets/.*-[\w-]{8,}\.\w+$")
INDEX: Final = "index.html"
# Begins the relative addresses for previews of a link, which need absolute addresses.
PREVIEW_ADDRESS: Final = b'content="./'
CACHED_INDEX_PAGES: Final = 8  # one for each name under which people open the server
CACHE_FOREVER: Final = "public, max-age=31536000, immutable"
NOT_BUILT_PAGE: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>The page is not built</title>
<p>The server runs, but its page is not built.</p>
<p>In a clone of the project: <code>make install</code>, or in the folder <code>web</code>
<code>npm ci; npm run build</code>, then start the server again.</p>
<p>An installed package has the page in it; if it is missing there, install it again.</p>
<p><code>redcathedral terminal</code> plays without a browser.</p>
</html>
"""


@dataclass(frozen=True)
class PageFile:
    """A file of the page, plain and compressed."""

    media_type: str
    content: bytes
    gzip_content: bytes | None
    etag: str
    cache_control: str

    def response(self, *, accepts_gzip: bool, if_none_match: str) -> Response[bytes]:
        headers = {"cache-control": self.cache_control, "etag": self.etag}
        if self.gzip_content is not None:
            headers["vary"] = "accept-encoding"
        if self.etag in if_none_match:
            return Response(b"", status_code=304, headers=headers, media_type=self.media_type)
        body = self.content
        if accepts_gzip and self.gzip_content is not None:
            body = self.gzip_content
            headers["content-encoding"] = "gzip"
        return Response(body, headers=headers, media_type=self.media_type)


class Page:
    """The files of the built page by path, read when the server starts."""

    def __init__(self, folder: Path = PAGE_FOLDER) -> None:
        self._files: dict[str, PageFile] = {}
        for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
            if path.is_file() and path.suffix in MEDIA_TYPES:
                name = path.relative_to(folder).as_posix()
                self._files[name] = _page_file(name, path.read_bytes())

    @property
    def is_built(self) -> bool:
        return INDEX in self._files

    def file(self, name: str, base_url: str) -> PageFile | None:
        """Return a file, or None; previews of the page's link use addresses under ``base_url``."""
        name = name or INDEX
        file = self._files.get(name)
        return _index_page(file.content, base_url) if file and name == INDEX else file


@functools.lru_cache(CACHED_INDEX_PAGES)
def _index_page(content: bytes, base_url: str) -> PageFile:
    address = PREVIEW_ADDRESS.replace(b".", html.escape(base_url).encode())
    return _page_file(INDEX, content.replace(PREVIEW_ADDRESS, address))


def _page_file(name: str, content: bytes) -> PageFile:
    suffix = Path(name).suffix
    return PageFile(
        media_type=MEDIA_TYPES[suffix],
        content=content,
        gzip_content=_compressed(content) if suffix in COMPRESSED_SUFFIXES else None,
        etag='"' + hashlib.sha256(content).hexdigest()[:20] + '"',
        cache_control=CACHE_FOREVER if HASHED_NAME.match(name) else "no-cache",
    )


@functools.cache
def _compressed(content: bytes) -> bytes | None:
    """Return the data compressed, or None if that saves nothing; cached for the whole process."""
    compressed = gzip.compress(content, 9, mtime=0)
    return compressed if len(compressed) < len(content) else None
