"""A web server for the site, as any host has it: nothing compressed, and in a subfolder.

Browsers must ask again for each file, so that only the service worker keeps the site.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Final

import pytest

from tools.build_page import ROOT

SITE: Final = ROOT / "build/site"
FOLDER: Final = "/games/cathedral"


class Host:
    """What the web server does: files that are missing, and files with other contents."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}{FOLDER}"
        self.missing: set[str] = set()
        self.replaced: dict[str, bytes] = {}
        self.sent_bytes = 0


@contextmanager
def built_site() -> Iterator[Host]:
    """Serve the site until the context ends."""
    if not SITE.is_dir():
        pytest.fail("The site is not built. Run: make test-site")

    class Handler(SimpleHTTPRequestHandler):
        def do_GET(self) -> None:
            name = self.path.partition("?")[0].removeprefix(f"{FOLDER}/")
            if name == FOLDER:
                self.send_response(301)
                self.send_header("location", f"{FOLDER}/")
                self.end_headers()
            elif name in host.missing:
                self.send_error(404)
            elif name in host.replaced:
                self.send_response(200)
                self.send_header("content-type", self.guess_type(name))
                self.end_headers()
                self.wfile.write(host.replaced[name])
            else:
                super().do_GET()

        def translate_path(self, path: str) -> str:
            name = path.partition("?")[0].removeprefix(f"{FOLDER}/")
            return str(SITE / name) + ("/" if name == "" else "")

        def end_headers(self) -> None:
            self.send_header("cache-control", "no-cache")
            super().end_headers()

        def copyfile(self, source: Any, outputfile: Any) -> None:
            content = source.read()
            host.sent_bytes += len(content)
            outputfile.write(content)

        def log_message(self, format: str, *args: object) -> None:
            """Write nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        host = Host(server.server_port)
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield host
        finally:
            server.shutdown()
            thread.join()
