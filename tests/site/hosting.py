"""A web server for the site, as any host has it: no special headers, in a subfolder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Final

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
def hosting() -> Iterator[Host]:
    """Serve the site until the context ends."""

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
            if name.startswith("api/words/"):  # for the texts that tests look for
                name = f"site/answers/words-{name.rpartition('/')[2]}.json"
            return str(SITE / name) + ("/" if name == "" else "")

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
